import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// A place in the program that a flow can go to.
public protocol Step {}

/// Asks for steps: a view model, or a flow.
public protocol Stepper: AnyObject {
  var steps: PublishRelay<Step> { get }
}

/// Answers a step with the steppers whose steps follow, or with an end.
public enum NextSteppers {
  case none
  case one(Stepper)
  case several([Stepper])
  case end(forwarding: Step)
}

public protocol Flow: AnyObject {
  func navigate(to step: Step) -> NextSteppers
}

/// Runs flows: passes the steps of their steppers to them, until they end.
open class Coordinator: NSObject {
  private var running = [ObjectIdentifier: CompositeDisposable]()
  fileprivate let navigations = PublishSubject<(flow: Flow, step: Step)>()

  /// Completes with the step with which the flow ends.
  open func coordinate(_ flow: Flow, with stepper: Stepper) -> Single<Step> {
    Single.create { [unowned self] single in
      let flowEnd = AsyncSubject<Step>()
      let steps = CompositeDisposable(disposables: [])
      self.running[ObjectIdentifier(flow)] = steps
      self.follow(stepper, in: flow, steps, end: flowEnd)
      _ = steps.insert(flowEnd.asSingle().subscribe(single))
      return Disposables.create(
        steps, Disposables.create { [weak self] in self?.running[ObjectIdentifier(flow)] = nil })
    }
  }

  /// How many flows run.
  public var count: Int { running.count }

  private func follow(_ stepper: Stepper, in flow: Flow, _ disposables: CompositeDisposable, end: AsyncSubject<Step>) {
    let subscription = stepper.steps.subscribe(onNext: { [weak self] step in
      self?.navigations.onNext((flow, step))
      switch flow.navigate(to: step) {
      case .none: break
      case .one(let next): self?.follow(next, in: flow, disposables, end: end)
      case .several(let next): next.forEach { self?.follow($0, in: flow, disposables, end: end) }
      case .end(let step):
        end.onNext(step)
        end.onCompleted()
      }
    })
    _ = disposables.insert(subscription)
  }
}

extension Reactive where Base: Coordinator {
  /// The flows and the steps that they have been asked for.
  public var didNavigate: Observable<(flow: Flow, step: Step)> { base.navigations.asObservable() }
}
