/// Text as a canvas draws it: visible characters, each on one or two columns.
struct DrawnText: Sequence {
  /// A visible character, and how many columns it takes.
  struct Element {
    let character: Character
    let columns: Int
  }

  /// How many scalars of a character are drawn. A character may have any number of marks, which would make a frame long.
  private static let mostScalars = 16

  private let text: String

  /// Makes what is drawn of `text`.
  ///
  /// - Parameter columns: how much of it is needed; the rest of a long text costs no time.
  init(_ text: String, columns: Int? = nil) {
    let mostScalars = columns.map { Swift.max(0, $0) * Self.mostScalars } ?? .max
    let isLong = text.utf8.count > mostScalars
    self.text = visible(isLong ? String(text.unicodeScalars.prefix(mostScalars)) : text)
  }

  /// How many columns the text takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  func makeIterator() -> some IteratorProtocol<Element> {
    text.lazy.map { character in
      if character.isASCII { return Element(character: character, columns: 1) }
      let width = displayWidth(character)
      // A mark without a character to stand on stands on a blank.
      let scalars = (width == 0 ? " " : "").unicodeScalars + character.unicodeScalars.prefix(Self.mostScalars)
      let kept = String(String.UnicodeScalarView(scalars)).first ?? " "
      return Element(character: kept, columns: Swift.max(1, width))
    }.makeIterator()
  }
}
