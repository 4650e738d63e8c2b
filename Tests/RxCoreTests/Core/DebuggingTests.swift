#if DEBUG
  import Dispatch
  import RxCore
  import Testing

  @Suite("debug builds")
  struct DebuggingTests {
    @Test("a subscription prints its operators, its state, and where it was made")
    func printed() {
      let subject = PublishSubject<Int>()
      let line = #line + 1
      let subscription = subject.map { $0 + 1 }.filter { $0 > 1 }.subscribe(onNext: { _ in })
      #expect("\(subscription)" == "subject > map > filter, subscribed at RxCoreTests/DebuggingTests.swift:\(line)")
      subject.onCompleted()
      #expect("\(subscription)" == "an ended subscription")
    }

    @Test("a subscription prints its source")
    func printedSources() {
      let created = Observable<Int>.create { _ in Disposables.create() }
        .debounce(.never, scheduler: MainScheduler.instance)
      let disposal = created.subscribe(onNext: { _ in }, onDisposed: {})
      #expect("\(disposal)".hasPrefix("create > debounce, subscribed at "))
      disposal.dispose()
      #expect("\(disposal)" == "an ended subscription")
      let retried = PublishSubject<Int>().retry(when: { $0 }).ifEmpty(default: 0).subscribe()
      #expect("\(retried)".hasPrefix("subject > retryWhen > switchIfEmpty, subscribed at "))
      let subject = BehaviorSubject(value: 0)
      let direct = subject.subscribe(onNext: { _ in })
      #expect("\(direct)" == "subject")
      withExtendedLifetime(subject) {}
      let merged = Observable.merge(.never(), PublishSubject<Int>()).subscribe()
      #expect("\(merged)".hasSuffix("merge, subscribed at RxCoreTests/DebuggingTests.swift:\(#line - 1)"))
    }

    @Test("a subscription prints that a stage waits for its source, but not that its source has completed")
    func printedWaiting() {
      let waiting = PublishSubject<Int>().delaySubscription(.never, scheduler: MainScheduler.instance).map { $0 }
        .subscribe()
      #expect("\(waiting)".hasPrefix("waiting > resource > map, subscribed at "))
      let outer = PublishSubject<PublishSubject<Int>>()
      let merged = outer.flatMap { $0 }.subscribe()
      outer.onNext(PublishSubject())
      outer.onCompleted()
      #expect("\(merged)".hasPrefix("merge, subscribed at "))
    }

    @Test("a subscription prints operators that override run(_:cancel:), and what is upstream of them")
    func printedOwnOperators() {
      let subject = PublishSubject<Int>()
      let own = Passing(Passing(subject.map { $0 }))
      let subscription = own.subscribe(onNext: { _ in })
      #expect("\(subscription)".hasPrefix("subject > map > passing > passing, subscribed at "))
      #expect("\(own.filter { _ in true }.subscribe())".hasPrefix("subject > map > passing > passing > filter, "))
      subject.onCompleted()
      #expect("\(subscription)" == "an ended subscription")
    }

    @Test("every form of a subscription knows its place")
    @MainActor func printedPlaces() {
      let never = Observable<Int>.never()
      let driver = never.map { $0 }.asDriver(onErrorJustReturn: 0)
      let places = [
        (never.map { $0 }.subscribe { _ in }, #line),
        (never.map { $0 }.asInfallible(onErrorJustReturn: 0).subscribe { _ in }, #line),
        (never.asSingle().subscribe { _ in }, #line),
        (never.asMaybe().subscribe { _ in }, #line),
        (never.ignoreElements().asCompletable().subscribe { _ in }, #line),
        (driver.drive(), #line),
        (never.map { $0 }.asSignal(onErrorJustReturn: 0).emit(), #line),
      ]
      for (subscription, line) in places {
        #expect("\(subscription)".hasSuffix(", subscribed at RxCoreTests/DebuggingTests.swift:\(line)"))
        subscription.dispose()
      }
    }

    @Test("a composite that contains itself prints its other contents")
    func printedCycle() {
      let composite = CompositeDisposable()
      _ = composite.insert(composite)
      let never = Observable<Int>.create { _ in Disposables.create() }
      _ = composite.insert(never.subscribe(onNext: { _ in }))
      #expect("\(composite)".hasPrefix("create, subscribed at "))
      composite.dispose()
    }

    @Test("two threads that emit through one subscription at the same time are reported once, with the cure")
    func overlap() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for _ in 0..<2 { emitOnTwoThreads { Observable.create($0).map { $0 } } }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.split(separator: "two threads emitted").count == 2, "\(text)")
      #expect(text.contains("at the same time: create, "))
      #expect(text.contains("or into a subject"))
    }

    @Test("an end that overlaps an element is reported, too")
    func overlappingEnd() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        emitOnTwoThreads(second: .completed) { Observable.create($0).map { $0 } }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("two threads emitted"), "\(text)")
    }

    @Test("re-entrant events, and events of several threads that a subject passes on, are not reported")
    func noOverlap() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        emitOnTwoThreads { subscribe in
          Observable.create { observer in
            let subject = PublishSubject<Int>()
            return Disposables.create(subject.subscribe(observer), subscribe(subject.asObserver()))
          }
        }
        let source = UntidySource<Int>()
        let subscription = source.map { $0 }.subscribe(onNext: { if $0 < 2 { source.send(.next($0 + 1)) } })
        source.send(.next(0))
        subscription.dispose()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(!text.contains("two threads"))
    }
  }

  private final class PassingSink: Sink<Int, Int>, @unchecked Sendable {
    override func onNext(_ element: Int) { forwardNext(element) }
  }

  private final class Passing: Producer<Int>, @unchecked Sendable {
    private let source: Observable<Int>

    init(_ source: Observable<Int>) { self.source = source }

    override func run(
      _ observer: ObserverBase<Int>, cancel: any Cancelable
    ) -> (sink: any Disposable, subscription: any Disposable) {
      let sink = PassingSink(observer: observer, cancel: cancel)
      return (sink, source.subscribe(sink))
    }
  }

  /// Subscribes to the sequence that `make` returns. The source emits on one thread, and while an observer receives that
  /// event, on another.
  private func emitOnTwoThreads(
    second: Event<Int> = .next(2),
    _ make: (@escaping @Sendable (AnyObserver<Int>) -> any Disposable) -> Observable<Int>
  ) {
    let entered = DispatchSemaphore(value: 0)
    let emitted = DispatchSemaphore(value: 0)
    let sequence = make { observer in
      DispatchQueue.global().async {
        entered.wait()
        observer.on(second)
        emitted.signal()
      }
      observer.onNext(1)
      return Disposables.create()
    }
    let subscription = sequence.subscribe(onNext: { element in
      if element == 2 { return }
      entered.signal()
      emitted.wait()
    })
    subscription.dispose()
  }
#endif
