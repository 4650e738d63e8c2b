import BindableObservation
import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("Observable.tracking")
struct ObservableTrackingTests {
  @MainActor
  @Test("on the main queue the result is emitted inside subscribe, and again after each change")
  func onMain() async throws {
    let cart = Cart()
    let receiver = Receiver(until: 15)
    let subscription = Observable.tracking { cart.price * cart.count }.subscribe(onNext: { receiver.receive($0) })
    #expect(receiver.values == [6])
    cart.price = 4
    cart.price = 5
    try await receiver.wait()
    #expect(receiver.values == [6, 15])
    subscription.dispose()
  }

  @Test("an expression of the main actor that is subscribed to elsewhere is read on the main queue")
  func subscribedElsewhere() async throws {
    let cart = await Cart()
    let price = await MainActor.run { Observable.tracking { cart.price } }
    let receiver = Receiver(until: 2)
    let subscription = try await onDedicatedThread {
      price.subscribe(onNext: { @Sendable in
        dispatchPrecondition(condition: .onQueue(.main))
        receiver.receive($0)
      })
    }
    try await receiver.wait()
    subscription.dispose()
  }

  @Test("an expression that belongs to no actor is read immediately, and on a queue of its own after changes")
  func onNoActor() async throws {
    let model = SharedModel()
    let receiver = Receiver(until: 3)
    let subscription = Observable.tracking { @Sendable in model.first }
      .subscribe(onNext: { @Sendable in receiver.receive($0) })
    #expect(receiver.values == [0])
    model.first = 3
    try await receiver.wait()
    subscription.dispose()
  }

  @Test("an expression for a queue is read there after changes, and elements are emitted there")
  func onAQueue() async throws {
    let queue = DispatchQueue(label: "models")
    let model = SharedModel()
    let receiver = Receiver(until: 7)
    let subscription = Observable.tracking(queue: queue) { model.first + model.second }.skip(1)
      .subscribe(onNext: { @Sendable in
        dispatchPrecondition(condition: .onQueue(queue))
        receiver.receive($0)
      })
    queue.async {
      model.first = 3
      model.second = 4
    }
    try await receiver.wait()
    #expect(receiver.values == [7])
    subscription.dispose()
  }

  @Test("a change announced before the registration and made after the reading is emitted")
  func announcedTooEarly() async throws {
    let model = SharedModel()
    let readings = Counter()
    let receiver = Receiver(until: 5)
    model.announceFirst()
    let subscription = Observable.tracking { @Sendable in
      let value = model.first
      if readings.next == 2 { model.storeFirst(5) }
      return value
    }.subscribe(onNext: { @Sendable in receiver.receive($0) })
    try await receiver.wait()
    #expect(receiver.values == [0, 5])
    subscription.dispose()
  }

  @MainActor
  @Test("nothing is emitted after disposal, and disposal releases the expression")
  func disposal() async throws {
    let cart = Cart()
    let released = DispatchSemaphore(value: 0)
    let receiver = Receiver(until: 4)
    let all = Receiver(until: 6)
    do {
      let tracked = Lifetimes().make { released.signal() }
      let prices = Observable.tracking {
        tracked.touch()
        return cart.price
      }
      let disposable = SerialDisposable()
      disposable.disposable = prices.subscribe(onNext: { price in
        receiver.receive(price)
        if price == 4 { disposable.dispose() }
      })
      cart.price = 4
      try await receiver.wait()
    }
    try await wait(for: released)
    let subscription = Observable.tracking { cart.price }.subscribe(onNext: { all.receive($0) })
    cart.price = 6
    try await all.wait()
    #expect(receiver.values == [2, 4])
    subscription.dispose()
  }

  @MainActor
  @Test("each subscription reads the expression separately")
  func twoSubscriptions() async throws {
    let cart = Cart()
    let prices = Observable.tracking { cart.price }
    let (first, second) = (Receiver(until: 3), Receiver(until: 3))
    let bag = DisposeBag()
    prices.subscribe(onNext: { first.receive($0) }).disposed(by: bag)
    cart.price = 5
    prices.subscribe(onNext: { second.receive($0) }).disposed(by: bag)
    cart.price = 3
    try await first.wait()
    try await second.wait()
    #expect(first.values == [2, 3])
    #expect(second.values == [5, 3])
  }

  @Test("a subscription that is disposed leaves nothing behind", .dedicatedThreads)
  func leaks() async throws {
    let model = SharedModel()
    let lifetimes = Lifetimes()
    let released = DispatchSemaphore(value: 0)
    for round in 0..<200 {
      let bag = Guarded<DisposeBag?>(DisposeBag())
      do {
        let tracked = lifetimes.make { released.signal() }
        bag.withLock { bag in
          if let bag {
            Observable.tracking { @Sendable in
              tracked.touch()
              return model.first
            }.subscribe(onNext: { @Sendable _ in }).disposed(by: bag)
          }
        }
      }
      onThreads(2) { thread in
        if thread == 0 { model.first = round } else { _ = bag.withLock { $0.take() } }
      }
    }
    for _ in 0..<200 { try await wait(for: released) }
    #expect(lifetimes.alive == 0)
  }
}
