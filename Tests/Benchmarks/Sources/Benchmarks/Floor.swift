// The least that each task takes: what someone would write who needs neither safety nor order nor disposal. Generic, as
// a library's is, but compiled together with the benchmarks.

/// The didSet observable, as it is usually written.
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

/// An array of closures that are called in turn.
final class FloorSubject<Element> {
  private var observers: [(Element) -> Void] = []

  func subscribe(_ observer: @escaping (Element) -> Void) {
    observers.append(observer)
  }

  func send(_ element: Element) {
    for observer in observers { observer(element) }
  }

  func removeAll() {
    observers = []
  }
}

/// A chain of closures: each stage is one that calls the next. The stages are not inlined into each other, which would
/// leave an addition of the whole chain.
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
}
