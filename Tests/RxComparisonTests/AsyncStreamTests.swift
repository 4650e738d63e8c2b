import TestSupport
import Testing

/// Tests what the article on choosing says about `AsyncStream`.
@Suite struct AsyncStreamTests {
  @Test("a stream has no current value: a loop that begins late receives the buffered values, a second loop the rest")
  func noCurrentValue() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 1...4 { continuation.yield(number) }
    var received: [Int] = []
    for await number in stream {
      received.append(number)
      if number == 2 { break }
    }
    #expect(received == [1, 2])
    continuation.finish()
    for await number in stream { received.append(number) }
    #expect(received == [1, 2, 3, 4])
    for await number in stream { received.append(number) }
    #expect(received.count == 4)
  }

  @Test("two loops share the values; neither receives all")
  func twoLoops() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    async let first = stream.reduce(into: []) { $0.append($1) }
    async let second = stream.reduce(into: []) { $0.append($1) }
    for number in 1...100 { continuation.yield(number) }
    continuation.finish()
    let (one, two) = await (first, second)
    #expect((one + two).sorted() == Array(1...100))
  }

  @Test("every value is buffered by default, and the newest ones with a limit")
  func buffering() async {
    let (every, toEvery) = AsyncStream.makeStream(of: Int.self)
    let (newest, toNewest) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    for number in 1...100 {
      toEvery.yield(number)
      toNewest.yield(number)
    }
    toEvery.finish()
    toNewest.finish()
    #expect(await every.reduce(into: []) { $0.append($1) } == Array(1...100))
    #expect(await newest.reduce(into: []) { $0.append($1) } == [100])
  }

  @MainActor
  @Test("yield returns before the loop runs, and the loop runs on the actor of its task")
  func actor() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let log = Recording<String>()
    let loop = Task { @MainActor in
      for await number in stream {
        MainActor.assertIsolated()
        log.add("receives \(number)")
      }
    }
    await Task.yield()
    continuation.yield(1)
    log.add("has yielded")
    continuation.finish()
    await loop.value
    #expect(log.elements == ["has yielded", "receives 1"])
  }

  @Test("no value that several threads yield is lost, and each thread's values keep their order", .dedicatedThreads)
  func threads() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    onThreads(4) { thread in for number in 0..<250 { continuation.yield(1000 * thread + number) } }
    continuation.finish()
    let received = await stream.reduce(into: []) { $0.append($1) }
    for thread in 0..<4 {
      #expect(received.filter { $0 / 1000 == thread } == (0..<250).map { 1000 * thread + $0 })
    }
  }
}
