import RxCore
import Testing

@Suite("Event and RxError")
struct EventTests {
  @Test("an event has properties for its kind, its element and its error")
  func properties() {
    let next = Event.next(1)
    let error = Event<Int>.error(RxError.timeout)
    let completed = Event<Int>.completed
    #expect(next.element == 1)
    #expect(next.error == nil)
    #expect(!next.isStopEvent)
    #expect(!next.isCompleted)
    #expect(error.element == nil)
    #expect(error.error is RxError)
    #expect(error.isStopEvent)
    #expect(!error.isCompleted)
    #expect(completed.isStopEvent)
    #expect(completed.isCompleted)
    #expect(next.event.element == 1)
  }

  @Test("an event is described by its kind and its value")
  func description() {
    #expect("\(Event.next(1))" == "next(1)")
    #expect("\(Event<Int>.completed)" == "completed")
    #expect("\(Event<Int>.error(RxError.noElements))" == "error(Sequence doesn't contain any elements.)")
  }

  @Test("map transforms the element only, and an error that it throws becomes an error event")
  func map() {
    #expect(Event.next(1).map { "\($0)" }.element == "1")
    #expect(Event<Int>.completed.map { "\($0)" }.isCompleted)
    #expect(Event<Int>.error(RxError.timeout).map { $0 + 1 }.error is RxError)
    let failed = Event.next(1).map { _ -> Int in throw RxError.overflow }
    guard case .error(RxError.overflow) = failed else {
      Issue.record("\(failed)")
      return
    }
  }

  @Test("each error of the library has its own description")
  func errors() {
    let descriptions = [
      RxError.unknown, .disposed(object: "it"), .overflow, .argumentOutOfRange, .noElements, .moreThanOneElement,
      .timeout,
    ].map(\.debugDescription)
    #expect(Set(descriptions).count == 7)
    #expect(RxError.disposed(object: "it").debugDescription == "Object `it` was already disposed.")
  }
}
