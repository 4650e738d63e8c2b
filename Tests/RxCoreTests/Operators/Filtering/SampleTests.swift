import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("sample", .dedicatedThreads)
struct SampleTests {
  @Test("emits the latest element at each element of the sampler, if it is new")
  func emits() throws {
    try play { marbles in
      let sampler = try marbles.hot("9--9-9-9|")
      return try marbles.hot("-12---3--|").sample(sampler)
    }.expect("---2---3", "^-------!", "^--------!")
  }

  @Test("emits the default element if there is no new one")
  func emitsDefault() throws {
    try play { marbles in
      let sampler = try marbles.hot("-9-9-9--|")
      return try marbles.hot("--1---|").sample(sampler, defaultValue: 7)
    }.expect("-7-1-7--(7|)", "^-------!", "^-----!")
  }

  @Test("completes at an event of the sampler that the source's disposal causes")
  func emitsInsideDisposal() {
    let (source, sampler) = (PublishSubject<Int>(), PublishSubject<Int>())
    let recording = source.do(onDispose: { sampler.onNext(0) }).sample(sampler).record()
    source.onNext(1)
    source.onCompleted()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("completes at the next event of the sampler after the source has completed")
  func completes() throws {
    try play { marbles in
      let sampler = try marbles.hot("--9--9-9|")
      return try marbles.hot("-1-2|").sample(sampler)
    }.expect("--1--(2|)", "^----!", "^---!")
    try play { marbles in
      let sampler = try marbles.hot("--9--9-9|")
      return try marbles.hot("-1-|").sample(sampler)
    }.expect("--1--|", "^----!", "^--!")
    try play { marbles in
      let sampler = try marbles.hot("--9---|")
      return try marbles.hot("-1-2|").sample(sampler)
    }.expect("--1---(2|)", "^-----!", "^---!")
  }

  @Test("the completion of the sampler emits the latest element, and completes only if the source has completed")
  func samplesAtCompletion() throws {
    try play { marbles in
      let sampler = try marbles.hot("--9--|")
      return try marbles.hot("-1-2--3-|").sample(sampler)
    }.expect("--1--2", "^----!", "^-------!")
  }

  @Test("completion of the source disposes the source, even if it does not end its subscriptions itself")
  func disposesSource() {
    let source = RawSource()
    let sampler = PublishSubject<Int>()
    let recording = source.sample(sampler).record()
    for event in [.next(1), .completed, Event<Int>.next(2)] { source.send(event) }
    #expect(source.unbalanced == 0)
    sampler.onNext(0)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    source.forget()
  }

  @Test("fails with either sequence, and frees both")
  func fails() throws {
    try play { marbles in
      let sampler = try marbles.hot("--9--#")
      return try marbles.hot("-1-2----|").sample(sampler)
    }.expect("--1--#", "^----!", "^----!")
    try play { marbles in
      let sampler = try marbles.hot("--9--9-9|")
      return try marbles.hot("-1-2#").sample(sampler)
    }.expect("--1-#", "^---!", "^---!")
    try play { marbles in
      let sampler = try marbles.hot("--9--#")
      return try marbles.hot("-1-2|").sample(sampler)
    }.expect("--1--#", "^----!", "^---!")
  }

  @Test("disposal frees the latest element, even if the source retains its observer")
  func frees() {
    let lifetimes = Lifetimes()
    let source = UntidySource<Tracked>()
    let subscription = source.sample(PublishSubject<Int>()).subscribe()
    source.send(.next(lifetimes.make()))
    #expect(lifetimes.alive == 1)
    subscription.dispose()
    source.send(.next(lifetimes.make()))
    #expect(lifetimes.alive == 0)
    source.forgetObservers()
  }

  @Test("subscribes to the source first, so its current element is available during subscribe")
  func subscribesSourceFirst() {
    #expect(BehaviorSubject(value: 1).sample(Observable.just(0)).record().elements == [1])
  }

  @Test("an element that the observer emits waits for the next sample")
  func reenters() {
    let source = PublishSubject<Int>()
    let sampler = PublishSubject<Int>()
    let recording = source.sample(sampler).do(onNext: { element in
      source.onNext(element + 1)
      if element == 1 { sampler.onNext(0) }
    }).record()
    source.onNext(1)
    sampler.onNext(0)
    #expect(recording.elements == [1, 2])
    sampler.onNext(0)
    #expect(recording.elements == [1, 2, 3])
  }

  @Test("events of one sequence wait while another thread delivers an element of the other sequence")
  func isSerial() {
    let source = PublishSubject<Int>()
    let sampler = PublishSubject<Int>()
    let events = eventsWhenOverlapping(
      source.sample(sampler),
      first: {
        source.onNext(1)
        sampler.onNext(0)
      },
      second: {
        source.onNext(2)
        source.onError(TestError.one)
      })
    #expect(events == ["next(1)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time")
  func survivesConcurrentEvents() {
    let source = PublishSubject<Int>()
    let sampler = PublishSubject<Int>()
    let result = emitFromTwoThreads(
      source.sample(sampler, defaultValue: -1), { source.onNext($0) }, { sampler.onNext($0) })
    #expect(result.count == 2_000)
    #expect(!result.overlapped)
  }
}
