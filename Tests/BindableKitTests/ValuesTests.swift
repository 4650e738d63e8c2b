import BindableKit
import Dispatch
import TestSupport
import Testing

/// The asynchronous sequence of values: B7 (memory), B8 (initial value) and B9 (delivery policy).
@Suite(.dedicatedThreads) struct ValuesTests {
  @Test("the sequence starts with the current value and continues with each later one if the loop is fast enough")
  func values() async {
    let count = Bindable(0)
    var seen: [Int] = []
    for await value in count.values {
      seen.append(value)
      if value == 5 { break }
      count.value = value + 1
    }
    #expect(seen == Array(0...5))
  }

  @Test("the buffer keeps the newest value by default, or the requested number of values")
  func buffering() async {
    let count = Bindable(0)
    var newest = count.values.makeAsyncIterator()
    var three = count.values(bufferingPolicy: .bufferingNewest(3)).makeAsyncIterator()
    var oldest = count.values(bufferingPolicy: .bufferingOldest(2)).makeAsyncIterator()
    var all = count.values(bufferingPolicy: .unbounded).makeAsyncIterator()
    for value in 1...10 { count.value = value }
    #expect(await newest.next() == 10)
    for value in 8...10 { #expect(await three.next() == value) }
    for value in 0...1 { #expect(await oldest.next() == value) }
    for value in 0...10 { #expect(await all.next() == value) }
  }

  @Test("the sequence ends after the buffered values when the Bindable is deallocated", arguments: [false, true])
  func ends(onQueue: Bool) async {
    let queue = DispatchQueue(label: "values")
    func make() -> AsyncStream<Int> {
      let count = onQueue ? Bindable(1, queue: queue) : Bindable(1)
      let values = count.values
      queue.settle()
      return values
    }
    var seen: [Int] = []
    for await value in make() { seen.append(value) }
    #expect(seen == [1])
  }

  @Test("cancelling the task ends the loop")
  func cancellation() async {
    let count = Bindable(0)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var seen: [Int] = []
      for await value in count.values {
        seen.append(value)
        continuation.finish()
      }
      return seen
    }
    for await _ in started {}
    task.cancel()
    #expect(await task.value == [0])
  }

  @Test(
    "a sequence that is never iterated, or left by break, frees its buffer and does not retain the Bindable"
  )
  func dropped() async {
    let lifetimes = Lifetimes()
    weak var weakCell: Bindable<Tracked>?
    do {
      let cell = Bindable(lifetimes.make())
      weakCell = cell
      _ = cell.values
      for await _ in cell.values { break }
      cell.value = lifetimes.make()
      #expect(lifetimes.alive == 1)
    }
    #expect(weakCell == nil)
    #expect(lifetimes.alive == 0)
  }

  @Test("a sequence with an unlimited buffer misses none of the values that many tasks set")
  func manyTasks() async {
    let count = Bindable(0)
    let values = count.values(bufferingPolicy: .unbounded)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 { count.modify { $0 += 1 } }
        }
      }
    }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 2000 { break }
    }
    #expect(seen == Array(0...2000))
  }
}
