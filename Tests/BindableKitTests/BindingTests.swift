import BindableKit
import Dispatch
import Synchronization
import TestSupport
import Testing

/// B12: two bound Bindables settle after one hop in each direction. The side named first determines the initial value;
/// after that, the value set last wins.
@Suite(.dedicatedThreads) struct BindingTests {
  @Test("a target follows its source until the token is cancelled")
  func oneWay() {
    let (source, target) = (Bindable(1), Bindable(0))
    let token = source.bind(to: target)
    #expect(target.value == 1)
    source.value = 2
    #expect(target.value == 2)
    target.value = 9
    #expect(source.value == 2)
    token.cancel()
    source.value = 3
    #expect(target.value == 9)
  }

  @Test("the side named first determines the initial value, and each change notifies each side once")
  func twoWays() {
    let (first, second) = (Bindable(1), Bindable(0))
    let (ofFirst, ofSecond) = (Recording<Int>(), Recording<Int>())
    let tokens = [first.observe(replay: false) { ofFirst.add($0) }, second.observe(replay: false) { ofSecond.add($0) }]
    let token = first.bind(bothWays: second)
    #expect((first.value, second.value) == (1, 1))
    first.value = 2
    second.value = 3
    second.modify { $0 += 1 }
    first.modify { $0 += 1 }
    #expect(ofFirst.elements == [2, 3, 4, 5])
    #expect(ofSecond.elements == [1, 2, 3, 4, 5])
    token.cancel()
    first.value = 6
    second.value = 7
    #expect((first.value, second.value) == (6, 7))
    withExtendedLifetime(tokens) {}
  }

  @Test("when an observer corrects the value of its side, both sides take the corrected value")
  func correction() {
    let (first, second) = (Bindable(0), Bindable(0))
    let token = first.bind(bothWays: second)
    let limited = second.observe { [unowned second] value in
      if value > 10 { second.value = 10 }
    }
    first.value = 50
    #expect((first.value, second.value) == (10, 10))
    second.value = 20
    #expect((first.value, second.value) == (10, 10))
    withExtendedLifetime((token, limited)) {}
  }

  @Test("a change stops when one-way bindings lead it back to where it started", arguments: 2...4)
  func ring(size: Int) {
    let cells = (0..<size).map { Bindable($0) }
    let counts = cells.map { _ in Recording<Int>() }
    let tokens = cells.indices.map { cells[$0].bind(to: cells[($0 + 1) % size]) }
    let observers = zip(cells, counts).map { cell, log in cell.observe(replay: false) { log.add($0) } }
    for index in cells.indices { cells[index].value = 10 + index }
    #expect(counts.allSatisfy { $0.elements == (0..<size).map { 10 + $0 } })
    withExtendedLifetime((tokens, observers)) {}
  }

  @Test("closing a ring of one-way bindings notifies no Bindable that has the value already")
  func closedRing() {
    let (one, other) = (Bindable(1), Bindable(2))
    let (ofOne, ofOther) = (Recording<Int>(), Recording<Int>())
    var tokens = [one.observe { ofOne.add($0) }, other.observe { ofOther.add($0) }, one.bind(to: other)]
    #expect(ofOther.elements == [2, 1])
    tokens.append(other.bind(to: one))
    #expect(ofOne.elements == [1])
    #expect(ofOther.elements == [2, 1])
    one.value = 3
    #expect(ofOne.elements == [1, 3])
    #expect(ofOther.elements == [2, 1, 3])
    for token in tokens { token.cancel() }
  }

  @Test("a two-way and a one-way binding of the same two Bindables settle", arguments: [false, true])
  func bothAndOne(forth: Bool) {
    let (first, second) = (Bindable(0), Bindable(0))
    let tokens = [first.bind(bothWays: second), forth ? first.bind(to: second) : second.bind(to: first)]
    first.value = 1
    #expect((first.value, second.value) == (1, 1))
    second.value = 2
    #expect((first.value, second.value) == (2, 2))
    withExtendedLifetime(tokens) {}
  }

  @Test("a binding sets its target even if the target already has the change through `map`")
  func afterMap() {
    let (source, target) = (Bindable(1), Bindable(0))
    let mapped = source.map { $0 * 10 }.bind(to: target)
    source.value = 2
    #expect(target.value == 20)
    mapped.cancel()
    let plain = source.bind(to: target)
    #expect(target.value == 2)
    source.value = 3
    #expect(target.value == 3)
    let negative = source.map { -$0 }.bind(to: target)
    #expect(target.value == -3)
    withExtendedLifetime((plain, negative)) {}
  }

  @Test("a change stops in a ring through `map`")
  func ringThroughMap() {
    let (celsius, fahrenheit) = (Bindable(0), Bindable(0))
    let tokens = [
      celsius.map { $0 * 9 / 5 + 32 }.bind(to: fahrenheit), fahrenheit.map { ($0 - 32) * 5 / 9 }.bind(to: celsius),
    ]
    let (ofCelsius, ofFahrenheit) = (Recording<Int>(), Recording<Int>())
    let observers = [
      celsius.observe(replay: false) { ofCelsius.add($0) }, fahrenheit.observe(replay: false) { ofFahrenheit.add($0) },
    ]
    celsius.value = 100
    fahrenheit.value = 33  // 33 °F becomes 0 °C. If that went on to become 32 °F, 33 would be lost.
    #expect((ofCelsius.elements, ofFahrenheit.elements) == ([100, 0], [212, 33]))
    withExtendedLifetime((tokens, observers)) {}
  }

  @Test("bindings in a chain share one value")
  func chain() {
    let cells = (0..<5).map { Bindable($0) }
    let tokens = zip(cells, cells.dropFirst()).map { $0.bind(bothWays: $1) }
    #expect(cells.map(\.value) == [0, 0, 0, 0, 0])
    for index in cells.indices {
      cells[index].value = index + 10
      #expect(cells.allSatisfy { $0.value == index + 10 })
    }
    withExtendedLifetime(tokens) {}
  }

  @Test("when two threads set both sides at the same time, the sides agree in the end", arguments: 0..<4)
  func convergence(kind: Int) {
    let queue = DispatchQueue(label: "second")
    for round in 0..<(kind == 0 ? 1500 : 300) {
      let first = Bindable(0)
      let second =
        switch kind {
        case 0: Bindable(0)
        case 1: Bindable(0, queue: queue)
        default: Bindable(0, queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
        }
      let token = first.bind(bothWays: second)
      onThreads(2) { thread in
        for index in 1...3 {
          if thread == 0 { first.value = round * 10 + index } else { second.value = -round * 10 - index }
        }
      }
      // Wait for changes that are still moving from queue to queue.
      for _ in 0..<20 {
        let done = DispatchSemaphore(value: 0)
        let settled = second.observe { _ in done.signal() }
        done.expectSignal()
        settled.cancel()
      }
      #expect(first.value == second.value)
      withExtendedLifetime(token) {}
    }
  }

  @Test("a value set on the first side during a delivery of the second is newer, and both sides keep it")
  func crossing() {
    let (first, second) = (Bindable(0), Bindable(0))
    let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirstTime = Atomic(true)
    // Registered before the binding, to delay the second side's change until the first side has been set.
    let slow = second.observe(replay: false) { value in
      guard value == 5, isFirstTime.exchange(false, ordering: .relaxed) else { return }
      reached.signal()
      goOn.expectSignal()
    }
    let token = first.bind(bothWays: second)
    onThreads(2) { thread in
      if thread == 0 {
        second.value = 5
      } else {
        reached.expectSignal()
        first.value = 7
        goOn.signal()
      }
    }
    #expect((first.value, second.value) == (7, 7))
    withExtendedLifetime((token, slow)) {}
  }

  @Test("observers are not notified of a change that a newer one has overtaken")
  func overtaken() {
    let queue = DispatchQueue(label: "second")
    let (first, second) = (Bindable(0), Bindable(0, queue: queue))
    let log = Recording<Int>()
    let observer = first.observe(replay: false) { log.add($0) }
    let token = first.bind(bothWays: second)
    queue.suspend()
    second.value = 5
    first.value = 7
    queue.resume()
    queue.settle()
    #expect((first.value, second.value) == (7, 7))
    #expect(log.elements == [7])
    withExtendedLifetime((token, observer)) {}
  }

  /// When the binding is made, a neighbour's change has not yet reached the binding's first side.
  @Test(
    "all follow a change that was made before a binding and reaches its first side afterwards",
    arguments: [false, true], [false, true])
  func lateChange(bothWays: Bool, isSecondNewer: Bool) {
    let queue = DispatchQueue(label: "neighbour")
    let (neighbour, first, second) = (Bindable(0, queue: queue), Bindable(0), Bindable(100))
    let other = Bindable(0)
    let tokens = [neighbour.bind(bothWays: first), second.bind(bothWays: other)]
    queue.settle()
    queue.suspend()
    neighbour.value = 4
    neighbour.value = 5
    if isSecondNewer { second.value = 200 }
    let token = bothWays ? first.bind(bothWays: second) : first.bind(to: second)
    #expect((first.value, second.value, other.value) == (0, 0, 0))
    queue.resume()
    queue.settle()
    #expect([neighbour, first, second, other].map(\.value) == [5, 5, 5, 5])
    second.value = 6
    queue.settle()
    #expect([neighbour, first, second, other].map(\.value) == (bothWays ? [6, 6, 6, 6] : [5, 5, 6, 6]))
    first.value = 7
    queue.settle()
    #expect([neighbour, first, second, other].map(\.value) == [7, 7, 7, 7])
    withExtendedLifetime((tokens, token)) {}
  }

  @Test("a value set on the second side is kept, although an older change reaches the first side later")
  func lateChangeAfterNewerSet() {
    let queue = DispatchQueue(label: "neighbour")
    let (neighbour, first, second) = (Bindable(0, queue: queue), Bindable(0), Bindable(100))
    let tokens = [neighbour.bind(bothWays: first)]
    queue.settle()
    queue.suspend()
    neighbour.value = 5
    let token = first.bind(bothWays: second)
    second.value = 9
    queue.resume()
    queue.settle()
    #expect([neighbour, first, second].map(\.value) == [9, 9, 9])
    withExtendedLifetime((tokens, token)) {}
  }

  /// The second side's first value goes round a ring, which is opened before a late change can follow it.
  @Test("all are equal if a late change is overtaken by the binding's own value", arguments: [false, true])
  func lateChangeInOpenedRing(bothWays: Bool) {
    let queue = DispatchQueue(label: "neighbour")
    let (neighbour, first, second) = (Bindable(0, queue: queue), Bindable(1), Bindable(2))
    let following = neighbour.bind(to: first)
    queue.settle()
    let ring = second.bind(to: neighbour)
    queue.settle()
    queue.suspend()
    neighbour.value = 5
    let token = bothWays ? first.bind(bothWays: second) : first.bind(to: second)
    // The new binding counts as a set of the second, and closes the ring.
    #expect([neighbour, first, second].map(\.value) == [2, 2, 2])
    ring.cancel()
    queue.resume()
    queue.settle()
    #expect([neighbour, first, second].map(\.value) == [2, 2, 2])
    first.value = 7
    #expect([first, second].map(\.value) == [7, 7])
    withExtendedLifetime((following, token)) {}
  }

  @Test("a change of a combination that arrives late sets the target, and no value is lost")
  func combination() {
    let queue = DispatchQueue(label: "source")
    let (one, two, target) = (Bindable(0, queue: queue), Bindable(0), Bindable(0))
    let token = ReadOnlyBindable.combine(one, two) { $0 + $1 }.bind(to: target)
    queue.settle()
    let received = Recording<Int>()
    let observation = target.observe(replay: false) { received.add($0) }
    queue.suspend()
    one.value = 1
    target.value = 9
    queue.resume()
    queue.settle()
    #expect(received.elements == [9, 1])
    two.value = 10
    queue.settle()
    #expect(target.value == 11)
    withExtendedLifetime((token, observation)) {}
  }

  @Test("a combination of two Bindables bound to each other reaches its final value", arguments: [false, true])
  func combinationOfBound(bindsFirst: Bool) {
    let (one, two, target) = (Bindable(0), Bindable(0), Bindable(0))
    var tokens: [BindableToken] = []
    if bindsFirst { tokens.append(one.bind(bothWays: two)) }
    tokens.append(ReadOnlyBindable.combine(one, two) { $0 + $1 }.bind(to: target))
    if !bindsFirst { tokens.append(one.bind(bothWays: two)) }
    for value in 1...5 {
      one.value = value
      #expect(target.value == 2 * value)
      two.value = -value
      #expect(target.value == -2 * value)
    }
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "combinations follow changes that reach one source after a newer change reached the other",
    arguments: [1, 254, 255, 256, 1_000], [false, true])
  func combinationsWithLateSource(changes: Int, bindsLastFirst: Bool) {
    let queue = DispatchQueue(label: "source")
    let (far, one, two) = (Bindable(0, queue: queue), Bindable(0), Bindable(0))
    let targets = [Bindable(0), Bindable(0), Bindable(0)]
    let links = Array(zip([one] + targets, targets))
    var tokens = [far.bind(to: one)]
    for (source, target) in bindsLastFirst ? links.reversed() : links {
      tokens.append(ReadOnlyBindable.combine(source, two) { $0 + $1 }.bind(to: target))
    }
    queue.settle()
    queue.suspend()
    for change in 1...changes { far.value = change }
    two.value = 10_000
    #expect(targets.map(\.value) == [10_000, 20_000, 30_000])
    queue.resume()
    queue.settle()
    #expect(targets.map(\.value) == [10_000, 20_000, 30_000].map { $0 + changes })
    withExtendedLifetime(tokens) {}
  }

  @Test("a combination that sets one of two Bindables bound both ways ends")
  func combinationAndBothWays() {
    let (one, two) = (Bindable(1), Bindable(2))
    let log = Recording<Int>()
    let tokens = Guarded<[BindableToken]>([])
    let observers = [one, two].map { bindable in
      bindable.observe(replay: false) { _ in
        if log.add(0) > 1_000 { for token in tokens.withLock({ $0 }) { token.cancel() } }
      }
    }
    let sum = ReadOnlyBindable.combine(one, two) { ($0 &+ 3 &* $1 &+ 1) % 1_000 }
    let (both, mix) = (one.bind(bothWays: two), sum.bind(to: two))
    tokens.withLock { $0 = [both, mix] }
    one.value = 77
    #expect(log.count < 50)
    #expect(one.value == two.value)
    withExtendedLifetime(observers) {}
  }

  @Test("a combination that corrects the second side while the two are bound sets the first side too")
  func correctionWhileBinding() {
    let (first, second, minimum) = (Bindable(1), Bindable(20), Bindable(10))
    let tokens = [
      ReadOnlyBindable.combine(second, minimum) { max($0, $1) }.bind(to: second), first.bind(bothWays: second),
    ]
    #expect([first, second].map(\.value) == [10, 10])
    withExtendedLifetime(tokens) {}
  }

  @Test("a combination is bound on, although another value is later bound to one of its sources")
  func combinationBeforeItsSourceIsBound() {
    let (a, b, sum, other) = (Bindable(0), Bindable(0), Bindable(0), Bindable(0))
    let tokens = [
      ReadOnlyBindable<Int>.combine(a, b) { $0 + $1 }.bind(to: sum),
      a.bind(bothWays: other),
    ]
    sum.value = 100
    b.value = 5
    #expect(sum.value == 5)
    other.value = 10
    b.value = 6
    #expect(sum.value == 16)
    withExtendedLifetime(tokens) {}
  }

  @Test("a change stops in a ring through `combine`", arguments: [false, true])
  func ringThroughCombine(isLong: Bool) {
    let (one, two, between) = (Bindable(0), Bindable(0), Bindable(0))
    let sum = ReadOnlyBindable.combine(one, two) { $0 + $1 }
    let log = Recording<Int>()
    let isEndless = Guarded(false)
    let tokens = Guarded<[BindableToken]>([])
    let observer = one.observe(replay: false) { _ in
      guard log.add(0) > 1_000 else { return }
      isEndless.withLock { $0 = true }
      for token in tokens.withLock({ $0 }) { token.cancel() }
    }
    tokens.withLock {
      $0 = isLong ? [sum.bind(to: between), between.bind(to: one)] : [sum.bind(to: one)]
    }
    one.value = 1
    two.value = 2
    #expect(!isEndless.withLock { $0 })
    #expect(log.count <= 6, "a change, and the binding itself, goes round once")
    withExtendedLifetime(observer) {}
  }

  @Test("a binding ends with either side, retains neither, and leaves nothing behind")
  func lifetime() {
    let first = Bindable(0)
    weak var gone: Bindable<Int>?
    var tokens: [BindableToken] = []
    do {
      let second = Bindable(0)
      gone = second
      first.bind(to: second).store(in: &tokens)
      first.bind(bothWays: second).store(in: &tokens)
    }
    #expect(gone == nil)
    first.value = 1
    #expect(first.value == 1)
  }

  @Test("making and cancelling bindings again and again leaves nothing behind")
  func churn() {
    let lifetimes = Lifetimes()
    let (first, second) = (Bindable(lifetimes.make()), Bindable(lifetimes.make()))
    onAnotherThread {
      for _ in 0..<100_000 {
        first.bind(to: second).cancel()
        first.bind(bothWays: second).cancel()
      }
      first.value = lifetimes.make()
      second.value = first.value
    }
    #expect(lifetimes.alive == 1)
  }
}
