// Minimal solutions to the tasks, without thread safety, ordering guarantees or disposal. They are generic, like a
// library, but the compiler can specialise them, because they are in the benchmarks' module.

/// The usual didSet observable.
final class FloorObservable<Value> {
  struct Entry {
    weak var observer: AnyObject?
    let block: (Value) -> Void
  }

  private var observers: [Entry] = []

  var value: Value {
    didSet { notifyObservers() }
  }

  init(_ value: Value) {
    self.value = value
  }

  func observe(on observer: AnyObject, observerBlock: @escaping (Value) -> Void) {
    observers.append(Entry(observer: observer, block: observerBlock))
    observerBlock(value)
  }

  func remove(observer: AnyObject) {
    observers = observers.filter { $0.observer !== observer }
  }

  private func notifyObservers() {
    for observer in observers { observer.block(value) }
  }
}

/// An array of closures that are called one after the other.
final class FloorSubject<Element> {
  private var observers: [(Element) -> Void] = []

  func subscribe(_ observer: @escaping (Element) -> Void) {
    observers.append(observer)
  }

  func emit(_ element: Element) {
    for observer in observers { observer(element) }
  }

  func removeAll() {
    observers = []
  }

  /// The subject as the source of a chain.
  var stream: FloorStream<Element> { FloorStream { [unowned self] next in subscribe(next) } }
}

/// A chain of closures, each of which calls the next one. The closures are not inlined into each other, because
/// that would reduce the whole chain to one addition.
struct FloorStream<Element> {
  let subscribe: (@escaping (Element) -> Void) -> Void

  @inline(never)
  func map<Result>(_ transform: @escaping (Element) -> Result) -> FloorStream<Result> {
    FloorStream<Result> { next in
      subscribe { next(transform($0)) }
    }
  }

  @inline(never)
  func filter(_ isIncluded: @escaping (Element) -> Bool) -> FloorStream {
    FloorStream { next in
      subscribe { if isIncluded($0) { next($0) } }
    }
  }

  @inline(never)
  func flatMap<Result>(_ selector: @escaping (Element) -> FloorStream<Result>) -> FloorStream<Result> {
    FloorStream<Result> { next in
      subscribe { selector($0).subscribe(next) }
    }
  }

  @inline(never)
  static func just(_ element: Element) -> FloorStream {
    FloorStream { next in next(element) }
  }

  @inline(never)
  static func from(_ elements: [Element]) -> FloorStream {
    FloorStream { next in
      for element in elements { next(element) }
    }
  }
}
