extension ObservableType {
  /// Sends what `resultSelector` makes of the first elements of all `sources`, then of the second ones, and so on, each
  /// when the last of them has come. Elements that come early wait.
  ///
  /// An error of any source, or thrown by `resultSelector`, ends the sequence. It completes when all sources have, or
  /// when the only one that has not sends an element that cannot be matched any more. Without sources it completes.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = sources.map { $0.asObservable() }
    return Zip(count: sources.count, completesOnUnmatched: true) { sink in
      let slots = sources.map { sink.slot(for: $0) }
      return { try resultSelector(slots.map { $0.next() }) }
    }
  }

  /// Sends the first elements of all `sources`, then the second ones, and so on. See ``zip(_:resultSelector:)``.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.zip(sources, resultSelector: { $0 })
  }
}

/// One subscription of `zip`: knows its sources by index, and asks a closure for the result.
///
/// All that follows `enter` is done by one at a time, so the slots need no lock.
final class ZipSink<Output>: SerialSink<Output, Output>, @unchecked Sendable {
  private var subscribes: [() -> any Disposable] = []
  private var isDone: [Bool] = []
  /// How many slots are empty, and how many sources have not completed.
  private var missing: Int
  private var running: Int
  private let completesOnUnmatched: Bool
  private var result: (() throws -> Output)?

  init(count: Int, completesOnUnmatched: Bool, observer: ObserverBase<Output>, cancel: any Cancelable) {
    missing = count
    running = count
    self.completesOnUnmatched = completesOnUnmatched
    super.init(observer: observer, cancel: cancel)
  }

  /// Room for the elements of `source` that wait. Slots are asked for in the order in which sources are subscribed.
  func slot<Element>(for source: Observable<Element>) -> ZipSlot<Element, Output> {
    let slot = ZipSlot<Element, Output>(index: subscribes.count, sink: self)
    subscribes.append { source.subscribe(erased: slot) }
    isDone.append(false)
    return slot
  }

  func run(result: @escaping () throws -> Output) -> any Disposable {
    self.result = result
    if subscribes.isEmpty {
      forwardCompleted()
      return Disposables.create()
    }
    let group = CompositeDisposable()
    for subscribe in subscribes where !isDisposed { _ = group.insert(subscribe()) }
    return group
  }

  override func dispose() {
    super.dispose()
    serially {
      // The closure refers to the slots, and these to the sink.
      self.result = nil
      self.subscribes = []
    }
  }

  fileprivate func slotFilled() { missing -= 1 }

  fileprivate func slotEmptied() { missing += 1 }

  fileprivate func updated() {
    if missing == 0 {
      guard let result, !isDisposed else { return }
      do {
        forwardNext(try result())
      } catch {
        forwardError(error)
      }
    } else if completesOnUnmatched, running == 1 {
      forwardCompleted()
    }
  }

  fileprivate func done(_ index: Int) {
    guard !isDone[index] else { return }
    isDone[index] = true
    running -= 1
    if running == 0 { forwardCompleted() }
  }
}

/// The observer of one source: keeps the elements that wait for those of the others.
final class ZipSlot<Element, Output>: ObserverBase<Element>, @unchecked Sendable {
  private let index: Int
  private let sink: ZipSink<Output>
  private let elements = Queue<Element>()

  init(index: Int, sink: ZipSink<Output>) {
    self.index = index
    self.sink = sink
  }

  /// Takes out the oldest element. Called only while every slot has one.
  func next() -> Element {
    let element = elements.removeFirst()
    if elements.isEmpty { sink.slotEmptied() }
    return element
  }

  override func onNext(_ element: Element) {
    if sink.enter() {
      append(element)
      sink.leave()
    } else {
      sink.postpone { [self] in append(element) }
    }
  }

  private func append(_ element: Element) {
    if sink.isDisposed { return }
    if elements.isEmpty { sink.slotFilled() }
    elements.append(element)
    sink.updated()
  }

  override func onError(_ error: any Error) {
    sink.serially { [sink] in sink.forwardError(error) }
  }

  override func onCompleted() {
    sink.serially { [sink, index] in sink.done(index) }
  }
}

/// The observable behind `zip` of any arity.
final class Zip<Output>: Producer<Output>, @unchecked Sendable {
  private let count: Int
  private let completesOnUnmatched: Bool
  private let connect: (ZipSink<Output>) -> () throws -> Output

  /// - Parameters:
  ///   - completesOnUnmatched: whether to complete when the only source still running sends an element that cannot be
  ///     matched any more. RxSwift's collections do, its arities wait for the end of that source.
  ///   - connect: asks the sink for a slot for each source and returns what makes a result of the slots.
  init(
    count: Int, completesOnUnmatched: Bool = false, connect: @escaping (ZipSink<Output>) -> () throws -> Output
  ) {
    self.count = count
    self.completesOnUnmatched = completesOnUnmatched
    self.connect = connect
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = ZipSink<Output>(
      count: count, completesOnUnmatched: completesOnUnmatched, observer: observer, cancel: cancel)
    return (sink, sink.run(result: connect(sink)))
  }
}
