import RxCore
import Testing

// The operator in the documentation of `SerialSink`, as written in a program outside the package.

private nonisolated final class PairSink: SerialSink<Int, (Int, Int)>, @unchecked Sendable {
  private var latest = (0, 0)

  override func onNext(_ element: Int) { update { $0.0 = element } }

  func update(_ change: @escaping @Sendable (inout (Int, Int)) -> Void) {
    serialize {
      change(&self.latest)
      self.forwardNext(self.latest)
    }
  }
}

private nonisolated final class Pair: Producer<(Int, Int)>, @unchecked Sendable {
  let first: Observable<Int>
  let second: Observable<Int>

  init(_ first: Observable<Int>, _ second: Observable<Int>) {
    self.first = first
    self.second = second
  }

  override func run(
    _ observer: ObserverBase<(Int, Int)>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = PairSink(observer: observer, cancel: cancel)
    let one = first.subscribe(sink)
    let two = second.subscribe(
      onNext: { element in sink.update { $0.1 = element } }, onError: { sink.onError($0) })
    return (sink, Disposables.create(one, two))
  }
}

@Suite("A custom operator with two sources")
struct OwnOperatorTests {
  @Test("emits a pair whenever a source emits, and ends with the first source or an error from the second")
  func emitsPairs() {
    enum Failure: Error { case expected }
    for failing in [false, true] {
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      nonisolated(unsafe) var seen: [String] = []  // Everything runs on this thread.
      let subscription = Pair(first, second).subscribe { event in
        switch event {
        case .next(let (one, two)): seen.append("\(one) \(two)")
        case .error: seen.append("error")
        case .completed: seen.append("completed")
        }
      }
      first.onNext(1)
      second.onNext(2)
      second.onCompleted()
      first.onNext(3)
      if failing { first.onError(Failure.expected) } else { first.onCompleted() }
      first.onNext(4)
      #expect(seen == ["1 0", "1 2", "3 2", failing ? "error" : "completed"])
      #expect(!first.hasObservers)
      subscription.dispose()
    }
  }
}
