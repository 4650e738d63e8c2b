import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("ControlEvent")
struct ControlEventTests {
  private let probe = SourceProbe<Int>()

  @MainActor
  @Test("a subscription on the main queue starts immediately, and receives the elements of the source")
  func subscribesInline() {
    let event = ControlEvent(events: probe.observable)
    let recording = event.record()
    #expect(probe.subscriptions == 1)
    probe.send(1)
    probe.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(event.asControlEvent().asObservable().record().elements == [])
    #expect(probe.subscriptions == 2)
  }

  @Test("a subscription from another thread is made and disposed on the main queue")
  func subscribesOnMain() async throws {
    let log = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let event = ControlEvent(
      events: Observable<Int>.create { _ in
        MainScheduler.ensureExecutingOnScheduler()
        log.add("subscribe")
        done.signal()
        return Disposables.create {
          MainScheduler.ensureExecutingOnScheduler()
          log.add("dispose")
          done.signal()
        }
      })
    try await onDedicatedThread {
      let subscription = event.subscribe(onNext: { _ in })
      #expect(done.wait(timeout: .now() + limit) == .success)
      subscription.dispose()
      #expect(done.wait(timeout: .now() + limit) == .success)
    }
    #expect(log.elements == ["subscribe", "dispose"])
  }
}
