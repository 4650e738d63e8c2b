/// The bytes of a frame.
///
/// A frame hides the cursor and resets the style at first, since it knows nothing of what was written before, and resets the
/// style at its end.
struct FrameOutput {
  private let hasColors: Bool
  private var text = ""
  /// Where the terminal writes next, if that is certain.
  private var position: Position?
  private var style = TextStyle.plain

  init(hasColors: Bool) {
    self.hasColors = hasColors
  }

  /// Whether nothing was written.
  var isEmpty: Bool { text.isEmpty }

  /// Clears the screen.
  mutating func clear() {
    text += "\u{1B}[2J"
  }

  /// Writes one cell. The second cell of a wide character was written with the first.
  mutating func write(_ cell: Cell, at place: Position) {
    guard let character = cell.character else { return }
    if position != place { move(to: place) }
    if style != cell.style { change(to: cell.style) }
    if character.isASCII {
      position = Position(column: place.column + 1, row: place.row)
    } else {
      // Terminals do not agree on how wide some characters are: nothing of a former one must remain, and the next cell must
      // be moved to.
      text += displayWidth(character) > 1 ? "  " : " "
      move(to: place)
      position = nil
    }
    text.append(character)
  }

  /// The whole frame. It ends with the cursor at `cursor`, or hidden.
  func finished(cursor: Position?) -> [UInt8] {
    Array("\u{1B}[?25l\u{1B}[0m\(text)\u{1B}[0m\(cursor.map { Self.moving(to: $0) + "\u{1B}[?25h" } ?? "")".utf8)
  }

  private mutating func move(to place: Position) {
    text += Self.moving(to: place)
  }

  /// The sequence that moves the cursor. A terminal counts from 1.
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

  /// The code of a colour: eight follow the code of the first, and the bright ones have codes that are 60 higher.
  private static func code(of color: Color, from first: UInt8) -> UInt8 {
    color.rawValue < 8 ? first + color.rawValue : first + 52 + color.rawValue
  }
}
