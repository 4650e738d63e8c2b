import RxCore
import TestSupport
import Testing

@Suite("Observers")
struct ObserverTests {
  private final class OnAlone: ObserverType, Sendable {
    let log = Log<String>()

    func on(_ event: Event<Int>) { log.add(event.debugDescription) }
  }

  private final class AllFour: ObserverType, Sendable {
    let log = Log<String>()

    func on(_ event: Event<Int>) { log.add("on \(event)") }
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
      observer.log.entries == ["next(1)", "error(Sequence timeout.)", "completed", "next(2)", "completed"])
  }

  @Test("an observer that implements all four methods is called through onNext, onError and onCompleted")
  func allFour() {
    let observer = AllFour()
    let subject = PublishSubject<Int>()
    _ = subject.subscribe(observer)
    subject.on(.next(1))
    subject.on(.completed)
    #expect(observer.log.entries == ["onNext 1", "onCompleted"])
  }

  @Test("AnyObserver forwards each event to its closure or its observer")
  func anyObserver() {
    let log = Log<String>()
    let closure = AnyObserver<Int> { log.add($0.debugDescription) }
    for observer in [closure, AnyObserver(closure), closure.asObserver(), AnyObserver(OnAlone())] {
      observer.on(.next(1))
      observer.onNext(2)
      observer.onError(RxError.timeout)
      observer.onCompleted()
    }
    let once = ["next(1)", "next(2)", "error(Sequence timeout.)", "completed"]
    #expect(log.entries == once + once + once)
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
    #expect(target.log.entries == ["next(1)", "error(Argument out of range.)", "completed"])
  }
}
