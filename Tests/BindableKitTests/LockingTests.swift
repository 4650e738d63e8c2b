import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B3: no lock is held during an observer's closure, or the deinit of a value or an owner.
@Suite(.dedicatedThreads) struct LockingTests {
  /// A value whose deinit uses the Bindable that held it.
  private final class Value: Sendable {
    let number: Int
    private let atEnd: @Sendable () -> Void

    init(_ number: Int = 0, atEnd: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.atEnd = atEnd
    }

    deinit { atEnd() }
  }

  /// Makes values whose deinit reads their Bindable, and adds and removes observers.
  private final class Toucher: Sendable {
    let bindable = Box<Bindable<Value>>()
    let touches = Atomic(0)
    let observer = Owner()

    func touch() {
      guard let bindable = bindable.content else { return }
      _ = bindable.value
      bindable.observe(on: observer, replay: false) { _ in }
      bindable.remove(observer: observer)
      touches.add(1, ordering: .relaxed)
    }

    func value(_ number: Int) -> Value { Value(number) { [unowned self] in touch() } }
    var count: Int { touches.load(ordering: .relaxed) }
  }

  @Test("a combination of eight Bindables can be read while eight threads change them without a pause")
  func combinationOfBusyBindables() {
    let parts = (0..<8).map { _ in Bindable(0) }
    let sum = ReadOnlyBindable.combine(parts) { $0.reduce(0, +) }
    let isDone = Atomic(false)
    onThreads(9) { thread in
      if thread == 8 {
        for _ in 0..<20 { _ = sum.value }
        isDone.store(true, ordering: .relaxed)
      } else {
        while !isDone.load(ordering: .relaxed) { parts[thread].modify { $0 += 1 } }
      }
    }
    #expect(sum.value == parts.map(\.value).reduce(0, +))
  }

  @Test("an observer may use the Bindable in every way, even from another thread, without a deadlock")
  func observerUsesEverything() {
    let count = Bindable(0)
    let log = Recording<Int>()
    let token = count.observe(replay: false) { [unowned count] value in
      guard value == 1 else { return }
      onAnotherThread {
        log.add(count.value)
        count.value = 2
        let owner = Owner()
        count.observe(on: owner) { _ in }
        count.remove(observer: owner)
        count.modify { $0 += 1 }
        count.observe { _ in }.cancel()
      }
      log.add(count.value)
    }
    count.value = 1
    #expect(log.elements == [1, 3])
    withExtendedLifetime(token) {}
  }

  @Test("a replaced value may use the Bindable in its deinit", arguments: [0, 1, 2])
  func replacedValue(observers: Int) {
    let toucher = Toucher()
    onAnotherThread {
      let bindable = Bindable(toucher.value(0))
      toucher.bindable.content = bindable
      let tokens = (0..<observers).map { _ in bindable.observe { _ in } }
      let changes = (0..<observers).map { _ in bindable.changes().observe { _, _ in } }
      for number in 1...10 { bindable.value = toucher.value(number) }
      #expect(toucher.count == 10)
      toucher.bindable.content = nil
      withExtendedLifetime((tokens, changes)) {}
    }
  }

  @Test(
    "a value pending for a queue may use the Bindable in its deinit")
  func waitingValue() {
    let toucher = Toucher()
    onAnotherThread {
      let queue = DispatchQueue(label: "waiting")
      let bindable = Bindable(toucher.value(0), queue: queue)
      toucher.bindable.content = bindable
      queue.suspend()
      let token = bindable.observe { _ in }
      for number in 1...10 { bindable.value = toucher.value(number) }
      // The pending values are skipped, because no observer needs them. Later values replace the current one, so the
      // skipped values are released.
      token.cancel()
      bindable.value = toucher.value(11)
      let later = bindable.observe(replay: false) { _ in }
      for number in 12...20 { bindable.value = toucher.value(number) }
      queue.resume()
      queue.settle()
      #expect(toucher.count == 20)
      toucher.bindable.content = nil
      withExtendedLifetime(later) {}
    }
  }

  @Test("a value pending for an observer's own queue may use the Bindable in its deinit")
  func valueWaitingForOwnQueue() {
    let toucher = Toucher()
    onAnotherThread {
      let queue = DispatchQueue(label: "waiting")
      let bindable = Bindable(toucher.value(0))
      toucher.bindable.content = bindable
      queue.suspend()
      let tokens = [
        bindable.observe(queue: queue, policy: .latest) { _ in }, bindable.observe(queue: queue) { _ in },
      ]
      for number in 1...10 { bindable.value = toucher.value(number) }
      queue.resume()
      queue.settle()
      #expect(toucher.count == 10)
      toucher.bindable.content = nil
      withExtendedLifetime(tokens) {}
    }
  }

  @Test("values pending for an observer's own queue may use the Bindable in their deinit after its removal")
  func valueWaitingForRemoved() {
    let toucher = Toucher()
    onAnotherThread {
      let queue = DispatchQueue(label: "waiting")
      let bindable = Bindable(toucher.value(0))
      toucher.bindable.content = bindable
      queue.suspend()
      let tokens = [
        bindable.observe(queue: queue, policy: .latest) { _ in }, bindable.observe(queue: queue) { _ in },
      ]
      for number in 1...10 { bindable.value = toucher.value(number) }
      for token in tokens { token.cancel() }
      queue.resume()
      queue.settle()
      #expect(toucher.count == 10)
      toucher.bindable.content = nil
    }
  }

  @Test("an observer removed while values are pending may use the Bindable when its closure is released")
  func removedAudience() {
    let toucher = Toucher()
    onAnotherThread {
      let queue = DispatchQueue(label: "audience")
      let bindable = Bindable(Value(), queue: queue)
      toucher.bindable.content = bindable
      let later = Box<BindableToken>()
      let log = Recording<Int>()
      let first = bindable.observe(replay: false) { value in
        log.add(value.number)
        later.content?.cancel()
        later.content = nil
      }
      func observe() {
        // Also sets the Bindable, inside the delivery that releases the captured value.
        let captured = Value {
          toucher.touch()
          toucher.bindable.content?.value = Value(3)
        }
        later.content = bindable.observe(replay: false) { _ in withExtendedLifetime(captured) {} }
      }
      observe()
      queue.suspend()
      for number in 1...2 { bindable.value = Value(number) }
      queue.resume()
      queue.settle()
      #expect(toucher.count == 1)
      #expect(log.elements == [1, 2, 3])
      toucher.bindable.content = nil
      withExtendedLifetime(first) {}
    }
  }

  @Test("an object captured by a closure may use the Bindable in its deinit, however the observer is removed")
  func capturedByBlock() {
    let toucher = Toucher()
    onAnotherThread {
      let bindable = Bindable(Value())
      toucher.bindable.content = bindable
      func observe(_ owner: Owner) {
        let captured = toucher.value(0)
        bindable.observe(on: owner) { _ in withExtendedLifetime(captured) {} }
      }
      // The owner was deallocated, and an assignment discovers that.
      observe(Owner())
      bindable.value = Value()
      #expect(toucher.count == 1)
      // The owner was deallocated, and a registration discovers that.
      observe(Owner())
      let other = Owner()
      bindable.observe(on: other) { _ in }
      #expect(toucher.count == 2)
      // The owner is removed.
      observe(other)
      bindable.remove(observer: other)
      #expect(toucher.count == 3)
      // The token is cancelled or released.
      func token() -> BindableToken {
        let captured = toucher.value(0)
        return bindable.observe { _ in withExtendedLifetime(captured) {} }
      }
      let cancelled = token()
      cancelled.cancel()
      #expect(toucher.count == 4)
      _ = token()
      #expect(toucher.count == 5)
      toucher.bindable.content = nil
    }
  }

  @Test("an owner's deinit may set, observe and remove observers of the Bindable, wherever the deinit runs")
  func dyingOwner() {
    onAnotherThread {
      let count = Bindable(0)
      let log = Recording<Int>()
      let token = count.observe { log.add($0) }
      let owner = Box<Owner>()
      func make() -> Owner {
        let known = Guarded<UInt?>(nil)
        let made = Owner {
          count.modify { $0 += 10 }
          count.observe { _ in }.cancel()
          withExtendedLifetime(known) {}
        }
        count.observe(on: made, replay: false) { _ in }
        return made
      }
      _ = make()
      #expect(log.elements == [0, 10])
      // The delivery holds the last reference.
      let inner = make()
      owner.content = inner
      count.observe(with: inner, replay: false) { _, _ in owner.content = nil }
      _ = consume inner
      count.value = 1
      #expect(log.elements == [0, 10, 1, 11])
      withExtendedLifetime(token) {}
    }
  }

  @Test("an owner may remove itself in its own deinit")
  func removalInDeinit() {
    final class View {
      let count: Bindable<Int>
      init(_ count: Bindable<Int>) {
        self.count = count
        count.observe(on: self) { _ in }
      }
      deinit { count.remove(observer: self) }
    }
    let count = Bindable(0)
    for value in 0..<100 {
      _ = View(count)
      count.value = value
    }
    #expect(count.value == 99)
  }

  @Test("a Bindable may be deallocated inside its own observer, and while values are pending")
  func bindableGoesDuringDelivery() {
    let lifetimes = Lifetimes()
    let holder = Box<Bindable<Int>>()
    let log = Recording<Int>()
    let owner = Owner()
    func make() {
      let probe = lifetimes.make()
      let count = Bindable(0)
      holder.content = count
      count.observe(on: owner, replay: false) { [weak count] value in
        withExtendedLifetime(probe) {}
        log.add(value)
        if value == 1 {
          count?.value = 2
          holder.content = nil
        }
      }
    }
    make()
    holder.content?.value = 1
    #expect(log.elements == [1, 2])
    #expect(lifetimes.alive == 0)
  }

  @Test("threads that set, observe, remove, read and release, inside and outside callbacks, do not deadlock")
  func noDeadlock() {
    let cells = (0..<3).map { _ in Bindable(0) }
    let tokens = cells.indices.map { index in
      cells[index].observe(replay: false) { [next = cells[(index + 1) % 3]] value in
        if value % 4 == 1 { next.modify { $0 += 1 } }
        next.observe { _ in }.cancel()
        let owner = Owner { _ = next.value }
        next.observe(on: owner) { _ in }
      }
    }
    onThreads(6) { thread in
      for index in 0..<200 {
        cells[(thread + index) % 3].modify { $0 += 1 }
        cells[thread % 3].observe { _ in }.cancel()
      }
    }
    // Each cell is set 400 times by the threads, and once for every fourth value of the cell before it, from 1 on.
    #expect(cells.map(\.value) == [534, 534, 534])
    for token in tokens { token.cancel() }
  }
}
