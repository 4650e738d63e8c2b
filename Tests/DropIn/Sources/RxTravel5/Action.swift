import RxCocoa
import RxRelay
import RxSwift

public enum ActionError: Error {
  case notEnabled
  case failed(Error)
}

/// Work that starts with an input: one at a time, and only while it is enabled.
public final class Action<Input, Output> {
  public let outputs: Observable<Output>
  public let errors: Observable<ActionError>
  public let isExecuting: Observable<Bool>
  public let isEnabled: Observable<Bool>

  private let work: (Input) -> Observable<Output>
  private let results = PublishSubject<Output>()
  private let failures = PublishRelay<ActionError>()
  private let executing = BehaviorRelay(value: false)
  private let enabled = BehaviorSubject(value: false)
  private let execution = SerialDisposable()
  private let bag = DisposeBag()

  public init<Work: ObservableConvertibleType>(
    enabledIf condition: Observable<Bool> = .just(true), work: @escaping (Input) -> Work
  ) where Work.Element == Output {
    self.work = { work($0).asObservable() }
    outputs = results.asObservable()
    errors = failures.asObservable()
    isExecuting = executing.distinctUntilChanged()
    isEnabled = enabled.distinctUntilChanged()
    Observable.combineLatest(condition, executing) { $0 && !$1 }.bind(to: enabled).disposed(by: bag)
    // The subjects end with the action, like everything in the bag.
    bag.insert(results, enabled, execution)
  }

  /// Starts the work for each element.
  public var inputs: AnyObserver<Input> {
    AnyObserver { [weak self] event in
      if let input = event.element { self?.execute(input) }
    }
  }

  /// Starts the work. Later subscribers of the result receive all outputs, too.
  @discardableResult
  public func execute(_ input: Input) -> Observable<Output> {
    guard let isEnabled = try? enabled.value(), isEnabled else {
      failures.accept(.notEnabled)
      return .error(ActionError.notEnabled)
    }
    executing.accept(true)
    let running = work(input)
      .do(
        onError: { [failures] in failures.accept(.failed($0)) },
        onDispose: { [executing] in executing.accept(false) }
      )
      .multicast(ReplaySubject.createUnbounded())
    let forwarding = running.subscribe(onNext: { [results] in results.onNext($0) }, onError: { _ in })
    execution.disposable = Disposables.create(forwarding, running.connect())
    return running
  }
}
