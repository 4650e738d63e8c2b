import TerminalControls

/// What `control` draws, on so many columns and rows.
@MainActor
func lines(of control: Control, columns: Int, rows: Int = 1) -> [String] {
  control.frame = Rectangle(columns: columns, rows: rows)
  var canvas = Canvas(size: Size(columns: columns, rows: rows))
  control.draw(on: &canvas)
  return canvas.lines
}

/// Presses keys one after the other, and returns which of them the control acted on.
@MainActor @discardableResult
func press(_ keys: Key..., on control: Control) -> [Bool] {
  keys.map { control.handle($0) }
}

/// The keys of a text that is typed.
func typing(_ text: String) -> [Key] { text.map(Key.character) }
