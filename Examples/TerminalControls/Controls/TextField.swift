public import RxCore

/// A line of text that the user edits.
///
///     let token = viewModel.query.bind(bothWays: field.rx.text)
///
/// Ctrl-A and Ctrl-E move to the begin and the end, Ctrl-U and Ctrl-K delete up to them, Ctrl-W deletes a word. The arrow keys, Home
/// and End are left to other controls when the cursor cannot move. Characters that are read at once, as when the terminal does not
/// mark a paste, are emitted as one change.
@MainActor
public final class TextField: Control {
  /// What is shown before the text.
  public var prompt: StyledText {
    didSet { if prompt != oldValue { setNeedsDisplay() } }
  }

  /// How the text looks.
  public var style = TextStyle.plain {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  fileprivate let value = ControlValue("")
  private var editor = LineEditor()
  /// The first column of the text that is shown.
  private var firstColumn = 0
  /// Whether the user has changed the text since it was emitted.
  private var hasChanged = false

  /// Makes an empty field.
  public init(prompt: StyledText = "") {
    self.prompt = prompt
  }

  /// The text. Setting another one puts the cursor at its end.
  public var text: String {
    get { editor.text }
    set {
      guard newValue != text else { return }
      editor = LineEditor(newValue)
      hasChanged = false
      value.value = newValue
      setNeedsDisplay()
    }
  }

  public override var cursor: Position? {
    Position(column: prompt.columns + editor.cursorColumn - firstColumn, row: 0)
  }

  public override func draw(on canvas: inout Canvas) {
    let begin = canvas.draw(prompt, at: 0, row: 0)
    let room = max(1, canvas.size.columns - begin)
    let cursorColumn = editor.cursorColumn
    let end = cursorColumn + editor.following(columns: room).columns
    // The cursor is in sight, and no room is left after the text that what is before it could take.
    firstColumn = max(firstColumn, cursorColumn - room + 1)
    firstColumn = max(0, min(firstColumn, cursorColumn, end - room + 1))
    canvas.draw(in: Rectangle(column: begin, columns: room, rows: 1)) { canvas in
      let shown = editor.characters(in: firstColumn..<firstColumn + room)
      var column = shown.column - firstColumn
      for character in shown.characters { column = canvas.draw(String(character), at: column, row: 0, style: style) }
    }
  }

  public override func handle(_ key: Key) -> Bool {
    defer { emitChange() }
    return act(on: key)
  }

  override func act(on key: Key) -> Bool {
    guard let effect = editor.handle(key) else { return false }
    setNeedsDisplay()
    if effect == .changed { hasChanged = true }
    return true
  }

  override func emitChange() {
    guard hasChanged else { return }
    hasChanged = false
    value.change(to: editor.text)
  }
}

extension Reactive where Base: TextField {
  /// The text: emits what the user types, and sets it.
  @MainActor public var text: ControlProperty<String> {
    ControlProperty(values: base.value.values, valueSink: Binder(base) { field, text in field.text = text })
  }
}
