public import RxCore

/// The keys of a screen: offers each one to the controls, and emits what none of them acts on.
///
///     screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: self, onNext: { view, _ in view.close() })
@MainActor
public final class KeyInput {
  /// The controls that are offered each key, in this order.
  public var focus: [Control] = []

  fileprivate let unhandled = ControlEventSource<Key>()

  init() {}

  /// Offers a key to the controls, and emits it if none acts on it.
  func handle(_ key: Key) {
    for control in focus where control.handle(key) { return }
    unhandled.emit(key)
  }
}

extension KeyInput: ReactiveCompatible {}

extension Reactive where Base: KeyInput {
  /// Emits each key that no control acts on.
  @MainActor public var key: ControlEvent<Key> { base.unhandled.events }
}
