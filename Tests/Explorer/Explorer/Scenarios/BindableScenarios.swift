import BindableKit
import Schedule
import VirtualDispatch

private func observe(_ value: ReadOnlyBindable<Int>, _ log: Log<Int>, replay: Bool = true) -> BindableToken {
  value.observe(replay: replay) { log.receive($0) }
}

private func isSlice(_ values: [Int], of range: ClosedRange<Int>) -> Bool {
  guard let first = values.first else { return true }
  return values == Array(first..<first + values.count) && range.contains(first) && values.last ?? 0 <= range.upperBound
}

let bindableScenarios = [
  Scenario("B1", "values set by two threads reach both observers in one order") { run in
    let value = Bindable(0)
    let logs = [Log<Int>("one"), Log<Int>("two")]
    let tokens = logs.map { observe(value, $0, replay: false) }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") { value.value = 3 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(logs[0].all == logs[1].all, "\(logs[0].all) and \(logs[1].all)")
      expect(logs[0].all.filter { $0 != 3 } == [1, 2] && logs[0].all.count == 3, "\(logs[0].all)")
      expect(logs[0].all.last == value.value, "\(logs[0].all), and the value is \(value.value)")
    }
  },

  Scenario("B1", "three threads set values") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let token = observe(value, log, replay: false)
    for number in 1...3 { run.thread(["A", "B", "C"][number - 1]) { value.value = number } }
    run.finally {
      withExtendedLifetime(token) {}
      expect(log.all.sorted() == [1, 2, 3] && log.all.last == value.value, "\(log.all), value \(value.value)")
    }
  },

  Scenario("B8", "an observer that registers while values are set misses none and receives none twice") { run in
    let value = Bindable(0)
    let (early, late) = (Log<Int>("early"), Log<Int>("late"))
    let tokens = Tokens()
    let token = observe(value, early)
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") { tokens.keep(observe(value, late)) }
    run.finally {
      withExtendedLifetime((token, tokens)) {}
      expect(early.all == [0, 1, 2], "early \(early.all)")
      expect(isSlice(late.all, of: 0...2) && late.all.last == 2, "late \(late.all)")
    }
  },

  Scenario("B8", "a thread sets and then registers, while another one delivers") { run in
    let value = Bindable(0)
    let (early, late) = (Log<Int>("early"), Log<Int>("late"))
    let tokens = Tokens()
    let token = observe(value, early)
    run.thread("A") { value.value = 1 }
    run.thread("B") {
      value.value = 2
      tokens.keep(observe(value, late))
    }
    run.finally {
      withExtendedLifetime((token, tokens)) {}
      expect(early.all.count == 3 && late.all.count <= 2, "early \(early.all), late \(late.all)")
      expect(Set(late.all).count == late.all.count && late.all.last == value.value, "late \(late.all)")
    }
  },

  Scenario("B8", "two observers register while a value is set, one without replay") { run in
    let value = Bindable(0)
    let (replayed, plain) = (Log<Int>("replayed"), Log<Int>("plain"))
    let tokens = Tokens()
    run.thread("A") { value.value = 1 }
    run.thread("B") { tokens.keep(observe(value, replayed)) }
    run.thread("C") { tokens.keep(observe(value, plain, replay: false)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(replayed.all == [0, 1] || replayed.all == [1], "replayed \(replayed.all)")
      expect(plain.all == [1] || plain.all.isEmpty, "plain \(plain.all)")
    }
  },

  Scenario("B8", "an observer registers and is removed while the value is set") { run in
    let value = Bindable(0)
    let (log, removed) = (Log<Int>("observer"), Log<Int>("removed"))
    let owner = Owner()
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      value.observe(on: owner) { log.receive($0) }
      expect(!log.all.isEmpty || !removed.all.isEmpty, "observe has returned without the current value")
    }
    run.thread("C") {
      removed.receive(value.value)
      value.remove(observer: owner)
    }
    run.finally {
      withExtendedLifetime(owner) {}
      expect(isSlice(log.all, of: 0...2), "\(log.all)")
    }
  },

  Scenario("B8", "an observer registers while a value waits, and another is set") { run in
    let value = Bindable(0)
    let (early, late) = (Log<Int>("early"), Log<Int>("late"))
    let tokens = Tokens()
    let token = observe(value, early, replay: false)
    run.thread("A") { value.value = 1 }
    run.thread("B") {
      tokens.keep(observe(value, late))
      expect(!late.all.isEmpty, "observe has returned without the current value")
    }
    run.thread("C") { value.value = 2 }
    run.finally {
      withExtendedLifetime((token, tokens)) {}
      let order = [0] + early.all
      expect(late.all.count <= 3 && Array(order.suffix(late.all.count)) == late.all, "\(late.all) of \(order)")
    }
  },

  Scenario("B5", "after cancel has returned, at most one call that is running finishes") { run in
    let value = Bindable(0)
    let (removed, other) = (Log<Int>("removed"), Log<Int>("other"))
    let tokens = [observe(value, removed), observe(value, other)]
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      tokens[0].cancel()
      removed.markEnd()
    }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(removed.countAfterEnd <= 1, "\(removed.countAfterEnd) calls after the end")
      expect(isSlice(removed.all, of: 0...2), "\(removed.all)")
      expect(other.all == [0, 1, 2], "other \(other.all)")
    }
  },

  Scenario("B5", "two threads cancel a token, and one of them then sets the value") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let token = observe(value, log)
    run.thread("A") {
      token.cancel()
      log.markEnd()
      value.value = 1
    }
    run.thread("B") { token.cancel() }
    run.finally { expect(log.countAfterEnd == 0, "\(log.all)") }
  },

  Scenario("B5", "the last reference to a token is released while values are set") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let token = Kept(observe(value, log))
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      token.release()
      log.markEnd()
    }
    run.finally { expect(log.countAfterEnd <= 1 && isSlice(log.all, of: 0...2), "\(log.all)") }
  },

  Scenario("B5", "an observer removes the next one, while another thread sets") { run in
    let value = Bindable(0)
    let (log, next) = (Log<Int>("first"), Log<Int>("next"))
    let (owner, tokens) = (Owner(), Tokens())
    value.observe(on: owner, replay: false) { [unowned value] _ in
      log.receive(value.value) {
        tokens.cancel()
        next.markEnd()
      }
    }
    tokens.keep(observe(value, next))
    run.thread("A") { value.value = 1 }
    run.thread("B") { value.value = 2 }
    run.finally {
      withExtendedLifetime(owner) {}
      expect(next.all == [0] && log.all.count == 2, "next \(next.all), first \(log.all)")
    }
  },

  Scenario("B6", "the owner is deallocated while values are set") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let owner = Kept(Owner())
    value.observe(on: owner.value) { log.receive($0) }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      owner.release()
      log.markEnd()
    }
    run.finally { expect(log.countAfterEnd <= 1 && isSlice(log.all, of: 0...2), "\(log.all)") }
  },

  Scenario("B6", "an observer that is called with its owner finds it alive") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let owner = Kept(Owner())
    value.observe(with: owner.value) { owner, value in
      log.receive(value) { expect(!owner.hasEnded, "The owner is being deallocated.") }
    }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      owner.release()
      log.markEnd()
    }
    run.finally { expect(log.countAfterEnd <= 1 && isSlice(log.all, of: 0...2), "\(log.all)") }
  },

  Scenario("B7", "the owner is deallocated while its observers are removed and others register") { run in
    let value = Bindable(0)
    let (log, late, living) = (Log<Int>(), Log<Int>("late"), Log<Int>("living"))
    let (owner, other) = (Kept(Owner()), Owner())
    value.observe(on: other, replay: false) { living.receive($0) }
    value.observe(on: owner.value, replay: false) { log.receive($0) }
    value.observe(on: owner.value, replay: false) { log.receive($0) }
    run.thread("A") { value.value = 1 }
    run.thread("B") { value.observe(on: other) { late.receive($0) } }
    run.thread("C") { owner.release() }
    run.finally {
      withExtendedLifetime(other) {}
      expect(log.all.allSatisfy { $0 == 1 } && log.all.count <= 2, "\(log.all)")
      value.value = 2
      expect(late.all.suffix(2) == [1, 2] && living.all == [1, 2], "late \(late.all), living \(living.all)")
    }
  },

  Scenario("B4", "an observer sets a value while another thread sets one") { run in
    let value = Bindable(0)
    let logs = [Log<Int>("one"), Log<Int>("two")]
    let first = value.observe(replay: false) { element in
      logs[0].receive(element) {
        if element == 1 {
          value.value = 10
        }
      }
    }
    let second = observe(value, logs[1], replay: false)
    run.thread("A") { value.value = 1 }
    run.thread("B") { value.value = 2 }
    run.finally {
      withExtendedLifetime((first, second)) {}
      expect(logs[0].all == logs[1].all, "\(logs[0].all) and \(logs[1].all)")
      expect(logs[0].all.sorted() == [1, 2, 10] && logs[0].all.last == value.value, "\(logs[0].all), \(value.value)")
    }
  },

  Scenario("B1", "modify on two threads, while a third one sets a value") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let token = observe(value, log, replay: false)
    run.thread("A") {
      value.modify { $0 += 1 }
      value.modify { $0 += 1 }
    }
    run.thread("B") { value.modify { $0 += 10 } }
    run.thread("C") { value.value = 100 }
    run.finally {
      withExtendedLifetime(token) {}
      expect([100, 101, 102, 110, 111, 112].contains(value.value), "\(value.value)")
      expect(log.all.count == 4 && log.all.last == value.value, "\(log.all)")
    }
  },

  Scenario("B11", "each old value is the new value of the previous call") { run in
    let value = Bindable(0)
    let log = Log<[Int]>()
    let token = value.changes().observe(replay: false) { log.receive([$0, $1]) }
    run.thread("A") { value.value = 1 }
    run.thread("B") {
      value.value = 2
      value.value = 3
    }
    run.finally {
      withExtendedLifetime(token) {}
      expect(log.all.map { $0[0] } == [0] + log.all.dropLast().map { $0[1] } && log.all.count == 3, "\(log.all)")
    }
  },

  Scenario("B12", "two Bindables that are bound both ways end up equal") { run in
    let (one, two) = (Bindable(0), Bindable(0))
    let logs = [Log<Int>("one"), Log<Int>("two")]
    let tokens = [one.bind(bothWays: two), observe(one, logs[0]), observe(two, logs[1])]
    run.thread("A") { one.value = 1 }
    run.thread("B") { two.value = 2 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(one.value == two.value && one.value > 0, "\(one.value) and \(two.value)")
      for log in logs {
        expect(log.all.last == one.value && Set(log.all).count == log.all.count, "\(log.all), value \(one.value)")
      }
    }
  },

  Scenario("B12", "two Bindables are set while they are being bound") { run in
    let (one, two) = (Bindable(0), Bindable(0))
    let log = Log<Int>()
    let tokens = Tokens()
    let token = observe(two, log)
    run.thread("A") { one.value = 1 }
    run.thread("B") { tokens.keep(one.bind(bothWays: two)) }
    run.thread("C") { two.value = 2 }
    run.finally {
      withExtendedLifetime((token, tokens)) {}
      expect(one.value == two.value && log.all.last == two.value, "\(one.value) and \(two.value), \(log.all)")
    }
  },

  Scenario("B12", "a binding is cancelled while both sides are set") { run in
    let (one, two) = (Bindable(0), Bindable(0))
    let logs = [Log<Int>("one"), Log<Int>("two")]
    let tokens = [one.bind(bothWays: two), observe(one, logs[0]), observe(two, logs[1])]
    run.thread("A") { one.value = 1 }
    run.thread("B") { two.value = 2 }
    run.thread("C") { tokens[0].cancel() }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(logs[0].all.last == one.value && logs[1].all.last == two.value, "\(logs[0].all), \(logs[1].all)")
    }
  },

  Scenario("B12", "two members of a ring of three are set") { run in
    let values = [Bindable(0), Bindable(0), Bindable(0)]
    let log = Log<Int>()
    let tokens = [
      values[0].bind(to: values[1]), values[1].bind(to: values[2]), values[2].bind(to: values[0]),
      observe(values[2], log),
    ]
    run.thread("A") { values[0].value = 1 }
    run.thread("B") { values[1].value = 2 }
    run.finally {
      withExtendedLifetime(tokens) {}
      let all = values.map(\.value)
      expect(Set(all).count == 1 && log.all.last == all[2], "\(all), \(log.all)")
    }
  },

  Scenario("B12", "a change arrives late while two are bound and the ring through them is opened") { run in
    let neighbour = Bindable(0, queue: DispatchQueue(label: "neighbour"))
    let (first, second) = (Bindable(1), Bindable(2))
    let tokens = Tokens()
    let following = neighbour.bind(to: first)
    let ring = second.bind(to: neighbour)
    run.thread("A") {
      neighbour.value = 5
      tokens.keep(first.bind(bothWays: second))
    }
    run.thread("B") { ring.cancel() }
    run.finally {
      withExtendedLifetime((following, tokens)) {}
      expect(first.value == second.value, "\(first.value) and \(second.value)")
    }
  },

  Scenario("B12", "a source becomes an end of a two-way binding while its values are under way to a target") { run in
    let source = Bindable(0, queue: DispatchQueue(label: "source"))
    let (target, other) = (Bindable(0), Bindable(7))
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(source.bind(to: target))
    tokens.keep(target.observe(replay: false) { log.receive($0) })
    run.thread("A") {
      source.value = 1
      source.value = 2
    }
    run.thread("B") { tokens.keep(source.bind(bothWays: other)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      let values = [source, target, other].map(\.value)
      expect(values == [2, 2, 2], "\(values)")
      expect(log.all.filter { $0 > 0 } == [1, 2], "\(log.all)")
    }
  },

  Scenario("B12", "a change is under way to a value that is being bound both ways to another") { run in
    let neighbour = Bindable(0, queue: DispatchQueue(label: "neighbour"))
    let (first, second) = (Bindable(0), Bindable(7))
    let tokens = Tokens()
    tokens.keep(neighbour.bind(bothWays: first))
    run.thread("A") {
      neighbour.value = 4
      neighbour.value = 5
    }
    run.thread("B") { tokens.keep(first.bind(bothWays: second)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      let values = [neighbour, first, second].map(\.value)
      expect(values == [5, 5, 5], "\(values)")
    }
  },

  Scenario("B12", "a change is under way to a value that is being bound both ways to one that is bound") { run in
    let neighbour = Bindable(0, queue: DispatchQueue(label: "neighbour"))
    let (first, second, third) = (Bindable(0), Bindable(7), Bindable(8))
    let tokens = Tokens()
    tokens.keep(neighbour.bind(bothWays: first))
    tokens.keep(second.bind(bothWays: third))
    run.thread("A") { neighbour.value = 5 }
    run.thread("B") { tokens.keep(first.bind(bothWays: second)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      let values = [neighbour, first, second, third].map(\.value)
      expect(values == [5, 5, 5, 5], "\(values)")
    }
  },

  Scenario("B12", "two Bindables are bound both ways to a third at once") { run in
    let (one, two, third) = (Bindable(1), Bindable(2), Bindable(0))
    let tokens = Tokens()
    run.thread("A") { tokens.keep(one.bind(bothWays: third)) }
    run.thread("B") { tokens.keep(two.bind(bothWays: third)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      let values = [one, two, third].map(\.value)
      expect(values == [1, 1, 1] || values == [2, 2, 2], "\(values)")
    }
  },

  Scenario("B9", "an observer of the newest value registers while another's is about to be delivered") { run in
    let (queue, other) = (DispatchQueue(label: "value"), DispatchQueue(label: "observer"))
    let value = Bindable(0, queue: queue)
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(value.observe(queue: other, policy: .latest) { _ in })
    run.thread("A") { value.value = 1 }
    run.thread("B") {
      tokens.keep(value.observe(replay: false, queue: other, policy: .latest) { log.receive($0) })
      value.value = 2
    }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(log.all.last == value.value, "\(log.all), value \(value.value)")
    }
  },

  Scenario("B12", "a binding is replaced while its source is set") { run in
    let (source, target) = (Bindable(0), Bindable(0))
    let tokens = Tokens()
    let token = source.bind(to: target)
    run.thread("A") { source.value = 1 }
    run.thread("B") { source.value = 2 }
    run.thread("C") {
      token.cancel()
      tokens.keep(source.bind(to: target))
    }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(source.value == target.value, "\(source.value) and \(target.value)")
    }
  },

  Scenario("B12", "a two-way binding closes a ring of which another value is set") { run in
    let (first, equal, other, second) = (Bindable(1), Bindable(0), Bindable(0), Bindable(0))
    let tokens = Tokens()
    tokens.keep(first.bind(to: equal))
    tokens.keep(equal.bind(to: other))
    tokens.keep(other.bind(to: second))
    run.thread("A") { other.value = 9 }
    run.thread("B") { tokens.keep(first.bind(bothWays: second)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      let values = Set([first, equal, other, second].map(\.value))
      expect(values.count == 1, "\(values)")
    }
  },

  Scenario("B12", "two sources are bound to one target") { run in
    let (one, two, target) = (Bindable(0), Bindable(0), Bindable(0))
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(one.bind(to: target))
    tokens.keep(two.bind(to: target))
    tokens.keep(target.observe(replay: false) { log.receive($0) })
    run.thread("A") { one.value = 1 }
    run.thread("B") { two.value = 2 }
    run.finally {
      withExtendedLifetime((tokens, target)) {}
      expect(log.all.sorted() == [1, 2], "\(log.all)")
    }
  },

  Scenario("B12", "a ring through map, of which two values are set") { run in
    let (one, two) = (Bindable(0), Bindable(0))
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(one.map { $0 }.bind(to: two))
    tokens.keep(two.map { $0 }.bind(to: one))
    tokens.keep(one.observe(replay: false) { log.receive($0) })
    run.thread("A") { one.value = 1 }
    run.thread("B") { two.value = 2 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(one.value == two.value, "\(one.value) and \(two.value)")
      expect(log.all.count <= 4, "\(log.all)")
    }
  },

  Scenario("B12", "a source is set while its target is bound both ways") { run in
    let (source, target, other) = (Bindable(0), Bindable(0), Bindable(0))
    let tokens = Tokens()
    tokens.keep(source.bind(to: target))
    tokens.keep(target.bind(bothWays: other))
    run.thread("A") { source.value = 1 }
    run.thread("B") { other.value = 2 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(target.value == other.value, "\(target.value) and \(other.value)")
    }
  },

  Scenario("B12", "a ring through a combination, of which both values are set") { run in
    let (one, two) = (Bindable(0), Bindable(0))
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(ReadOnlyBindable.combine(one, two) { max($0, $1) + 1 }.bind(to: one))
    tokens.keep(one.bind(to: two))
    tokens.keep(one.observe(replay: false) { log.receive($0) })
    run.thread("A") { one.value = 10 }
    run.thread("B") { two.value = 20 }
    run.finally {
      withExtendedLifetime((tokens, one, two)) {}
      expect(log.all.count <= 8, "\(log.all)")
    }
  },

  Scenario("B12", "a ring through two combinations, of which two values are set") { run in
    let queue = DispatchQueue(label: "two")
    let (one, two) = (Bindable(0), Bindable(0, queue: queue))
    let tokens = Tokens()
    tokens.keep(ReadOnlyBindable.combine(one, Bindable(0)) { $0 + $1 }.bind(to: two))
    tokens.keep(ReadOnlyBindable.combine(two, Bindable(0)) { $0 + $1 }.bind(to: one))
    run.thread("A") { one.value = 1 }
    run.thread("B") { two.value = 2 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(one.value == two.value, "\(one.value) and \(two.value)")
    }
  },

  Scenario("B12", "a new binding sets what is behind a combination, which is being set") { run in
    let queue = DispatchQueue(label: "two")
    let (one, two, other) = (Bindable(0), Bindable(0, queue: queue), Bindable(0))
    let tokens = Tokens()
    tokens.keep(ReadOnlyBindable.combine(one, Bindable(0)) { $0 + $1 }.bind(to: two))
    tokens.keep(two.bind(to: one))
    tokens.keep(one.bind(to: other))
    one.value = 1
    run.thread("A") { two.value = 2 }
    run.thread("B") { tokens.keep(other.bind(to: one)) }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(Set([one, two, other].map(\.value)).count == 1, "\(one.value), \(two.value) and \(other.value)")
    }
  },

  Scenario("B12", "two Bindables with values are bound both ways, and the second is set") { run in
    let (one, two, other) = (Bindable(1), Bindable(2), Bindable(0))
    let tokens = Tokens()
    let log = Log<Int>()
    tokens.keep(one.bind(to: other))
    tokens.keep(two.bind(to: other))
    two.value = 2  // Newer than the first side's value.
    tokens.keep(one.observe(replay: false) { log.receive($0) })
    run.thread("A") { tokens.keep(one.bind(bothWays: two)) }
    run.thread("B") { two.value = 3 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(one.value == two.value, "\(one.value) and \(two.value)")
      expect(!log.all.contains(2), "the first side has taken the second's former value: \(log.all)")
    }
  },

  Scenario("B12", "the target of a binding is deallocated while its source is set") { run in
    let source = Bindable(1)
    let target = Kept(Bindable(0))
    let log = Log<Int>()
    target.value.observe(on: source) { log.receive($0) }
    let token = source.bind(to: target.value)
    run.thread("A") {
      source.value = 2
      source.value = 3
    }
    run.thread("B") { target.release() }
    run.finally {
      withExtendedLifetime(token) {}
      expect(log.all.count >= 2 && [0, 1, 2, 3].starts(with: log.all), "\(log.all)")
    }
  },

  Scenario("B13", "the last combination is the final one, and no combination is delivered twice") { run in
    let (tens, ones) = (Bindable(0), Bindable(0))
    let log = Log<Int>()
    let sum = ReadOnlyBindable.combine(tens, ones) { $0 * 10 + $1 }
    let token = observe(sum, log)
    run.thread("A") { tens.value = 1 }
    run.thread("B") { ones.value = 1 }
    run.finally {
      withExtendedLifetime((token, tens, ones)) {}
      expect([[0, 1, 11], [0, 10, 11], [0, 11]].contains(log.all), "\(log.all)")
    }
  },

  Scenario("B13", "a source of a combination is released after it was last set") { run in
    let tens = Bindable(0)
    let ones = Kept(Bindable(0))
    let log = Log<Int>()
    let token = observe(ReadOnlyBindable.combine(tens, ones.value) { $0 * 10 + $1 }, log)
    run.thread("A") { tens.value = 1 }
    run.thread("B") {
      ones.value.value = 1
      ones.release()
    }
    run.finally {
      withExtendedLifetime((token, tens)) {}
      expect(log.all.last == 11, "\(log.all)")
    }
  },

  Scenario("B13", "a source of a combination that delivers on a queue is released after it was last set") { run in
    let tens = Bindable(0)
    let ones = Kept(Bindable(0, queue: DispatchQueue(label: "queue")))
    let log = Log<Int>()
    let token = observe(ReadOnlyBindable.combine(tens, ones.value) { $0 * 10 + $1 }, log)
    run.thread("A") {
      ones.value.value = 1
      ones.release()
    }
    run.finally {
      withExtendedLifetime((token, tens)) {}
      expect(log.all == [0, 1], "\(log.all)")
    }
  },

  Scenario("B13", "a combination is observed while both sources change") { run in
    let (tens, ones) = (Bindable(0), Bindable(0))
    let log = Log<Int>()
    let tokens = Tokens()
    run.thread("A") { tens.value = 1 }
    run.thread("B") { ones.value = 1 }
    run.thread("C") { tokens.keep(observe(ReadOnlyBindable.combine(tens, ones) { $0 * 10 + $1 }, log)) }
    run.finally {
      withExtendedLifetime((tokens, tens, ones)) {}
      let isRepeated = zip(log.all, log.all.dropFirst()).contains { $0 == $1 }
      expect(log.all.last == 11 && !isRepeated, "\(log.all)")
    }
  },

  Scenario("B13", "reading a combination never shows a later change without an earlier one") { run in
    let (tens, ones) = (Bindable(0), Bindable(0))
    let log = Log<Int>()
    let sum = ReadOnlyBindable.combine(tens, ones) { $0 * 10 + $1 }
    run.thread("A") {
      ones.value = 1
      tens.value = 1
    }
    run.thread("B") { log.receive(sum.value) }
    run.finally {
      withExtendedLifetime((tens, ones)) {}
      expect([0, 1, 11].contains(log.all.last), "\(log.all)")
    }
  },

  Scenario("B13", "a combination of two values derived from one Bindable is always consistent") { run in
    let source = Bindable(0)
    let log = Log<[Int]>()
    let pair = ReadOnlyBindable.combine(source.map { $0 }, source.map { -$0 }) { [$0, $1] }
    let token = pair.observe { log.receive($0) }
    run.thread("A") { source.value = 1 }
    run.thread("B") { source.value = 2 }
    run.finally {
      withExtendedLifetime(token) {}
      expect(log.all.allSatisfy { $0[0] == -$0[1] }, "\(log.all)")
      expect(log.all.last == [source.value, -source.value], "\(log.all), value \(source.value)")
    }
  },

  Scenario("B9", "an observer with .latest registers while a value waits for another with .latest") { run in
    let queue = DispatchQueue(label: "queue")
    let value = Bindable(0, queue: queue)
    let (early, late) = (Log<Int>("early"), Log<Int>("late"))
    let tokens = Tokens()
    tokens.keep(value.observe(queue: queue, policy: .latest) { early.receive($0) })
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") { tokens.keep(value.observe(queue: queue, policy: .latest) { late.receive($0) }) }
    run.finally {
      withExtendedLifetime(tokens) {}
      for log in [early, late] {
        expect(log.all == log.all.sorted(), "out of order: \(log.all)")
        expect(log.all.last == 2, "the last is missing: \(log.all)")
      }
    }
  },

  Scenario("B9", "an observer with .latest and a queue of its own") { run in
    let value = Bindable(0)
    let queue = DispatchQueue(label: "queue")
    let log = Log<Int>()
    let token = value.observe(queue: queue, policy: .latest) { log.receive($0) }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") { value.value = 3 }
    run.finally {
      withExtendedLifetime(token) {}
      expect(log.all.last == value.value && Set(log.all).count == log.all.count, "\(log.all), value \(value.value)")
    }
  },

  Scenario("B10", "on a queue, values arrive in order, even one that is set on the queue itself") { run in
    let queue = DispatchQueue(label: "queue")
    let value = Bindable(0, queue: queue)
    let logs = [Log<Int>("one"), Log<Int>("two")]
    let tokens = logs.map { observe(value, $0, replay: false) }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") { queue.async { value.value = 3 } }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(logs[0].all == logs[1].all && logs[0].all.sorted() == [1, 2, 3], "\(logs[0].all) and \(logs[1].all)")
      expect(logs[0].all.last == value.value, "\(logs[0].all), value \(value.value)")
    }
  },

  Scenario("B2", "an observer with a queue of its own is removed while the value is set") { run in
    let value = Bindable(0)
    let (here, there) = (Log<Int>("here"), Log<Int>("there"))
    let one = observe(value, here, replay: false)
    let two = value.observe(replay: false, queue: DispatchQueue(label: "queue")) { there.receive($0) }
    run.thread("A") {
      value.value = 1
      value.value = 2
    }
    run.thread("B") {
      two.cancel()
      there.markEnd()
    }
    run.finally {
      withExtendedLifetime((one, two)) {}
      expect(here.all == [1, 2], "here \(here.all)")
      expect(there.countAfterEnd <= 1 && there.all == Array([1, 2].prefix(there.all.count)), "there \(there.all)")
    }
  },

  Scenario("B17", "two threads set two Bindables with one queue, each in turn") { run in
    let queue = DispatchQueue(label: "queue")
    let (a, b) = (Bindable(0, queue: queue), Bindable(0, queue: queue))
    let log = Log<Int>()
    let tokens = [a, b].map { $0.observe(replay: false, queue: nil) { log.receive($0) } }
    run.thread("A") {
      a.value = 1
      b.value = 2
      a.value = 3
    }
    run.thread("B") {
      b.value = 11
      a.value = 12
    }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(log.all.filter { $0 < 10 } == [1, 2, 3], "of A: \(log.all)")
      expect(log.all.filter { $0 > 10 } == [11, 12], "of B: \(log.all)")
    }
  },

  Scenario("B17", "a set on the queue, while another thread sets, is delivered after what waits") { run in
    let queue = DispatchQueue(label: "queue")
    let (a, b) = (Bindable(0, queue: queue), Bindable(0, queue: queue))
    let log = Log<Int>()
    let tokens = [a, b].map { $0.observe(replay: false, queue: nil) { log.receive($0) } }
    run.thread("A") {
      a.value = 1
      queue.async {
        let before = log.all
        b.value = 11
        expect(log.all.contains(11), "after the set: \(log.all)")
        expect(before.contains(1) || log.all.firstIndex(of: 1) ?? .max < log.all.firstIndex(of: 11) ?? 0, "\(log.all)")
      }
    }
    run.thread("B") { a.value = 21 }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(log.all.sorted() == [1, 11, 21], "\(log.all)")
    }
  },

  Scenario("B10", "sets on a concurrent queue and elsewhere are delivered once each, one at a time") { run in
    let queue = DispatchQueue(label: "queue", attributes: .concurrent)
    let (a, b) = (Bindable(0, queue: queue), Bindable(0, queue: queue))
    let log = Log<Int>()
    let tokens = [a, b].map { $0.observe(replay: false, queue: nil) { log.receive($0) } }
    run.thread("A") {
      queue.async { a.value = 1 }
      queue.async { b.value = 11 }
    }
    run.thread("B") {
      a.value = 21
      b.value = 22
    }
    run.finally {
      withExtendedLifetime(tokens) {}
      expect(log.all.sorted() == [1, 11, 21, 22], "\(log.all)")
    }
  },

  Scenario("B17", "an observer on a queue sets a value that waits there, after what waits for that value") { run in
    let queue = DispatchQueue(label: "queue")
    let (a, b) = (Bindable(0, queue: queue), Bindable(0, queue: queue))
    let log = Log<Int>()
    let tokens = [
      a.observe(replay: false, queue: nil) { _ in b.modify { $0 += 10 } },
      b.observe(replay: false, queue: nil) { log.receive($0) },
    ]
    run.thread("A") { a.value = 1 }
    run.thread("B") { b.value = 1 }
    run.finally {
      expect([[1, 11], [10, 1]].contains(log.all), "delivered: \(log.all)")
      withExtendedLifetime(tokens) {}
    }
  },

  Scenario("B17", "observers with a queue end while values wait for them, and the queue is released") { run in
    let log = Log<Int>()
    let (value, other) = (Bindable(0), Bindable(0))
    let queue = Kept(DispatchQueue(label: "queue"))
    let first = Kept(value.observe(replay: false, queue: queue.value) { log.receive($0) })
    let second = Kept(other.observe(replay: false, queue: queue.value) { log.receive($0) })
    run.thread("A") {
      value.value = 1
      other.value = 2
    }
    run.thread("B") {
      first.value.cancel()
      first.release()
      second.release()
      queue.release()
    }
    run.finally { expect([[1, 2], [1], [2], []].contains(log.all), "\(log.all)") }
  },

  Scenario("B10", "the main queue runs until a stop, and values set before the stop are delivered") { run in
    let value = Bindable(0)
    let log = Log<Int>()
    let stop = MainQueue.Stop()
    DispatchQueue.leaveMainQueueToScenario()
    let token = value.observe(replay: false, queue: .main) { log.receive($0) }
    run.thread("main") {
      DispatchQueue.becomeMainThread()
      MainQueue.run(until: stop)
      expect(log.all == [1, 2], "After the run: \(log.all)")
    }
    run.thread("A") {
      value.value = 1
      value.value = 2
      stop.stop()
    }
    run.finally {
      withExtendedLifetime(token) {}
      DispatchQueue.runRestOfMainQueue()
    }
  },

  Scenario("B10", "the main queue runs until a stop, and another thread sets a value meanwhile") { run in
    let value = Bindable(0, queue: .main)
    let log = Log<Int>()
    let stop = MainQueue.Stop()
    DispatchQueue.leaveMainQueueToScenario()
    let token = value.observe(replay: false, queue: nil) { log.receive($0) }
    run.thread("main") {
      DispatchQueue.becomeMainThread()
      MainQueue.run(until: stop)
      expect(log.all.contains(1), "After the run: \(log.all)")
    }
    run.thread("A") {
      value.value = 1
      stop.stop()
    }
    run.thread("B") { value.value = 2 }
    run.finally {
      withExtendedLifetime(token) {}
      DispatchQueue.runRestOfMainQueue()
      expect(log.all.sorted() == [1, 2], "\(log.all)")
    }
  },
]
