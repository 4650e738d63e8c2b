/// Which sign stands for which element in a picture: the element itself if it reads as one letter or digit, else a letter
/// that is free, explained by the legend.
struct MarbleSymbols<Element> {
  private let isSame: (Element, Element) -> Bool
  private var entries: [(sign: Character, element: Element)] = []
  private var used: Set<Character>
  private var free: ArraySlice<Character>

  /// `known` signs keep their meaning; those in `reserved` are not given to others.
  init(
    known: [(sign: Character, element: Element)] = [], reserved: Set<Character> = [],
    isSame: @escaping (Element, Element) -> Bool
  ) {
    self.isSame = isSame
    self.entries = known
    self.used = reserved.union(known.map(\.sign))
    self.free = MarbleSign.pool[...]
  }

  /// The sign of `element`.
  mutating func sign(of element: Element) -> Character {
    if let known = entries.first(where: { isSame($0.element, element) }) { return known.sign }
    let sign = Self.own(String(describing: element), unless: used) ?? nextFree()
    // The last of all stands for many, and for none in the legend.
    if sign != MarbleSign.other { entries.append((sign, element)) }
    used.insert(sign)
    return sign
  }

  /// What the signs of `signs` mean, where they do not stand for themselves.
  func legend(of signs: Set<Character>) -> [String] {
    var lines = entries.filter { signs.contains($0.sign) && String(describing: $0.element) != String($0.sign) }
      .map { "\($0.sign) = \(String(describing: $0.element))" }
    if signs.contains(MarbleSign.other) { lines.append("\(MarbleSign.other) = another element") }
    return lines
  }

  private static func own(_ description: String, unless used: Set<Character>) -> Character? {
    guard let sign = MarbleSign.own(description), !used.contains(sign) else { return nil }
    return sign
  }

  private mutating func nextFree() -> Character {
    while let sign = free.popFirst() {
      if !used.contains(sign) { return sign }
    }
    return MarbleSign.other
  }
}

/// The signs that a diagram has for elements.
enum MarbleSign {
  /// Stands for all elements for which no letter is left.
  static let other: Character = "?"

  /// What is given, in this order, to elements that are longer than a sign.
  static let pool: [Character] =
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    + (0xC0...0x24F).compactMap { Unicode.Scalar($0 as UInt32).map { Character($0) } }.filter(\.isLetter)

  /// The sign that an element is by itself.
  static func own(_ description: String) -> Character? {
    guard description.count == 1, let sign = description.first, sign.isLetter || sign.isNumber else { return nil }
    return sign
  }
}
