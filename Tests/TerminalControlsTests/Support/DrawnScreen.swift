@testable import TerminalControls

/// A control as a terminal shows it.
@MainActor
struct DrawnScreen {
  private var emulator: Emulator

  init(_ control: Control, columns: Int, rows: Int) {
    let size = Size(columns: columns, rows: rows)
    control.frame = Rectangle(columns: columns, rows: rows)
    var canvas = Canvas(size: size)
    control.draw(on: &canvas)
    emulator = Emulator(size: size)
    emulator.show(Frame(canvas: canvas, cursor: nil).bytes(after: nil, hasColors: true))
  }

  /// The styles of a row from left to right, without consecutive duplicates.
  func styles(row: Int) -> [String] {
    emulator.cells[row].map(\.style).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
