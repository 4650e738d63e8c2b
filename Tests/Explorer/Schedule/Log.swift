/// The elements that an observer received. The schedule may switch threads before and inside the observer, because each
/// entry is between two points.
public final class Log<Element>: Cell, @unchecked Sendable {
  private let name: String
  private var isBusy = false
  private var elements: [Element] = []
  private var countAtMark: Int?

  public init(_ name: String = "the observer") { self.name = name }

  /// The elements so far. Read them in the observer, or when all threads have ended.
  public var all: [Element] { elements }

  /// Adds an element. Fails the schedule if another element is being added, because observers are called one at a time.
  public func receive(
    _ element: Element, file: StaticString = #filePath, line: UInt = #line, inside body: () -> Void = {}
  ) {
    arrive("call", file, line)
    expect(!isBusy, "\(name) receives \(element) while it receives another one")
    isBusy = true
    elements.append(element)
    didWrite()
    show("\(name) receives \(element)")
    body()
    arrive("return", file, line)
    isBusy = false
    didWrite()
  }

  /// Records that a call that removed the observer has returned. The first such call counts.
  public func markEnd(file: StaticString = #filePath, line: UInt = #line) {
    arrive("mark", file, line)
    countAtMark = countAtMark ?? elements.count
    didWrite()
    show("\(name) is removed")
  }

  /// The number of elements received after `markEnd()`.
  public var countAfterEnd: Int { elements.count - (countAtMark ?? elements.count) }
}
