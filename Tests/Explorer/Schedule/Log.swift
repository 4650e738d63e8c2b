/// The elements that an observer received. Each entry is between two points, so that the schedule may switch before the
/// observer and inside it.
public final class Log<Element>: Cell, @unchecked Sendable {
  private let name: String
  private var isBusy = false
  private var elements: [Element] = []
  private var countAtMark: Int?

  public init(_ name: String = "the observer") { self.name = name }

  /// The elements so far. To be read when all threads have ended, or in the observer.
  public var all: [Element] { elements }

  /// Adds an element. Fails the schedule if another one is being added: observers are called one at a time.
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

  /// Records that the call that removed the observer has returned.
  public func markEnd(file: StaticString = #filePath, line: UInt = #line) {
    arrive("mark", file, line)
    countAtMark = elements.count
    didWrite()
    show("\(name) is removed")
  }

  /// The number of elements received after the mark.
  public var countAfterEnd: Int { elements.count - (countAtMark ?? elements.count) }
}
