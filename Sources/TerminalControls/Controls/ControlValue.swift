import RxCore

/// A value of a control that both the user and the program can change.
///
/// Follows the rules of `ControlProperty`: emits the current value and the user's changes. The control is the only
/// owner, so ``values`` completes when the control is deallocated.
final class ControlValue<Value: Sendable>: Sendable {
  private let current: BehaviorRelay<Value>
  private let changes = PublishSubject<Value>()

  init(_ value: Value) {
    current = BehaviorRelay(value: value)
  }

  deinit { changes.onCompleted() }

  /// The current value. The setter is for changes by the program, which are not emitted.
  var value: Value {
    get { current.value }
    set { current.accept(newValue) }
  }

  /// Emits the current value, then each change by the user.
  var values: Observable<Value> {
    .deferred { [current, changes] in changes.startWith(current.value) }
  }

  /// Changes the value on behalf of the user.
  func change(to value: Value) {
    current.accept(value)
    changes.onNext(value)
  }
}
