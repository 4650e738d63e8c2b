/// Assigns symbols to elements: an element whose description is a single letter or digit is its own symbol; others get
/// a free letter, which the legend explains.
struct MarbleSymbols<Element> {
  private let isSame: (Element, Element) -> Bool
  private var entries: [(symbol: Character, element: Element)] = []
  private var used: Set<Character>
  private var free: ArraySlice<Character>

  /// - Parameter known: symbols that are assigned already and keep their meaning.
  init(known: [(symbol: Character, element: Element)] = [], isSame: @escaping (Element, Element) -> Bool) {
    self.isSame = isSame
    self.entries = known
    self.used = Set(known.map(\.symbol))
    self.free = MarbleSymbol.pool[...]
  }

  /// The symbol of `element`.
  mutating func symbol(of element: Element) -> Character {
    if let known = entries.first(where: { isSame($0.element, element) }) { return known.symbol }
    let symbol = Self.own(String(describing: element), unless: used) ?? nextFree()
    // The fallback symbol stands for many elements, so the legend does not list them.
    if symbol != MarbleSymbol.other { entries.append((symbol, element)) }
    used.insert(symbol)
    return symbol
  }

  /// Lines that explain `symbols`, except for elements that are their own symbol.
  func legend(of symbols: Set<Character>) -> [String] {
    var lines = entries.filter { symbols.contains($0.symbol) && String(describing: $0.element) != String($0.symbol) }
      .map { "\($0.symbol) = \(String(describing: $0.element).escapingControls)" }
    if symbols.contains(MarbleSymbol.other) { lines.append("\(MarbleSymbol.other) = another element") }
    return lines
  }

  private static func own(_ description: String, unless used: Set<Character>) -> Character? {
    guard let symbol = MarbleSymbol.own(description), !used.contains(symbol) else { return nil }
    return symbol
  }

  private mutating func nextFree() -> Character {
    while let symbol = free.popFirst() {
      if !used.contains(symbol) { return symbol }
    }
    return MarbleSymbol.other
  }
}

/// The symbols available for elements.
enum MarbleSymbol {
  /// Stands for all elements once no letter is left.
  static let other: Character = "?"

  /// The letters assigned to longer elements, in this order.
  static let pool: [Character] =
    Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    + (0xC0...0x24F).compactMap { Unicode.Scalar($0 as UInt32).map { Character($0) } }.filter(\.isLetter)

  /// The symbol of an element with this description, if the element is its own symbol.
  static func own(_ description: String) -> Character? {
    guard description.count == 1, let symbol = description.first, symbol.isLetter || symbol.isNumber else { return nil }
    return symbol
  }
}
