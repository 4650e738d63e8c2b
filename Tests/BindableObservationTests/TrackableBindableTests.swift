import BindableKit
import BindableObservation
import Dispatch
import Observation
import TestSupport
import Testing

@Suite("TrackableBindable")
struct TrackableBindableTests {
  @MainActor
  @Test("a change is announced before it is made, and made before the delivery ends")
  func announcement() {
    let count = Bindable(1)
    let trackable = TrackableBindable(count)
    let seen = Recording<String>()
    let first = withObservationTracking {
      trackable.value
    } onChange: {
      MainActor.assumeIsolated { _ = seen.add("\(trackable.value) while it becomes \(count.value)") }
    }
    #expect(first == 1)
    count.value = 2
    #expect(seen.elements == ["1 while it becomes 2"])
    #expect(trackable.value == 2)
    count.value = 3
    #expect(seen.count == 1, "A registration is for one change.")
    #expect(trackable.value == 3)
  }

  @MainActor
  @Test("an equal value is not announced, nor is the value at the creation")
  func equalValues() {
    let (count, queue) = (Bindable(1), DispatchQueue(label: "trackable"))
    let trackables = [TrackableBindable(count), TrackableBindable(count, queue: queue)]
    let seen = Recording<Int>()
    withObservationTracking {
      for trackable in trackables { _ = trackable.value }
    } onChange: {
      seen.add(count.value)
    }
    count.value = 1
    queue.settle()
    #expect(seen.elements == [])
    count.value = 2
    queue.settle()
    #expect(seen.elements == [2])
    withExtendedLifetime(trackables) {}
  }

  @MainActor
  @Test("a value that is set on another thread changes on the main queue")
  func fromAnotherThread() async throws {
    let count = Bindable(0)
    let trackable = TrackableBindable(count)
    let changed = DispatchSemaphore(value: 0)
    _ = withObservationTracking {
      trackable.value
    } onChange: {
      dispatchPrecondition(condition: .onQueue(.main))
      changed.signal()
    }
    onAnotherThread { count.value = 1 }
    #expect(trackable.value == 0)
    try await wait(for: changed)
    while trackable.value == 0 { await Task.yield() }
    #expect(trackable.value == 1)
  }

  @MainActor
  @Test("Observations on the main actor receive the last value, whichever threads set it")
  func observations() async throws {
    let count = Bindable(0)
    let trackable = TrackableBindable(count)
    for round in 1...50 {
      let receiver = Receiver(until: -round)
      let task = Task { @MainActor in
        for await value in Observations({ trackable.value }) {
          receiver.receive(value)
          if value == -round { break }
        }
      }
      try await onDedicatedThread {
        onThreads(2) { thread in for number in 0..<50 { count.value = thread * 100 + number } }
        count.value = -round
      }
      try await receiver.wait()
      await task.value
    }
  }

  @MainActor
  @Test("derived values, and values that follow another model, can be wrapped")
  func derived() async throws {
    let cart = Cart()
    let title = TrackableBindable(ReadOnlyBindable.tracking { cart.price }.map { "\($0) coins" })
    #expect(title.value == "2 coins")
    let changed = DispatchSemaphore(value: 0)
    _ = withObservationTracking {
      title.value
    } onChange: {
      changed.signal()
    }
    cart.price = 5
    try await wait(for: changed)
    while title.value == "2 coins" { await Task.yield() }
    #expect(title.value == "5 coins")
  }

  @Test("the value changes on the named queue")
  func queue() {
    let queue = DispatchQueue(label: "drawing")
    let count = Bindable(0)
    let trackable = TrackableBindable(count, queue: queue)
    queue.sync {
      onAnotherThread { count.value = 1 }
      #expect(trackable.value == 0)
    }
    queue.sync {}
    #expect(trackable.value == 1)
  }

  @Test("without an actor the value changes where the Bindable is set")
  func anywhere() {
    let count = Bindable(0)
    let trackable = TrackableBindable(count)
    count.value = 1
    #expect(trackable.value == 1)
  }

  private actor Screen {
    private var count: TrackableBindable<Int>?
    private let tracked: Tracked?

    init(_ tracked: Tracked? = nil) { self.tracked = tracked }

    func show(_ count: ReadOnlyBindable<Int>) { self.count = TrackableBindable(count) }

    func track(_ changed: DispatchSemaphore) -> Int? {
      withObservationTracking {
        value
      } onChange: {
        self.assertIsolated()
        changed.signal()
      }
    }

    var value: Int? { count?.value }
  }

  @Test("inside an actor the value changes on that actor")
  func onAnActor() async throws {
    let count = Bindable(0)
    let screen = Screen()
    await screen.show(count)
    let changed = DispatchSemaphore(value: 0)
    #expect(await screen.track(changed) == 0)
    count.value = 1
    try await wait(for: changed)
    while await screen.value == 0 { await Task.yield() }
    #expect(await screen.value == 1)
  }

  @Test("an actor that holds a wrapper is deallocated with its last reference, and the wrapper with the actor")
  func actorLifetime() async {
    let (count, lifetimes) = (Bindable(0), Lifetimes())
    do {
      let screen = Screen(lifetimes.make())
      await screen.show(count)
      #expect(await screen.value == 0)
    }
    count.value = 1
    #expect(lifetimes.waitUntilFreed())
  }

  @MainActor
  @Test("the wrapper keeps the Bindable alive, and is deallocated with its last reference")
  func lifetime() {
    let lifetimes = Lifetimes()
    weak var bindable: Bindable<Tracked>?
    weak var wrapper: TrackableBindable<Tracked>?
    do {
      let trackable = TrackableBindable(
        {
          let made = Bindable(lifetimes.make())
          bindable = made
          return made
        }())
      wrapper = trackable
      #expect(bindable != nil)
      _ = withObservationTracking {
        trackable.value
      } onChange: {
      }
    }
    #expect(wrapper == nil)
    #expect(bindable == nil)
    #expect(lifetimes.alive == 0)
  }
}
