/// The content of one cell of the screen.
struct Cell: Equatable {
  /// The character; `nil` in the second cell of a wide character.
  var character: Character?
  var style: TextStyle

  static let blank = Cell(character: " ", style: .plain)
}
