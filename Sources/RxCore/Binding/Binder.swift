internal import DeliveryCore

/// An observer that passes each element to a closure, along with a target that it holds weakly.
///
///     let title = Binder(window) { window, title in window.title = title }
///     viewModel.title.bind(to: title).disposed(by: bag)
///
/// Without a scheduler, the closure is isolated to the main actor and called on the main queue: inline if the element
/// is emitted there and no other element is pending. Elements that wait for the queue are passed on even if the binding
/// is disposed in the meantime, unlike those behind `observe(on:)`. An error is reported to
/// ``Hooks/defaultErrorHandler``; completion is ignored. A binder may be used from any thread.
public struct Binder<Value>: ObserverType {
  private let observer: ObserverBase<Value>

  /// Creates a binder that calls `binding` on the main queue while `target` is alive.
  @preconcurrency
  public init<Target: AnyObject & Sendable>(
    _ target: Target, file: StaticString = #fileID, line: UInt = #line,
    binding: @escaping @MainActor @Sendable (Target, Value) -> Void
  ) where Value: Sendable {
    let call = weakly(target, droppingIsolation(binding))
    let pump = QueuePump<BinderObserver<Value>, Value>(target: .main) { call($1) }
    observer = BinderObserver(file: file, line: line) { observer, value in pump.send(value, for: observer) }
  }

  /// Creates a binder that calls `binding` on the main queue while `target` is alive.
  ///
  /// Equivalent to the initialiser without a scheduler, for code that passes a `MainScheduler`: all instances stand for
  /// the main queue.
  @preconcurrency
  public init<Target: AnyObject & Sendable>(
    _ target: Target, scheduler: MainScheduler, file: StaticString = #fileID, line: UInt = #line,
    binding: @escaping @MainActor @Sendable (Target, Value) -> Void
  ) where Value: Sendable {
    self.init(target, file: file, line: line, binding: binding)
  }

  /// Creates a binder that calls `binding` on `scheduler` while `target` is alive.
  @preconcurrency
  public init<Target: AnyObject & Sendable>(
    _ target: Target, scheduler: any ImmediateSchedulerType, file: StaticString = #fileID, line: UInt = #line,
    binding: @escaping @Sendable (Target, Value) -> Void
  ) where Value: Sendable {
    let call = weakly(target, binding)
    observer = BinderObserver(file: file, line: line) { _, value in
      _ = scheduler.schedule { call(value) }
    }
  }

  public func on(_ event: Event<Value>) { observer.on(event) }

  public func asObserverBase() -> ObserverBase<Value> { observer }
}

extension Binder: Sendable where Value: Sendable {}

final class BinderObserver<Value>: ObserverBase<Value>, @unchecked Sendable {
  private let set: (BinderObserver, Value) -> Void
  private let file: StaticString
  private let line: UInt

  init(file: StaticString, line: UInt, set: @escaping (BinderObserver, Value) -> Void) {
    self.set = set
    self.file = file
    self.line = line
  }

  override func onNext(_ element: Value) { set(self, element) }

  override func onError(_ error: any Error) { Hooks.report(unhandled: error, file: file, line: line) }
}
