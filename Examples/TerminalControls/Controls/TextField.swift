public import RxCore

/// A line of text that the user edits.
///
///     let token = viewModel.query.bind(bothWays: field.rx.text)
///
/// Ctrl-A and Ctrl-E move to the begin and the end, Ctrl-U and Ctrl-K delete up to them, Ctrl-W deletes a word. The arrow keys, Home
/// and End are left to other controls when the cursor cannot move.
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
    firstColumn = min(max(firstColumn, editor.cursorColumn - room + 1), editor.cursorColumn)
    canvas.draw(in: Rectangle(column: begin, columns: room, rows: 1)) { canvas in
      canvas.draw(editor.text, at: -firstColumn, row: 0, style: style)
    }
  }

  public override func handle(_ key: Key) -> Bool {
    let former = editor.text
    guard editor.handle(key) else { return false }
    setNeedsDisplay()
    if editor.text != former { value.change(to: editor.text) }
    return true
  }
}

extension Reactive where Base: TextField {
  /// The text: emits what the user types, and sets it.
  @MainActor public var text: ControlProperty<String> {
    ControlProperty(values: base.value.values, valueSink: Binder(base) { field, text in field.text = text })
  }
}
