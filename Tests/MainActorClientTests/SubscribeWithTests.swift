import Dispatch
import RxCore
import Testing

/// An actor other than the main one.
@globalActor
private actor Background {
  static let shared = Background()
}

/// Records the lines that the closures of a subscription write on any actor, in order.
private final class Journal: Sendable {
  let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let key = DispatchSpecificKey<Bool>()

  init() {
    (lines, continuation) = AsyncStream.makeStream()
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  /// Adds a line, and whether it was written on the main queue.
  func write(_ line: String) {
    continuation.yield(line + (DispatchQueue.getSpecific(key: key) == true ? " on main" : " elsewhere"))
  }

  @Background func writeInBackground(_ line: String) {
    Background.preconditionIsolated()
    write(line)
  }

  @MainActor func writeOnMain(_ line: String) { write(line) }

  /// The lines up to the one for the disposal.
  func untilDisposed() async -> [String] {
    var all: [String] = []
    for await line in lines {
      all.append(line)
      if line.hasPrefix("disposed") { break }
    }
    return all
  }
}

@Suite("subscribe(with:) with closures of several actors")
struct SubscribeWithTests {
  @Test(
    "each closure is called on its own actor, and the terminal event and the disposal follow the elements",
    arguments: 0..<50)
  func endOnMain(round: Int) async {
    let (subject, journal) = (PublishSubject<Int>(), Journal())
    let subscription = subject.subscribe(
      with: journal, onNext: { @Background in $0.writeInBackground("next \($1)") },
      onCompleted: { @MainActor in $0.writeOnMain("completed") },
      onDisposed: { @MainActor in $0.writeOnMain("disposed") })
    DispatchQueue.global().async {
      for element in 1...3 { subject.onNext(element) }
      subject.onCompleted()
    }
    let elements = (1...3).map { "next \($0) elsewhere" }
    #expect(await journal.untilDisposed() == elements + ["completed on main", "disposed on main"])
    subscription.dispose()
  }

  @Test("after disposal, waiting elements are not delivered, and onDisposed is called on its actor", arguments: 0..<100)
  @MainActor func disposal(round: Int) async {
    let (subject, journal) = (PublishSubject<Int>(), Journal())
    let subscription = subject.subscribe(
      with: journal, onNext: { @MainActor in $0.writeOnMain("next \($1)") },
      onDisposed: { @Background in $0.writeInBackground("disposed") })
    subject.onNext(1)
    subscription.dispose()
    subject.onNext(2)
    #expect(await journal.untilDisposed() == ["next 1 on main", "disposed elsewhere"])
  }
}
