/// The Markdown that is generated from the list of operators.
extension OperatorList {
  /// A page whose groups are generated.
  enum Page: String, CaseIterable {
    case observable = "ObservableType"
    case infallible = "InfallibleType"
    case trait = "PrimitiveSequenceType"
    case primitiveSequence = "PrimitiveSequence"
    case shared = "SharedSequenceConvertibleType"
    case sharedSequence = "SharedSequence"
    case convertible = "ObservableConvertibleType"

    var file: String { "Sources/RxCore/RxCore.docc/Extensions/\(rawValue).md" }
  }

  /// An operator, or one of its overloads.
  struct Entry {
    /// The symbol on its pages, or the path of an operator that is on none of them.
    let symbol: String
    let pages: [Page]
    /// The text of the link in the tables.
    let label: String
    /// The rows of the tables that contain the operator.
    let tasks: [String]

    init(_ symbol: String, _ pages: Page..., as label: String? = nil, for tasks: String...) {
      self.init(symbol, pages, as: label, for: tasks)
    }

    init(_ symbol: String, _ pages: [Page], as label: String? = nil, for tasks: [String] = []) {
      self.symbol = symbol
      self.pages = pages
      self.label = label ?? String(symbol.prefix { $0 != "(" })
      self.tasks = tasks
    }

    /// The link in the tables, which is to the first of the pages.
    fileprivate var link: String { "[\(label)](doc:\(pages.first.map { "\($0.rawValue)/" } ?? "")\(symbol))" }
  }

  /// A group of operators.
  struct Section {
    let title: String?
    let entries: [Entry]

    init(_ title: String?, _ entries: [Entry]) {
      self.title = title
      self.entries = entries
    }
  }

  /// A table of the article. Its rows are tasks.
  struct Table {
    let need: String
    let tasks: [String]

    init(_ need: String, _ tasks: [String]) {
      self.need = need
      self.tasks = tasks
    }
  }

  static let entries = sections.flatMap(\.entries)

  /// The tables of the article.
  static var articleTables: String {
    tables.map { table in
      let rows = table.tasks.map { task in
        let links = entries.filter { $0.tasks.contains(task) }.map(\.link)
        return "| \(task) | \(links.joined(separator: ", ")) |"
      }
      return (["| \(table.need) | operator |", "| --- | --- |"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// The text of a page with the groups of this list. Other groups, such as those for subscribing, stay as they are, and
  /// so does the order of the groups. A missing heading is returned as an error.
  static func updated(_ text: String, of page: Page) throws(MissingHeading) -> String {
    var text = text
    for section in sections {
      let lines = section.entries.filter { $0.pages.contains(page) }.map { "- ``\($0.symbol)``\n" }
      guard let title = section.title, !lines.isEmpty else { continue }
      guard let start = text.firstRange(of: "\n### \(title)\n\n")?.upperBound else {
        throw MissingHeading(page: page, title: title)
      }
      let end = text[start...].firstRange(of: "\n\n").map { text.index(after: $0.lowerBound) } ?? text.endIndex
      text.replaceSubrange(start..<end, with: lines.joined())
    }
    return text
  }

  struct MissingHeading: Error, CustomStringConvertible {
    let page: Page
    let title: String
    var description: String { "\(page.file) needs the heading \"### \(title)\"" }
  }
}
