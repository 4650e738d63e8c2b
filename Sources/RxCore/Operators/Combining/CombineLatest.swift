extension ObservableType {
  /// Sends what `resultSelector` makes of the latest elements of all `sources`, whenever one of them sends and each
  /// has. Completes when all have completed, or when one that never sent makes another element impossible.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  @preconcurrency
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection,
    resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = sources.map { $0.asObservable() }
    return CombineLatest(count: sources.count) { engine in
      let slots = sources.map { engine.slot(for: $0) }
      return { try resultSelector(slots.map { try $0.latest }) }
    }
  }

  /// Sends the latest elements of all `sources`, whenever one of them sends and each has.
  ///
  /// Semantics: ReactiveX, CombineLatest.
  public static func combineLatest<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.combineLatest(sources, resultSelector: { $0 })
  }
}

/// One subscription of `combineLatest`: knows its sources by index, and asks a closure for the result.
///
/// All that follows `enter` is done by one at a time, so the slots need no lock.
final class CombineLatestSink<Output>: SerialSink<Output, Output>, @unchecked Sendable {
  typealias Subscribe = () -> any Disposable

  @exclusivity(unchecked) private var subscribes: [Subscribe] = []
  @exclusivity(unchecked) private var hasValue: [Bool] = []
  @exclusivity(unchecked) private var isDone: [Bool] = []
  @exclusivity(unchecked) private var missing: Int
  @exclusivity(unchecked) private var running: Int
  @exclusivity(unchecked) private var result: (() throws -> Output)?

  init(count: Int, observer: ObserverBase<Output>, cancel: any Cancelable) {
    missing = count
    running = count
    super.init(observer: observer, cancel: cancel)
  }

  /// Room for the latest element of `source`. Slots are asked for in the order in which sources are subscribed.
  func slot<Element>(for source: Observable<Element>) -> CombineLatestSlot<Element, Output> {
    let slot = CombineLatestSlot<Element, Output>(index: subscribes.count, sink: self)
    subscribes.append { source.subscribe(erased: slot) }
    hasValue.append(false)
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

  fileprivate func updated(_ index: Int) {
    if missing > 0, !hasValue[index] {
      hasValue[index] = true
      missing -= 1
    }
    if missing == 0 {
      guard let result, !isDisposed else { return }
      do {
        forwardNext(try result())
      } catch {
        forwardError(error)
      }
    } else if isDone.indices.allSatisfy({ $0 == index || isDone[$0] }) {
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

/// The observer of one source: keeps its latest element.
final class CombineLatestSlot<Element, Output>: ObserverBase<Element>, @unchecked Sendable {
  private let index: Int
  private let sink: CombineLatestSink<Output>
  @exclusivity(unchecked) private var value: Element?

  init(index: Int, sink: CombineLatestSink<Output>) {
    self.index = index
    self.sink = sink
  }

  /// The latest element. Asked for only once every slot has one.
  var latest: Element {
    get throws {
      guard let value else { throw RxError.noElements }
      return value
    }
  }

  override func onNext(_ element: Element) {
    if sink.enter() {
      value = element
      sink.updated(index)
      sink.leave()
    } else {
      sink.postpone { [self] in
        value = element
        sink.updated(index)
      }
    }
  }

  override func onError(_ error: any Error) {
    sink.serially { [sink] in sink.forwardError(error) }
  }

  override func onCompleted() {
    sink.serially { [sink, index] in sink.done(index) }
  }
}

/// The observable behind `combineLatest` of any arity.
final class CombineLatest<Output>: Producer<Output>, @unchecked Sendable {
  private let count: Int
  private let connect: (CombineLatestSink<Output>) -> () throws -> Output

  /// - Parameter connect: asks the sink for a slot for each source and returns what makes a result of the slots.
  init(count: Int, connect: @escaping (CombineLatestSink<Output>) -> () throws -> Output) {
    self.count = count
    self.connect = connect
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CombineLatestSink<Output>(count: count, observer: observer, cancel: cancel)
    return (sink, sink.run(result: connect(sink)))
  }
}
