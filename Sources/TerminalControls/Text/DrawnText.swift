/// Text as a canvas draws it: visible characters, each one or two columns wide.
struct DrawnText: Sequence {
  /// A visible character and its width.
  struct Element {
    let character: Character
    let columns: Int
  }

  /// The maximum number of code points drawn per character. More combining marks would only enlarge the output.
  private static let mostScalars = 16

  private let text: String

  /// Converts `text` to visible characters.
  ///
  /// - Parameter columns: the width to be drawn. At most 16 code points for each column are converted; `nil` converts
  ///   the whole text.
  init(_ text: String, columns: Int? = nil) {
    let mostScalars = columns.map { Swift.max(0, $0) * Self.mostScalars } ?? .max
    let isLong = text.utf8.count > mostScalars
    self.text = visible(isLong ? String(text.unicodeScalars.prefix(mostScalars)) : text)
  }

  /// The width of the text in columns.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  func makeIterator() -> some IteratorProtocol<Element> {
    text.lazy.map { character in
      if character.isASCII { return Element(character: character, columns: 1) }
      let width = displayWidth(character)
      // A combining mark without a base character is drawn on a blank.
      let scalars = (width == 0 ? " " : "").unicodeScalars + character.unicodeScalars.prefix(Self.mostScalars)
      let kept = String(String.UnicodeScalarView(scalars)).first ?? " "
      return Element(character: kept, columns: Swift.max(1, width))
    }.makeIterator()
  }
}
