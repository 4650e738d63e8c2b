public import RxCore

/// A line of text that the user edits.
///
///     let token = viewModel.query.bind(bothWays: field.rx.text)
///
/// Ctrl-A and Ctrl-E move to the beginning and the end, Ctrl-U and Ctrl-K delete to the beginning and the end, and
/// Ctrl-W deletes a word. When the cursor cannot move, the arrow keys, Home and End are left to other controls.
/// Characters read together, as in a paste that the terminal does not mark, are emitted as one change.
@MainActor
public final class TextField: Control {
  /// The text before the field.
  public var prompt: StyledText {
    didSet { if prompt != oldValue { setNeedsDisplay() } }
  }

  /// The style of the text.
  public var style = TextStyle.plain {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  fileprivate let value = ControlValue("")
  private var editor = LineEditor()
  /// The first visible column of the text.
  private var firstColumn = 0
  /// Whether the user has changed the text since it was last emitted.
  private var hasChanged = false

  /// Creates an empty field.
  public init(prompt: StyledText = "") {
    self.prompt = prompt
  }

  /// The text. Setting a different one moves the cursor to its end.
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
    // Keep the cursor visible, and fill the space after the text with earlier text if possible.
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
  /// The text. Emits the user's changes, and shows the text that it receives.
  @MainActor public var text: ControlProperty<String> {
    ControlProperty(values: base.value.values, valueSink: Binder(base) { field, text in field.text = text })
  }
}
