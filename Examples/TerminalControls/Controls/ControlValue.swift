import RxCore

/// A value of a control that the user and the program can change.
///
/// As a `ControlProperty` wants it, it emits the current value and the user's changes, and completes when the control, which
/// alone holds it, is deallocated.
final class ControlValue<Value: Sendable>: Sendable {
  private let current: BehaviorRelay<Value>
  private let changes = PublishSubject<Value>()

  init(_ value: Value) {
    current = BehaviorRelay(value: value)
  }

  deinit { changes.onCompleted() }

  /// The current value. Setting it is a change by the program, which is not emitted.
  var value: Value {
    get { current.value }
    set { current.accept(newValue) }
  }

  /// The current value, and each change by the user.
  var values: Observable<Value> {
    .deferred { [current, changes] in changes.startWith(current.value) }
  }

  /// Changes the value for the user.
  func change(to value: Value) {
    current.accept(value)
    changes.onNext(value)
  }
}
