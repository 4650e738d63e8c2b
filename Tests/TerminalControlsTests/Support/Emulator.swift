@testable import TerminalControls

/// A minimal terminal emulator, which supports only what frames may contain.
struct Emulator {
  /// The content of a cell: a character with its style codes, or the second half of a wide character.
  struct Cell: Equatable {
    var text = " "
    var style = "0"
  }

  private(set) var cells: [[Cell]]
  private(set) var cursor: Position?
  /// Bytes that no frame may contain.
  private(set) var complaints: [String] = []
  private var place = Position(column: 0, row: 0)
  private var style = "unknown"

  init(size: Size) {
    // Not blank, because a terminal's content before the first frame is unknown.
    cells = Array(repeating: Array(repeating: Cell(text: "?"), count: size.columns), count: size.rows)
  }

  /// The text of each row, without trailing blanks.
  var lines: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()[...]
      while text.last == " " { text = text.dropLast() }
      return String(text)
    }
  }

  mutating func show(_ bytes: [UInt8]) {
    guard var rest = String(validating: bytes, as: UTF8.self)?[...] else {
      return complaints.append("\(bytes) is not UTF-8")
    }
    // By code point, because a Character could combine the last letter of a sequence with a mark that follows.
    while !rest.isEmpty {
      if rest.unicodeScalars.first == "\u{1B}" {
        let sequence = rest.unicodeScalars.prefix { !("@"..."Z" ~= $0 || "a"..."z" ~= $0) }
        let end = sequence.endIndex
        act(String(sequence.dropFirst(2)), rest.unicodeScalars[end])
        rest = Substring(rest.unicodeScalars[end...].dropFirst())
      } else {
        write(rest.removeFirst())
      }
    }
  }

  private mutating func act(_ parameters: String, _ final: Unicode.Scalar) {
    switch (parameters, final) {
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      place = Position(column: numbers[1] - 1, row: numbers[0] - 1)
    case ("2", "J"):
      if style != "0" { complaints.append("cleared in style \(style)") }
      for row in cells.indices { cells[row] = cells[row].map { _ in Cell() } }
    case ("?25", "l"): cursor = nil
    case ("?25", "h"): cursor = place
    case (_, "m"): style = parameters
    default: complaints.append("\(parameters)\(final)")
    }
  }

  private mutating func write(_ character: Character) {
    let width = displayWidth(character)
    guard visible(String(character)) == String(character), width > 0, place.column + width <= cells[place.row].count
    else {
      return complaints.append("\(character.debugDescription) at \(place)")
    }
    cells[place.row][place.column] = Cell(text: String(character), style: style)
    if width == 2 { cells[place.row][place.column + 1] = Cell(text: "", style: style) }
    place.column += width
  }
}
