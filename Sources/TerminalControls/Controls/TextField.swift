public import RxCore

/// A line of text that the user edits.
///
///     let token = viewModel.query.bind(bothWays: field.rx.text)
///
/// | key | effect |
/// | --- | --- |
/// | characters, a paste | inserted at the cursor; a line break becomes a blank |
/// | Left, Right | move the cursor |
/// | Home or Ctrl-A, End or Ctrl-E | move it to the beginning, to the end |
/// | Backspace, Delete | delete the character before the cursor, after it |
/// | Ctrl-W | deletes the word before the cursor |
/// | Ctrl-U, Ctrl-K | delete everything before the cursor, after it |
///
/// When the cursor cannot move, Left, Right, Home and End are left to the next control in the focus. Characters read
/// together, as in a paste that the terminal does not mark, are emitted as one change. A text wider than the field
/// scrolls with the cursor.
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

  /// The text. Setting a different one moves the cursor to its end, and is not emitted.
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
  /// The text, both ways: emits the current text and the user's changes, on the main queue, and shows the text that it
  /// receives. Completes when the field is deallocated.
  @MainActor public var text: ControlProperty<String> {
    ControlProperty(values: base.value.values, valueSink: Binder(base) { field, text in field.text = text })
  }
}
