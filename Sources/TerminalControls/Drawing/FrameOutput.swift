/// Builds the bytes of a frame.
///
/// A frame starts by hiding the cursor and resetting the style, because the terminal's state is unknown, and ends by
/// resetting the style.
struct FrameOutput {
  private let hasColors: Bool
  private var text = ""
  /// The terminal's write position; `nil` if uncertain.
  private var position: Position?
  private var style = TextStyle.plain

  init(hasColors: Bool) {
    self.hasColors = hasColors
  }

  /// Whether nothing has been written.
  var isEmpty: Bool { text.isEmpty }

  /// Clears the screen.
  mutating func clear() {
    text += "\u{1B}[2J"
  }

  /// Writes one cell. The second cell of a wide character is written with the first.
  mutating func write(_ cell: Cell, at place: Position) {
    guard let character = cell.character else { return }
    if position != place { move(to: place) }
    if style != cell.style { change(to: cell.style) }
    if character.isASCII {
      position = Position(column: place.column + 1, row: place.row)
    } else {
      // Terminals disagree on the width of some characters, so erase whatever the cell showed before, and position the
      // next cell explicitly.
      text += displayWidth(character) > 1 ? "  " : " "
      move(to: place)
      position = nil
    }
    text.append(character)
  }

  /// The complete frame. It ends by showing the cursor at `cursor`; if that is `nil`, the cursor stays hidden.
  func finished(cursor: Position?) -> [UInt8] {
    Array("\u{1B}[?25l\u{1B}[0m\(text)\u{1B}[0m\(cursor.map { Self.moving(to: $0) + "\u{1B}[?25h" } ?? "")".utf8)
  }

  private mutating func move(to place: Position) {
    text += Self.moving(to: place)
  }

  /// The escape sequence that moves the cursor. Terminals count from 1.
  private static func moving(to place: Position) -> String { "\u{1B}[\(place.row + 1);\(place.column + 1)H" }

  private mutating func change(to style: TextStyle) {
    self.style = style
    var codes = ["0"]
    if style.isBold { codes.append("1") }
    if style.isDim { codes.append("2") }
    if style.isUnderlined { codes.append("4") }
    if style.isReversed { codes.append("7") }
    if hasColors, let color = style.foreground { codes.append("\(Self.code(of: color, from: 30))") }
    if hasColors, let color = style.background { codes.append("\(Self.code(of: color, from: 40))") }
    text += "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// The SGR code of a colour: the first eight colours start at `first`, the bright ones at `first` + 60.
  private static func code(of color: Color, from first: UInt8) -> UInt8 {
    color.rawValue < 8 ? first + color.rawValue : first + 52 + color.rawValue
  }
}
