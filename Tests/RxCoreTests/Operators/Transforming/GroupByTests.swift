import Dispatch
import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("groupBy", .dedicatedThreads)
struct GroupByTests {
  private let probe = SourceProbe<Int>()
  private let groups = Guarded<[GroupedObservable<Bool, Int>]>([])

  /// Subscribes to the outer sequence and keeps the groups.
  private func start() -> any Disposable {
    probe.observable.groupBy { $0 > 0 }.subscribe(
      onNext: { [groups] group in groups.withLock { $0.append(group) } }, onError: { _ in })
  }

  private var keys: [Bool] { groups.withLock { $0.map(\.key) } }

  private func record(_ index: Int) -> Recording<Int> { groups.withLock { $0[index] }.record() }

  @Test("emits a group with each new key, which emits the elements of that key")
  func groupsElements() {
    let recording = probe.observable.groupBy { $0 % 3 }
      .flatMap { group in group.map { "\(group.key): \($0)" } }.record()
    probe.send(1, 2, 4, 3, 5)
    probe.complete()
    #expect(recording.elements == ["1: 1", "2: 2", "1: 4", "0: 3", "2: 5"])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("a group whose observer ends the source ends after the outer sequence")
  func endsInside() {
    let log = Recording<String>()
    let subscriptions = CompositeDisposable()
    _ = subscriptions.insert(
      probe.observable.groupBy { $0 > 0 }.subscribe(
        onNext: { [probe] group in
          _ = subscriptions.insert(
            group.subscribe(
              onNext: { if $0 == 2 { probe.complete() } }, onCompleted: { log.add("\(group.key)") }))
        }, onCompleted: { log.add("outer") }))
    probe.send(1, -1, 2)
    #expect(log.elements == ["false", "outer", "true"])
  }

  @Test("the end of the source ends the groups, in the order of their keys, and then the outer sequence")
  func ends() {
    for end in [Event<Int>.completed, .error(TestError.one)] {
      let log = Recording<String>()
      let source = PublishSubject<Int>()
      let bag = CompositeDisposable()
      _ = bag.insert(
        source.groupBy { $0 }.subscribe { event in
          guard let group = event.element else {
            log.add("\(event)")
            return
          }
          _ = bag.insert(group.subscribe { log.add("\(group.key): \($0)") })
        })
      for number in [5, 1, 3] { source.onNext(number) }
      source.on(end)
      #expect(
        log.elements == ["5: next(5)", "1: next(1)", "3: next(3)", "5: \(end)", "1: \(end)", "3: \(end)", "\(end)"])
      #expect(!source.hasObservers)
      bag.dispose()
    }
  }

  @Test("an error from the key selector ends all groups and the outer sequence, and the source is disposed")
  func fails() {
    let log = Recording<String>()
    let recording = probe.observable.groupBy { if $0 == 3 { throw TestError.two } else { $0 % 2 } }
      .do(onError: { log.add("outer: \($0)") })
      .flatMap { group in group.do(onError: { log.add("\(group.key): \($0)") }) }.record()
    probe.send(1, 2, 3, 5)
    probe.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["two"])
    #expect(log.elements.first == "1: two")
    #expect(probe.disposals == 1)
  }

  @Test("a late subscriber of a group receives the later elements, or only the end after the end")
  func isLate() {
    let outer = start()
    probe.send(1, 2)
    let late = record(0)
    probe.send(3, -1)
    #expect(late.elements == [3])
    probe.complete()
    let afterEnd = record(1)
    #expect(late.terminals == ["completed"])
    #expect(afterEnd.elements == [])
    #expect(afterEnd.terminals == ["completed"])
    outer.dispose()
  }

  @Test("groups outlive the disposal of the outer subscription, and the last one disposes the source")
  func outlives() {
    let outer = start()
    probe.send(1, -1)
    let (first, second) = (record(0), record(1))
    outer.dispose()
    #expect(probe.disposals == 0)
    probe.send(2, -2)
    let third = record(0)
    first.dispose()
    second.dispose()
    #expect(probe.disposals == 0)
    probe.send(3, -3)
    third.dispose()
    #expect(probe.disposals == 1)
    probe.send(4)
    #expect([first.elements, second.elements, third.elements] == [[2], [-2], [3]])
  }

  @Test("after the disposal of the outer subscription, a new key creates no group, and an error ends the others")
  func failsAfterOuter() {
    let calls = Atomic<Int>(0)
    let outer = probe.observable.groupBy { element -> Int in
      calls.wrappingAdd(1, ordering: .relaxed)
      if element < 0 { throw TestError.one }
      return element
    }.subscribe(onNext: { [groups] group in
      groups.withLock { $0.append(GroupedObservable(key: true, source: group.asObservable())) }
    })
    probe.send(1)
    let inner = record(0)
    outer.dispose()
    probe.send(2, 1, -1, 1)
    probe.fail(TestError.two)
    #expect(keys.count == 1)
    #expect(inner.elements == [1])
    #expect(inner.terminals == ["one"])
    #expect(probe.disposals == 1)
    #expect(calls.load(ordering: .relaxed) == 4)
  }

  @Test("a subscriber that ends inside the outer event disposes the source if there is no other")
  func disposesInside() {
    let recording = probe.observable.groupBy { $0 }.map(\.key).record(disposeAfter: 2)
    probe.send(1, 1, 2, 3)
    #expect(recording.elements == [1, 2])
    #expect(probe.disposals == 1)
  }

  @Test("handles many keys in linear time, without deep recursion")
  func takesManyKeys() {
    let count = Atomic<Int>(0)
    withStack {
      _ = Observable.range(start: 0, count: 200_000).groupBy { $0 }.flatMap { $0 }.subscribe(
        onNext: { _ in count.wrappingAdd(1, ordering: .relaxed) },
        onCompleted: { count.wrappingAdd(1, ordering: .relaxed) })
    }
    let total = count.load(ordering: .relaxed)
    #expect(total == 200_001)
  }

  @Test("the deinit of a key that is released at the end can make the source emit")
  func releasesKeys() {
    final class Key: Hashable, Sendable {
      let number: Int
      let atEnd: @Sendable () -> Void
      init(_ number: Int, _ atEnd: @escaping @Sendable () -> Void) { (self.number, self.atEnd) = (number, atEnd) }
      deinit { atEnd() }
      static func == (one: Key, other: Key) -> Bool { one.number == other.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let source = UntidySource<Int>()
    let recording = source.groupBy { number in Key(number) { source.send(.next(9)) } }.flatMap { $0 }.take(3).record()
    source.send(.next(1))
    source.send(.completed)
    #expect(recording.terminals == ["completed"])
    source.forgetObservers()
  }
}

@Suite("groupBy in virtual time")
struct GroupByTimeTests {
  private let values: [Character: String] = ["a": "1 1", "b": "0 2", "c": "1 3", "d": "0 4"]

  private func grouped(_ source: Observable<Int>) -> Observable<String> {
    source.groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key) \($0)" } }
  }

  @Test("forwards elements, completion and error immediately")
  func forwards() throws {
    try play { grouped(try $0.hot("-1-2--34|")) }.expect("-a-b--cd|", "^-------!", values: values)
    try play { grouped(try $0.hot("-1-2--34#")) }.expect("-a-b--cd#", "^-------!", values: values)
  }

  @Test("a late subscriber of a group receives only later elements")
  func isLate() throws {
    try play { marbles in
      try marbles.hot("-1-2-3--|").groupBy { $0 % 2 }.flatMap {
        $0.delaySubscription(.seconds(3), scheduler: marbles.scheduler)
      }
    }.expect("-----3--|", "^-------!")
  }
}
