public import RxCore

/// The keys of a screen: offers each one to the controls, and emits what none of them acts on.
///
///     screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: self, onNext: { view, _ in view.close() })
@MainActor
public final class KeyInput {
  /// The controls that are offered each key, in this order.
  public var focus: [Control] = []

  fileprivate let unhandled = ControlEventSource<Key>()
  private var waiting: ArraySlice<Key> = []

  init() {}

  /// Offers keys that were read at once to the controls, and emits those that none acts on.
  ///
  /// The controls emit what typing has changed when a key of another kind follows or all are handled: a text for each character would
  /// make fast typing cost the square of the characters.
  func handle(_ keys: [Key]) {
    waiting += keys
    while let key = waiting.popFirst() {
      if !key.isTyping { emitChanges() }
      if focus.contains(where: { $0.act(on: key) }) { continue }
      emitChanges()
      unhandled.emit(key)
    }
    emitChanges()
  }

  /// Drops the keys that follow the one being handled.
  func drop() {
    waiting = []
  }

  private func emitChanges() {
    for control in focus { control.emitChange() }
  }
}

extension Key {
  /// Whether the key is part of typing a text, which needs no decision of the program before the next key.
  fileprivate var isTyping: Bool {
    switch self {
    case .character, .backspace, .delete, .left, .right: true
    default: false
    }
  }
}

extension KeyInput: ReactiveCompatible {}

extension Reactive where Base: KeyInput {
  /// Emits each key that no control acts on.
  @MainActor public var key: ControlEvent<Key> { base.unhandled.events }
}
