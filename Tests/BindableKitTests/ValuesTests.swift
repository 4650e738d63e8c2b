import BindableKit
import Dispatch
import TestSupport
import Testing

/// The asynchronous sequence of values: B7 (keeps nothing), B8 (starts with the present value), B9 (bounded).
@Suite(.dedicatedThreads) struct ValuesTests {
  @Test("the sequence starts with the present value and gives each later one that the loop keeps up with")
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

  @Test("of those that wait the newest is kept by default, and as many as asked for otherwise")
  func buffering() async {
    let count = Bindable(0)
    var newest = count.values.makeAsyncIterator()
    var three = count.values(buffering: .newest(3)).makeAsyncIterator()
    var oldest = count.values(buffering: .oldest(2)).makeAsyncIterator()
    var atLeastOne = count.values(buffering: .newest(0)).makeAsyncIterator()
    for value in 1...10 { count.value = value }
    #expect(await newest.next() == 10)
    #expect(await atLeastOne.next() == 10)
    for value in 8...10 { #expect(await three.next() == value) }
    for value in 0...1 { #expect(await oldest.next() == value) }
  }

  @Test("the sequence ends when the Bindable goes, after what waits", arguments: [false, true])
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

  @Test("a task that is cancelled ends its loop and frees the observation")
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
    "a sequence that is dropped without a loop, or left by break, frees what it buffered and does not keep the Bindable"
  )
  func dropped() async {
    let lifetimes = Lifetimes()
    weak var gone: Bindable<Tracked>?
    do {
      let cell = Bindable(lifetimes.make())
      gone = cell
      _ = cell.values
      for await _ in cell.values { break }
      cell.value = lifetimes.make()
      #expect(lifetimes.alive == 1)
    }
    #expect(gone == nil)
    #expect(lifetimes.alive == 0)
  }

  @Test("a loop that is faster than the setter misses nothing that many tasks set")
  func manyTasks() async {
    let count = Bindable(0)
    let values = count.values(buffering: .newest(10_000))
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
