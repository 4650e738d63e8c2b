/// What one cell of the screen shows.
struct Cell: Equatable {
  /// The character; `nil` in the second cell of a wide one.
  var character: Character?
  var style: TextStyle

  static let blank = Cell(character: " ", style: .plain)
}
