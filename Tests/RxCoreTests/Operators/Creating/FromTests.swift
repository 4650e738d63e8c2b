import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("from", .dedicatedThreads)
struct FromTests {
  @Test("emits the elements of an array, a range and any sequence, and completes")
  func emits() {
    for source in [
      Observable.from([1, 2, 3]), .from(1...3), .from(sequence(first: 1) { $0 < 3 ? $0 + 1 : nil }),
    ] {
      for _ in 0..<2 {
        let recording = source.record()
        #expect(recording.elements == [1, 2, 3])
        #expect(recording.terminals == ["completed"])
      }
    }
  }

  @Test("an optional becomes one element or none")
  func emitsOptional() {
    #expect(Observable.from(optional: 1).record().elements == [1])
    let none = Observable<Int>.from(optional: nil).record()
    #expect(none.elements == [])
    #expect(none.terminals == ["completed"])
  }

  @Test("an optional on a scheduler uses one turn for the element and one for the end", arguments: [1, nil])
  func schedulesOptional(optional: Int?) {
    let scheduler = ManualScheduler()
    let recording = Observable.from(optional: optional, scheduler: scheduler).record()
    #expect(recording.elements == [])
    var rounds = 0
    while scheduler.runNext() { rounds += 1 }
    #expect(rounds == (optional == nil ? 1 : 2))
    #expect(recording.elements == [optional].compactMap(\.self))
    #expect(recording.terminals == ["completed"])
  }

  @Test("sources that are subscribed to together alternate element by element")
  func alternates() {
    let recording = Observable<Int>.merge(.from([1, 2, 3]), .from(11...13), .of(21)).record()
    #expect(recording.elements == [1, 11, 21, 2, 12, 3, 13])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an inner source and the outer source alternate")
  func alternatesWithInner() {
    let order = Observable.from([1, 2, 3]).flatMap { outer in
      Observable.from([0, 1, 2]).map { outer * 10 + $0 }
    }.record()
    #expect(order.elements == [10, 11, 20, 12, 21, 30, 22, 31, 32])
  }

  @Test("inside another subscription, the first element is emitted after subscribe has returned")
  func startsLater() {
    let order = Recording<String>()
    _ = Observable<Int>.create { observer in
      let subscription = Observable.from([1]).subscribe(onNext: { _ in order.add("element") })
      order.add("subscribed")
      return subscription
    }.record()
    #expect(order.elements == ["subscribed", "element"])
  }

  @Test("a million elements do not overflow the stack")
  func doesNotOverflowStack() {
    let sums = Recording<Int>()
    withStack {
      let million = Array(1...1_000_000)
      for source in [Observable.from(million), .from(1...1_000_000)] {
        let sum = Guarded(0)
        _ = source.subscribe(
          onNext: { element in sum.withLock { $0 += element } },
          onCompleted: { sums.add(sum.withLock { $0 }) })
      }
    }
    #expect(sums.elements == [500_000_500_000, 500_000_500_000])
  }

  @Test("a million elements that alternate with another source do not overflow the stack")
  func doesNotOverflowStackWhenAlternating() {
    let count = Guarded(0)
    withStack {
      _ = Observable<Int>.merge(.from(0..<500_000), .from(Array(0..<500_000)))
        .subscribe(onNext: { _ in count.withLock { $0 += 1 } })
    }
    #expect(count.withLock { $0 } == 1_000_000)
  }

  @Test("an endless sequence stops immediately when disposed, and is not iterated further")
  func stopsWhenDisposed() {
    let asked = Guarded(0)
    let endless = AnyIterator {
      asked.withLock { count -> Int in
        count += 1
        return count
      }
    }
    let recording = Observable.from(endless).record(disposeAfter: 3)
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == [])
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("an endless sequence can be disposed from another thread")
  func stopsFromAnotherThread() {
    let subscription = SingleAssignmentDisposable()
    let emitted = DispatchSemaphore(value: 0)
    let returned = DispatchSemaphore(value: 0)
    startThread {
      // Inside another subscription, `subscribe` returns before the first element is emitted, so the test can dispose.
      _ = Observable<Void>.create { _ in
        subscription.setDisposable(
          Observable.from(sequence(first: 0) { $0 &+ 1 }).subscribe(onNext: { _ in emitted.signal() }))
        return Disposables.create()
      }.subscribe(onNext: {})
      returned.signal()
    }
    #expect(emitted.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
    #expect(returned.wait(timeout: .now() + limit) == .success)
  }

  @Test("elements that were not emitted are released at the end of the subscription")
  func frees() {
    final class Item: Sendable {}
    weak var item: Item?
    do {
      let only = Item()
      item = only
      let recording = Observable.from([only, only]).map { _ in 1 }.record(disposeAfter: 1)
      #expect(recording.elements == [1])
    }
    #expect(item == nil)
  }
}

@Suite("from in virtual time")
struct FromTimeTests {
  @Test("emits all at subscription, or one in each turn of a scheduler, until disposed")
  func emits() throws {
    try play { _ in Observable.from([1, 2, 3]) }.expect("(123|)")
    try play { .from([1, 2, 3], scheduler: $0.scheduler) }.expect("-123|")
    try play("^--!") { .from([1, 2, 3], scheduler: $0.scheduler) }.expect("-12")
    try play { .from([Int](), scheduler: $0.scheduler) }.expect("-|")
  }

  @Test("emits a sequence in the same way, even an endless one")
  func emitsSequence() throws {
    try play { _ in Observable.from(stride(from: 1, to: 4, by: 1)) }.expect("(123|)")
    try play { .from(stride(from: 1, to: 4, by: 1), scheduler: $0.scheduler) }.expect("-123|")
    try play { _ in Observable.from(sequence(first: 1) { $0 + 1 }).take(2) }.expect("(12|)")
    try play("^---!") { .from(sequence(first: 1) { $0 + 1 }, scheduler: $0.scheduler) }.expect("-123")
  }

  @Test("emits an optional if it has a value")
  func emitsOptional() throws {
    try play { _ in Observable.from(optional: 5) }.expect("(5|)")
    try play { _ in Observable<Int>.from(optional: nil) }.expect("|")
    try play { .from(optional: 5, scheduler: $0.scheduler) }.expect("-5|")
    try play { Observable<Int>.from(optional: nil, scheduler: $0.scheduler) }.expect("-|")
    try play("^-!") { .from(optional: 5, scheduler: $0.scheduler) }.expect("-5")
  }
}
