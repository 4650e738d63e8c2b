import Dispatch
import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("create", .dedicatedThreads)
struct CreateTests {
  @Test("the closure runs only on subscription, once for each")
  func runsForEachSubscription() {
    let runs = Recording<Int>()
    let source = Observable<Int>.create { observer in
      observer.onNext(runs.add(0))
      return Disposables.create()
    }
    #expect(runs.elements.isEmpty)
    let seen = Recording<Int>()
    let first = source.subscribe(onNext: { seen.add($0) })
    let second = source.subscribe(onNext: { seen.add($0) })
    #expect(seen.elements == [1, 2])
    first.dispose()
    second.dispose()
  }

  @Test(
    "nothing follows a terminal event",
    arguments: [Event<Int>.completed, .error(RxError.unknown)])
  func nothingFollowsTerminal(terminal: Event<Int>) {
    let seen = Recording<String>()
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.on(terminal)
      observer.onNext(2)
      observer.onError(RxError.timeout)
      observer.onCompleted()
      observer.on(terminal)
      return Disposables.create()
    }
    _ = source.subscribe { seen.add($0.debugDescription) }
    #expect(seen.elements == ["next(1)", terminal.debugDescription])
  }

  @Test("the returned disposable is disposed once after a terminal event inside the closure")
  func disposesAfterEndInside() {
    let disposals = Recording<String>()
    let source = Observable<Int>.create { observer in
      observer.onCompleted()
      disposals.add("emitted")
      return Disposables.create { disposals.add("disposed") }
    }
    let subscription = source.subscribe(onCompleted: { disposals.add("completed") })
    #expect(disposals.elements == ["completed", "emitted", "disposed"])
    subscription.dispose()
    #expect(disposals.elements.count == 3)
  }

  @Test("the returned disposable is disposed once after a later terminal event and a disposal")
  func disposesAfterLaterEnd() {
    let disposals = Recording<Int>()
    let kept = Recording<AnyObserver<Int>>()
    let source = Observable<Int>.create { observer in
      kept.add(observer)
      return Disposables.create { disposals.add(1) }
    }
    let subscription = source.subscribe()
    #expect(disposals.elements.isEmpty)
    kept.elements[0].onCompleted()
    #expect(disposals.elements.count == 1)
    subscription.dispose()
    kept.elements[0].onCompleted()
    #expect(disposals.elements.count == 1)
  }

  @Test("nothing arrives after disposal, and the returned disposable is disposed once")
  func disposal() {
    let seen = Recording<Int>()
    let disposals = Recording<Int>()
    let kept = Recording<AnyObserver<Int>>()
    let source = Observable<Int>.create { observer in
      kept.add(observer)
      return Disposables.create { disposals.add(1) }
    }
    let subscription = source.subscribe(onNext: { seen.add($0) }, onCompleted: { seen.add(-1) })
    kept.elements[0].onNext(1)
    subscription.dispose()
    subscription.dispose()
    kept.elements[0].onNext(2)
    kept.elements[0].onCompleted()
    #expect(seen.elements == [1])
    #expect(disposals.elements.count == 1)
  }

  @Test("a subscription retains nothing after its end, even if its disposable is kept")
  func retainsNothingAfterEnd() {
    let lifetimes = Lifetimes()
    let kept = Recording<AnyObserver<Int>>()
    let subscription: any Disposable
    do {
      let (handler, cleanup, observer) = (lifetimes.make(), lifetimes.make(), lifetimes.make())
      let source = Observable<Int>.create { observer in
        handler.touch()
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create { cleanup.touch() }
      }
      subscription = source.subscribe(
        onNext: { _ in observer.touch() }, onCompleted: { observer.touch() }, onDisposed: { observer.touch() })
    }
    #expect(lifetimes.alive == 0)
    subscription.dispose()
    #expect(kept.elements.isEmpty)
  }

  @Test("a subscription retains nothing after disposal, even if its disposable is kept")
  func retainsNothingAfterDisposal() {
    let lifetimes = Lifetimes()
    let subscription: any Disposable
    do {
      let (handler, cleanup, observer) = (lifetimes.make(), lifetimes.make(), lifetimes.make())
      let source = Observable<Int>.create { observer in
        handler.touch()
        observer.onNext(1)
        return Disposables.create { cleanup.touch() }
      }
      subscription = source.subscribe(
        onNext: { _ in observer.touch() }, onError: { _ in observer.touch() }, onDisposed: { observer.touch() })
    }
    #expect(lifetimes.alive == 2, "The closure of create is released with the observable.")
    subscription.dispose()
    #expect(lifetimes.alive == 0)
  }

  @Test("a subscription continues if its disposable is not kept")
  func continuesWithoutDisposable() {
    let seen = Recording<Int>()
    let kept = Recording<AnyObserver<Int>>()
    _ = Observable<Int>.create { observer in
      kept.add(observer)
      return Disposables.create()
    }.map { $0 * 2 }.subscribe(onNext: { seen.add($0) })
    kept.elements[0].onNext(1)
    #expect(seen.elements == [2])
  }

  @Test("a disposal concurrent with a terminal event frees the source exactly once")
  func disposalDuringEnd() {
    for _ in 0..<500 {
      let disposals = Recording<Int>()
      let ends = Recording<Int>()
      let kept = Recording<AnyObserver<Int>>()
      let subscription = Observable<Int>.create { observer in
        kept.add(observer)
        return Disposables.create { disposals.add(1) }
      }.subscribe(onCompleted: { ends.add(1) })
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        if index == 0 { kept.elements[0].onCompleted() } else { subscription.dispose() }
      }
      #expect(disposals.elements.count == 1)
      #expect(ends.elements.count <= 1)
    }
  }

  @Test("a terminal event while the closure returns frees the source exactly once")
  func endDuringReturn() {
    for _ in 0..<300 {
      let disposals = Recording<Int>()
      let started = DispatchSemaphore(value: 0)
      let kept = Recording<AnyObserver<Int>>()
      let finished = DispatchSemaphore(value: 0)
      startThread {
        started.wait()
        kept.elements[0].onCompleted()
        finished.signal()
      }
      let subscription = Observable<Int>.create { observer in
        kept.add(observer)
        started.signal()
        return Disposables.create { disposals.add(1) }
      }.subscribe()
      finished.wait()
      #expect(disposals.elements.count == 1)
      subscription.dispose()
      #expect(disposals.elements.count == 1)
    }
  }

  @Test("several threads may subscribe the observer to sources after the closure has ended the subscription")
  func subscribesEnded() {
    for _ in 0..<200 {
      let disposals = Atomic<Int>(0)
      let source = Observable<Int>.create { _ in
        Disposables.create { disposals.wrappingAdd(1, ordering: .relaxed) }
      }
      let subscription = SingleAssignmentDisposable()
      let late = Observable<Int>.create { observer in
        subscription.dispose()
        onThreads(2) { _ in
          for _ in 0..<10 { _ = source.subscribe(observer) }
        }
        return Disposables.create()
      }
      let trigger = PublishSubject<Void>()
      subscription.setDisposable(trigger.flatMap { late }.subscribe())
      trigger.onNext(())
      #expect(disposals.load(ordering: .relaxed) == 20)
    }
  }
}

@Suite("create in virtual time")
struct CreateTimeTests {
  @Test("emits what the closure emits, and disposes the returned disposable at the end")
  func emits() throws {
    try play { marbles in
      let source = try marbles.hot("-1-2|")
      return .create { observer in source.subscribe(observer) }
    }.expect("-1-2|", "^---!")
  }

  @Test("disposes the returned disposable when the closure fails and at disposal")
  func disposes() throws {
    try play { marbles in
      let source = try marbles.hot("-1-2|")
      return .create { observer in
        source.subscribe(onNext: { $0 == 2 ? observer.onError(TestError.one) : observer.onNext($0) })
      }
    }.expect("-1-#", "^--!", error: TestError.one)
    try play("^-!") { marbles in
      let source = try marbles.hot("-1-2|")
      return .create { observer in source.subscribe(observer) }
    }.expect("-1", "^-!")
  }
}
