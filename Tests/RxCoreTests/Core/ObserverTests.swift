import RxCore
import TestSupport
import Testing

@Suite("Observers")
struct ObserverTests {
  private final class OnAlone: ObserverType, Sendable {
    let log = Recording<String>()

    func on(_ event: Event<Int>) { log.add(event.debugDescription) }
  }

  private final class AllFour: ObserverType, Sendable {
    let log = Recording<String>()

    func on(_ event: Event<Int>) { log.add(event.debugDescription) }
    func onNext(_ element: Int) { log.add("onNext \(element)") }
    func onError(_ error: any Error) { log.add("onError") }
    func onCompleted() { log.add("onCompleted") }
  }

  @Test("an observer that implements only on(_:) receives the events of all four methods")
  func onAlone() {
    let observer = OnAlone()
    observer.onNext(1)
    observer.onError(RxError.timeout)
    observer.onCompleted()
    let subject = PublishSubject<Int>()
    _ = subject.map { $0 + 1 }.subscribe(observer)
    subject.onNext(1)
    subject.onCompleted()
    #expect(
      observer.log.elements == ["next(1)", "error(Sequence timeout.)", "completed", "next(2)", "completed"])
  }

  @Test("an observer that also has methods named onNext, onError and onCompleted receives all events through on(_:)")
  func allFour() {
    func emit<Observer: ObserverType>(into observer: Observer) where Observer.Element == Int {
      observer.onNext(1)
      observer.onError(RxError.timeout)
      observer.onCompleted()
    }
    let observer = AllFour()
    emit(into: observer)
    emit(into: AnyObserver(observer))
    emit(into: observer.asObserver())
    emit(into: observer.mapObserver { (element: Int) in element })
    let events = ["next(1)", "error(Sequence timeout.)", "completed"]
    #expect(observer.log.elements == events + events + events + events)
  }

  @Test("a subscribed observer receives all events through on(_:)", arguments: 0..<4)
  func subscribesAllFour(form: Int) {
    let observer = AllFour()
    for source in [Observable.just(1), .error(RxError.timeout)] {
      let subscriptions: [(Observable<Int>) -> any Disposable] = [
        { $0.subscribe(observer) }, { $0.bind(to: observer) }, { $0.map { $0 }.bind(to: observer, AllFour()) },
        { $0.share().subscribe(observer) },
      ]
      subscriptions[form](source).dispose()
    }
    #expect(observer.log.elements == ["next(1)", "completed", "error(Sequence timeout.)"])
  }

  @Test("AnyObserver forwards each event to its closure or its observer")
  func anyObserver() {
    let log = Recording<String>()
    let closure = AnyObserver<Int> { log.add($0.debugDescription) }
    for observer in [closure, AnyObserver(closure), closure.asObserver(), AnyObserver(OnAlone())] {
      observer.on(.next(1))
      observer.onNext(2)
      observer.onError(RxError.timeout)
      observer.onCompleted()
    }
    let once = ["next(1)", "next(2)", "error(Sequence timeout.)", "completed"]
    #expect(log.elements == once + once + once)
  }

  @Test("mapObserver transforms elements, and forwards an error that its closure throws")
  func mapObserver() {
    let target = OnAlone()
    let observer: AnyObserver<String> = target.mapObserver { text in
      guard let number = Int(text) else { throw RxError.argumentOutOfRange }
      return number
    }
    observer.onNext("1")
    observer.onNext("x")
    observer.onCompleted()
    #expect(target.log.elements == ["next(1)", "error(Argument out of range.)", "completed"])
  }
}
