import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("subscribe")
struct SubscribeTests {
  private final class Screen: Sendable {
    let log = Recording<String>()
  }

  @MainActor
  private final class MainScreen {
    var lines: [String] = []
    private let key: DispatchSpecificKey<Bool>
    var wasOnMainQueue = true

    init() {
      key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
    }

    func add(_ line: String) {
      lines.append(line)
      if DispatchQueue.getSpecific(key: key) != true { wasOnMainQueue = false }
    }
  }

  @Test("the closures are called in the order elements, terminal event, disposal")
  func order() {
    let subject = PublishSubject<Int>()
    let log = Recording<String>()
    let subscription = subject.subscribe(
      onNext: { log.add("\($0)") }, onError: { log.add("\($0)") }, onCompleted: { log.add("completed") },
      onDisposed: { log.add("disposed") })
    subject.onNext(1)
    subject.onCompleted()
    #expect(log.elements == ["1", "completed", "disposed"])
    subscription.dispose()
    #expect(log.elements.count == 3)
  }

  @Test("onDisposed is called after onError")
  func error() {
    let subject = PublishSubject<Int>()
    let log = Recording<String>()
    _ = subject.subscribe(onError: { _ in log.add("error") }, onDisposed: { log.add("disposed") })
    subject.onError(RxError.timeout)
    #expect(log.elements == ["error", "disposed"])
  }

  @Test("a closure that receives all events receives none after the terminal one")
  func stops() {
    let source = RawSource()
    let log = Recording<String>()
    let subscription = source.subscribe { log.add("\($0)") }
    for event in [Event.next(1), .completed, .next(2), .completed, .error(RxError.timeout)] { source.send(event) }
    #expect(log.elements == ["next(1)", "completed"])
    subscription.dispose()
    source.forget()
  }

  @Test("disposal calls only onDisposed, once, after the source is freed")
  func disposalAlone() {
    let subject = PublishSubject<Int>()
    let log = Recording<String>()
    let subscription = subject.map { $0 }.subscribe(
      onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") },
      onDisposed: { log.add("disposed, \(subject.hasObservers)") })
    subscription.dispose()
    subscription.dispose()
    subject.onNext(1)
    #expect(log.elements == ["disposed, false"])
  }

  @Test(
    "a disposal inside a disposal has freed its source when it returns, however long both chains are",
    arguments: [(10, 10), (40, 30), (63, 1), (200, 200)])
  func nestedDisposal(outer: Int, inner: Int) {
    final class Closing: Disposable {
      let action: @Sendable () -> Void
      init(_ action: @escaping @Sendable () -> Void) { self.action = action }
      func dispose() { action() }
    }
    func chain(_ length: Int, whenDisposed action: @escaping @Sendable () -> Void) -> Observable<Int> {
      let source = Observable<Int>.create { _ in
        if length.isMultiple(of: 20) { return Closing(action) }
        return Disposables.create(with: action)
      }
      return (0..<length).reduce(source) { chain, _ in chain.map { $0 } }
    }
    let log = Recording<String>()
    let other = chain(inner) { log.add("inner source") }.subscribe()
    let subscription = chain(outer) {
      other.dispose()
      log.add("inner disposed")
    }.subscribe()
    subscription.dispose()
    log.add("outer disposed")
    #expect(log.elements == ["inner source", "inner disposed", "outer disposed"])
  }

  @Test("subscribe without closures runs the source")
  func withoutClosures() {
    let log = Recording<String>()
    _ = Observable<Int>.create { observer in
      log.add("run")
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create { log.add("disposed") }
    }.subscribe()
    #expect(log.elements == ["run", "disposed"])
  }

  @Test(
    "nothing is retained after a terminal event or disposal, even if the disposable is kept", arguments: [true, false])
  func retainsNothing(disposes: Bool) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    let subscription: any Disposable
    do {
      let tracked = lifetimes.make()
      subscription = subject.subscribe(onNext: { _ in tracked.touch() })
    }
    #expect(lifetimes.alive == 1)
    if disposes { subscription.dispose() } else { subject.onCompleted() }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(subscription) {}
  }

  // MARK: with an object

  @Test("with: passes the object to the closures, and holds it weakly")
  func withObject() {
    let subject = PublishSubject<Int>()
    var screen: Screen? = Screen()
    let log = screen?.log
    weak let weakScreen = screen
    let subscription = screen.map { screen in
      subject.subscribe(
        with: screen, onNext: { screen, element in screen.log.add("\(element)") },
        onCompleted: { $0.log.add("completed") }, onDisposed: { $0.log.add("disposed") })
    }
    subject.onNext(1)
    screen = nil
    #expect(weakScreen == nil)
    subject.onNext(2)
    subject.onCompleted()
    #expect(log?.elements == ["1"])
    subscription?.dispose()
  }

  @Test("with: nonisolated closures are called on the emitting thread")
  func withAllClosures() {
    let screen = Screen()
    let failing = PublishSubject<Int>()
    let subscriptions = [
      failing.subscribe(
        with: screen, onNext: { $0.log.add("\($1)") }, onError: { screen, _ in screen.log.add("error") },
        onDisposed: { $0.log.add("disposed") })
    ]
    failing.onNext(1)
    failing.onError(RxError.timeout)
    #expect(screen.log.elements == ["1", "error", "disposed"])
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test("with: main-actor closures are called on the main queue, in order, for events from any thread")
  @MainActor
  func withMainActor() async {
    let screen = MainScreen()
    let subject = PublishSubject<Int>()
    await withCheckedContinuation { continuation in
      let subscription = subject.subscribe(
        with: screen, onNext: { $0.add("\($1)") }, onCompleted: { $0.add("completed") },
        onDisposed: {
          $0.add("disposed")
          continuation.resume()
        })
      DispatchQueue.global().async {
        for element in 0..<100 { subject.onNext(element) }
        subject.onCompleted()
      }
      withExtendedLifetime(subscription) {}
    }
    #expect(screen.lines == (0..<100).map { "\($0)" } + ["completed", "disposed"])
    #expect(screen.wasOnMainQueue)
  }

  @Test("with: an element emitted on the main queue is delivered to the main actor inline")
  @MainActor
  func inlineOnMainActor() {
    let screen = MainScreen()
    let subject = PublishSubject<Int>()
    let subscription = subject.subscribe(with: screen, onNext: { $0.add("\($1)") })
    subject.onNext(1)
    #expect(screen.lines == ["1"])
    subscription.dispose()
  }

  @Test("with: after disposal on the main actor, waiting elements are not delivered")
  @MainActor
  func nothingAfterDisposalOnMainActor() async {
    let screen = MainScreen()
    let subject = PublishSubject<Int>()
    let subscription = subject.subscribe(with: screen, onNext: { $0.add("\($1)") })
    // The test occupies the main queue, so the elements from another thread must wait.
    DispatchQueue.global().sync { for element in 0..<10 { subject.onNext(element) } }
    subscription.dispose()
    await mainQueueRound()
    #expect(screen.lines.isEmpty)
  }

  @Test("with: a nonisolated closure is called inline")
  func nonisolatedStaysInline() {
    let screen = Screen()
    let subject = PublishSubject<Int>()
    let subscription = subject.subscribe(with: screen, onNext: { $0.log.add("\($1)") })
    subject.onNext(1)
    #expect(screen.log.elements == ["1"])
    subscription.dispose()
  }
}
