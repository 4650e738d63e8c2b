import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("withUnretained")
struct WithUnretainedTests {
  private final class Object: Sendable {
    let name = "it"
  }

  @Test("emits the object with each element, and ends with the source")
  func emits() throws {
    let object = Object()
    #expect(
      Observable.of(1, 2).withUnretained(object).map { "\($0.name)\($1)" }.record().elements == ["it1", "it2"])
    try play { try $0.hot("-1-2|").withUnretained(object) { $1 } }.expect("-1-2|", "^---!")
    try play { try $0.hot("-1-#").withUnretained(object) { $1 } }.expect("-1-#", "^--!")
    try play("^-!") { try $0.hot("-1-2|").withUnretained(object) { $1 } }.expect("-1", "^-!")
  }

  @Test("completes at the next element when the object has been deallocated, and frees the source")
  func completes() {
    let object = Guarded<Object?>(Object())
    let probe = SourceProbe<Int>()
    let recording = object.withLock { $0.map { probe.observable.withUnretained($0) } }?.map { $1 }.record()
    probe.send(1)
    object.withLock { $0 = nil }
    #expect(recording?.terminals == [])
    probe.send(2, 3)
    #expect(recording?.elements == [1])
    #expect(recording?.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("does not retain the object, neither before nor during a subscription")
  func doesNotRetain() {
    let lifetimes = Lifetimes()
    let source = PublishSubject<Int>()
    let observable = source.withUnretained(lifetimes.make())
    #expect(lifetimes.alive == 0)
    let recording = observable.map { $1 }.record()
    source.onNext(1)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
  }

  @Test("the object can be released during an element")
  func isReleasedInside() {
    let lifetimes = Lifetimes()
    let object = Guarded<Tracked?>(lifetimes.make())
    let probe = SourceProbe<Int>()
    let recording = object.withLock { $0.map { probe.observable.withUnretained($0) } }?.do(onNext: { _ in
      object.withLock { $0 = nil }
    }).map { $1 }.record()
    probe.send(1)
    #expect(lifetimes.alive == 0)
    probe.send(2)
    #expect(recording?.elements == [1])
    #expect(recording?.terminals == ["completed"])
  }
}
