public import RxCore

/// The key input of a screen: offers each key to the controls, and emits the keys that no control handles.
///
///     screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: self, onNext: { view, _ in view.close() })
///
/// In a task, write `for await key in screen.keys.rx.key.asSignal().values`. Keys arrive on the main queue, in the order of
/// typing, and after the changes of controls that preceded them.
@MainActor
public final class KeyInput {
  /// The controls that are offered each key, in this order.
  var focus: [Control] = []

  fileprivate let unhandled = ControlEventSource<Key>()
  private var waiting: ArraySlice<Key> = []

  init() {}

  /// Offers the keys of one read to the controls, and emits those that no control handles.
  ///
  /// The controls emit their changes before a non-typing or unhandled key and after the last key, because emitting the
  /// text for each character would make fast typing quadratic.
  func handle(_ keys: [Key]) {
    waiting += keys
    while let key = waiting.popFirst() {
      if !key.isTyping { emitChanges() }
      if focus.contains(where: { !$0.isHidden && $0.act(on: key) }) { continue }
      emitChanges()
      unhandled.emit(key)
    }
    emitChanges()
  }

  /// Drops the keys after the one being handled.
  func drop() {
    waiting = []
  }

  private func emitChanges() {
    for control in focus { control.emitChange() }
  }
}

extension Key {
  /// Whether the key is part of typing, so that the program need not react before the next key.
  fileprivate var isTyping: Bool {
    switch self {
    case .character, .backspace, .delete, .left, .right: true
    default: false
    }
  }
}

extension KeyInput: ReactiveCompatible {}

extension Reactive where Base: KeyInput {
  /// Emits each key that no control handles. Completes when the screen is deallocated.
  @MainActor public var key: ControlEvent<Key> { base.unhandled.events }
}
