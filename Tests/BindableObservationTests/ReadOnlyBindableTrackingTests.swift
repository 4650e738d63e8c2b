import BindableKit
import BindableObservation
import Dispatch
import Observation
import TestSupport
import Testing

@Suite("ReadOnlyBindable.tracking")
struct ReadOnlyBindableTrackingTests {
  // MARK: - On the main actor

  @MainActor
  @Test("the expression is read when the value is created, and after each change")
  func followsOnMain() async throws {
    let cart = Cart()
    let total = ReadOnlyBindable.tracking { cart.price * cart.count }
    #expect(total.value == 6)
    for price in 3..<20 {
      let receiver = Receiver(until: price * 3)
      let token = total.observe { receiver.receive($0) }
      cart.price = price
      try await receiver.wait()
      #expect(total.value == price * 3)
      token.cancel()
    }
  }

  @MainActor
  @Test("when values are set without a pause, only the last is read, after the change, on the main queue")
  func lastOfSeveral() async throws {
    let cart = Cart()
    let total = ReadOnlyBindable.tracking { cart.price * cart.count }
    let receiver = Receiver(until: "50 50")
    let token = total.observe { receiver.receive("\($0) \(cart.price * cart.count)") }
    for price in 0..<5 { cart.price = price }
    cart.price = 10
    cart.count = 5
    try await receiver.wait()
    #expect(receiver.values == ["6 6", "50 50"])
    token.cancel()
  }

  @MainActor
  @Test("the last value set on the main actor arrives, however the assignments are spread over jobs")
  func missesNoLastOnMain() async throws {
    let cart = Cart()
    let total = ReadOnlyBindable.tracking { cart.price * cart.count }
    for round in 1...100 {
      let receiver = Receiver(until: -round)
      let token = total.observe { receiver.receive($0) }
      cart.count = 1
      for price in 0..<(round % 7) {
        cart.price = price
        if (round + price) % 3 == 0 { await Task.yield() }
      }
      cart.price = -round
      try await receiver.wait()
      token.cancel()
    }
  }

  @MainActor
  @Test("a result that is equal to the last one notifies no observer")
  func equalResults() async throws {
    let cart = Cart()
    let isExpensive = ReadOnlyBindable.tracking { cart.price > 10 }
    let receiver = Receiver(until: true)
    let token = isExpensive.observe { receiver.receive($0) }
    let readings = Receiver(until: 5)
    let price = ReadOnlyBindable.tracking { cart.price }
    let second = price.observe { readings.receive($0) }
    cart.price = 5
    try await readings.wait()
    cart.price = 11
    try await receiver.wait()
    #expect(receiver.values == [false, true])
    withExtendedLifetime((token, second)) {}
  }

  @MainActor
  @Test("optional results are compared too")
  func equalOptionals() async throws {
    let cart = Cart()
    let price = ReadOnlyBindable<Int?>.tracking { cart.price > 10 ? cart.price : nil }
    let receiver = Receiver<Int?>(until: 12)
    let token = price.observe { receiver.receive($0) }
    for next in [3, 11, 1, 2, 12] {
      let readings = Receiver(until: next)
      let read = ReadOnlyBindable.tracking { cart.price }.observe { readings.receive($0) }
      let all = ReadOnlyBindable.tracking { cart.price }
      let second = all.observe { readings.receive($0) }
      cart.price = next
      try await readings.wait()
      withExtendedLifetime((read, second)) {}
    }
    try await receiver.wait()
    #expect(receiver.values == [nil, 11, nil, 12])
    token.cancel()
  }

  @MainActor
  @Test("the expression may use other properties after a change")
  func changingProperties() async throws {
    let (cart, other) = (Cart(), Cart())
    let price = ReadOnlyBindable.tracking { cart.count > 3 ? other.price : cart.price }
    func expect(_ value: Int, after change: () -> Void) async throws {
      let receiver = Receiver(until: value)
      let token = price.observe { receiver.receive($0) }
      change()
      try await receiver.wait()
      token.cancel()
    }
    try await expect(7) { cart.price = 7 }
    try await expect(2) { cart.count = 4 }
    try await expect(8) { other.price = 8 }
    try await expect(7) { cart.count = 0 }
    try await expect(9) { cart.price = 9 }
  }

  // MARK: - On another actor, or on a queue

  private actor Shop {
    private let stock = Stock()

    func apples() -> ReadOnlyBindable<Int> {
      ReadOnlyBindable.tracking { [stock] in
        self.assertIsolated()
        return stock.apples
      }
    }

    func sell(_ count: Int) { for _ in 0..<count { stock.apples -= 1 } }
  }

  @Test("an expression of an actor is read on that actor, and sees the last change")
  func onAnActor() async throws {
    let shop = Shop()
    let apples = await shop.apples()
    #expect(apples.value == 0)
    for round in 1...50 {
      let receiver = Receiver(until: -3 * round)
      let token = apples.observe { @Sendable in receiver.receive($0) }
      await shop.sell(3)
      try await receiver.wait()
      token.cancel()
    }
  }

  @Test("observers without a queue or an actor are called on the expression's actor, also at registration")
  func observersOnAnActor() async throws {
    let shop = Shop()
    let apples = await shop.apples()
    let receiver = Receiver(until: "-1 true")
    let tokens = Recording<BindableToken>()
    let isRegistered = DispatchSemaphore(value: 0)
    startThread {
      // Only the actor runs tasks here.
      tokens.add(apples.observe { value in receiver.receive("\(value) \(withUnsafeCurrentTask { $0 != nil })") })
      isRegistered.signal()
    }
    try await wait(for: isRegistered)
    await shop.sell(1)
    try await receiver.wait()
    #expect(receiver.values == ["0 true", "-1 true"])
    for token in tokens.elements { token.cancel() }
  }

  @Test("an expression for a queue is read there, and observers are called there")
  func onAQueue() async throws {
    let queue = DispatchQueue(label: "models")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let model = SharedModel()
    let sum = ReadOnlyBindable.tracking(queue: queue) { model.first + model.second }
    let receiver = Receiver(until: "7 true")
    let token = sum.observe(replay: false) { @Sendable sum in
      receiver.receive("\(sum) \(DispatchQueue.getSpecific(key: key) ?? false)")
    }
    queue.async {
      for first in 0...3 { model.first = first }
      model.second = 4
    }
    try await receiver.wait()
    #expect(receiver.values == ["7 true"])
    token.cancel()
  }

  @Test("an expression of the main actor that is not read there stops the program with a message")
  func elsewhere() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let cart = await Cart()
      await Task.detached {
        _ = ReadOnlyBindable.tracking { @MainActor in cart.price }
      }.value
    }
    ExitTest.Result?.some(result).says("outside the actor to which its expression belongs")
  }

  // MARK: - Models that several threads set

  @Test("a change announced before the registration and made after the reading is seen")
  func announcedTooEarly() async throws {
    let queue = DispatchQueue(label: "models")
    let model = SharedModel()
    let readings = Counter()
    let receiver = Receiver(until: 5)
    model.announceFirst()
    queue.suspend()
    let first = ReadOnlyBindable.tracking(queue: queue) {
      let value = model.first
      // The second reading is the first that registers for changes. Then make the change that was announced earlier,
      // as another thread might.
      if readings.next == 2 { model.storeFirst(5) }
      return value
    }
    let token = first.observe { @Sendable in receiver.receive($0) }
    queue.resume()  // Not before the registration, which would then be too late for the first value.
    try await receiver.wait()
    #expect(receiver.values == [0, 5])
    token.cancel()
  }

  @Test("a change made between the reading and the registration is seen")
  func madeBeforeRegistration() async throws {
    let model = SharedModel()
    let readings = Counter()
    let receiver = Receiver(until: 5)
    let first = ReadOnlyBindable.tracking { @Sendable in
      let value = model.first
      if readings.next == 2 { model.first = 5 }
      return value
    }
    let token = first.observe { @Sendable in receiver.receive($0) }
    try await receiver.wait()
    token.cancel()
  }

  @Test("the last values arrive, whichever threads set them", .dedicatedThreads)
  func severalThreads() async throws {
    let model = SharedModel()
    let sum = ReadOnlyBindable.tracking { @Sendable in model.first + 1000 * model.second }
    for round in 1...30 {
      let receiver = Receiver(until: -round - 1000 * round)
      let token = sum.observe { @Sendable in receiver.receive($0) }
      onThreads(4) { thread in
        for number in 0..<50 { if thread % 2 == 0 { model.first = number } else { model.second = number } }
      }
      onThreads(2) { thread in if thread == 0 { model.first = -round } else { model.second = -round } }
      try await receiver.wait()
      token.cancel()
    }
  }

  // MARK: - Lifetime

  @MainActor
  @Test("when the value is released, so is the expression, though the model has not changed since")
  func endsOnMain() async throws {
    let cart = Cart()
    let released = DispatchSemaphore(value: 0)
    do {
      let tracked = Lifetimes().make { released.signal() }
      let total = ReadOnlyBindable.tracking {
        tracked.touch()
        return cart.price
      }
      let receiver = Receiver(until: 7)
      let token = total.observe { receiver.receive($0) }
      cart.price = 7
      try await receiver.wait()
      token.cancel()
    }
    try await wait(for: released)
  }

  @Test("when the value is released, so are the expression and a model that nothing else keeps")
  func endsElsewhere() async throws {
    let released = DispatchSemaphore(value: 0)
    do {
      let model = SharedModel()
      let tracked = Lifetimes().make { released.signal() }
      let first = ReadOnlyBindable.tracking { @Sendable in
        tracked.touch()
        return model.first
      }
      model.first = 1
      #expect(first.value < 2)
    }
    try await wait(for: released)
  }

  @Test("the expression is released even while a reading waits for its queue")
  func endsWhileReadingWaits() {
    let queue = DispatchQueue(label: "models")
    let model = SharedModel()
    let lifetimes = Lifetimes()
    queue.suspend()
    do {
      let tracked = lifetimes.make()
      let first = ReadOnlyBindable.tracking(queue: queue) {
        tracked.touch()
        return model.first
      }
      model.first = 1
      #expect(first.value == 0)
    }
    #expect(lifetimes.alive == 0)
    queue.resume()
  }

  @Test("a change while the value is being released does no harm", .dedicatedThreads)
  func endsDuringChanges() async throws {
    let model = SharedModel()
    let lifetimes = Lifetimes()
    let released = DispatchSemaphore(value: 0)
    for round in 0..<200 {
      let first = Guarded<ReadOnlyBindable<Int>?>(nil)
      do {
        let tracked = lifetimes.make { released.signal() }
        first.withLock {
          $0 = .tracking { @Sendable in
            tracked.touch()
            return model.first
          }
        }
      }
      onThreads(2) { thread in
        if thread == 0 { model.first = round } else { _ = first.withLock { $0.take() } }
      }
    }
    for _ in 0..<200 { try await wait(for: released) }
    #expect(lifetimes.alive == 0)
  }

  @MainActor
  @Test("a derived value keeps the tracked value alive")
  func derived() async throws {
    let cart = Cart()
    let title = ReadOnlyBindable.tracking { cart.price }.map { "\($0) coins" }
    let receiver = Receiver(until: "5 coins")
    let token = title.observe { receiver.receive($0) }
    cart.price = 5
    try await receiver.wait()
    withExtendedLifetime((title, token)) {}
  }
}
