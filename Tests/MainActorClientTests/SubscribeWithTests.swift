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

  /// Adds a line that says whether it was written on the main queue.
  func write(_ line: String) {
    continuation.yield(line + (DispatchQueue.getSpecific(key: key) == true ? " on main" : " elsewhere"))
  }

  @Background func writeInBackground(_ line: String) {
    Background.preconditionIsolated()
    write(line)
  }

  @MainActor func writeOnMain(_ line: String) { write(line) }

  /// The lines up to and including the disposal's line.
  func untilDisposed() async -> [String] {
    var all: [String] = []
    for await line in lines {
      all.append(line)
      if line.hasPrefix("disposed") { break }
    }
    return all
  }
}

private enum Failure: Error { case one }

@Suite("subscribe(with:) with closures of several actors")
struct SubscribeWithTests {
  private static let elements = (1...3).map { "next \($0) on main" }

  @Test("elements on the main actor, end and disposal on another: each on its actor, in order", arguments: 0..<200)
  func endElsewhere(round: Int) async {
    let (subject, journal) = (PublishSubject<Int>(), Journal())
    let subscription = subject.subscribe(
      with: journal, onNext: { @MainActor in $0.writeOnMain("next \($1)") },
      onError: { @Background journal, _ in journal.writeInBackground("error") },
      onCompleted: { @Background in $0.writeInBackground("completed") },
      onDisposed: { @Background in $0.writeInBackground("disposed") })
    DispatchQueue.global().async {
      for element in 1...3 { subject.onNext(element) }
      if round % 2 == 0 { subject.onCompleted() } else { subject.onError(Failure.one) }
    }
    let end = round % 2 == 0 ? "completed elsewhere" : "error elsewhere"
    #expect(await journal.untilDisposed() == Self.elements + [end, "disposed elsewhere"])
    subscription.dispose()
  }

  @Test("the end on one actor and the disposal on another happen in order", arguments: 0..<200)
  func endAndDisposal(round: Int) async {
    let (subject, journal) = (PublishSubject<Int>(), Journal())
    let subscription = subject.subscribe(
      with: journal, onNext: { @MainActor in $0.writeOnMain("next \($1)") },
      onCompleted: { @Background in $0.writeInBackground("completed") },
      onDisposed: { @MainActor in $0.writeOnMain("disposed") })
    DispatchQueue.global().async {
      for element in 1...3 { subject.onNext(element) }
      subject.onCompleted()
    }
    #expect(await journal.untilDisposed() == Self.elements + ["completed elsewhere", "disposed on main"])
    subscription.dispose()
  }

  @Test("a single: the element on the main actor, the failure and the disposal on another", arguments: 0..<100)
  func single(round: Int) async {
    let journal = Journal()
    let single = Single<Int>.create { observer in
      DispatchQueue.global().async { observer(round % 2 == 0 ? .success(1) : .failure(Failure.one)) }
      return Disposables.create()
    }
    let subscription = single.subscribe(
      with: journal, onSuccess: { @MainActor in $0.writeOnMain("next \($1)") },
      onFailure: { @Background journal, _ in journal.writeInBackground("error") },
      onDisposed: { @Background in $0.writeInBackground("disposed") })
    let outcome = round % 2 == 0 ? "next 1 on main" : "error elsewhere"
    #expect(await journal.untilDisposed() == [outcome, "disposed elsewhere"])
    subscription.dispose()
  }

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
    // What other tests deliver on the main queue may take a turn before the first element.
    for await line in journal.lines {
      #expect(line == "next 1 on main")
      break
    }
    subscription.dispose()
    subject.onNext(2)
    #expect(await journal.untilDisposed() == ["disposed elsewhere"])
  }
}
