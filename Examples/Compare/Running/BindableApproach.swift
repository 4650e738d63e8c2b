import BindableKit
import Synchronization

/// A view model whose inputs and outputs are Bindables, however it is written inside.
protocol BindableCounter: AnyObject, Sendable {
  var filter: Bindable<String> { get }
  var size: Bindable<Int?> { get }
  var lines: Bindable<Int> { get }
  var words: Bindable<Int> { get }
  var mostFrequentWord: Bindable<String> { get }
  var progress: Bindable<Int> { get }

  func read(_ batch: LineBatch)
}

extension BindableWordCounter: BindableCounter {}
extension BridgedWordCounter: BindableCounter {}

/// Observes Bindables. Each observer receives changes only, until its token is cancelled.
final class BindableApproach<Counter: BindableCounter>: Approach {
  let name: String
  let recorder = Recorder()
  let observers = ObserverCounter()
  private let counter: Counter
  private let tokens = Mutex<[BindableToken]>([])

  init(_ name: String, _ counter: Counter) {
    self.name = name
    self.counter = counter
  }

  func connect() {
    keep(counter.lines.observe(distinct: .byEquality, recording(.lines)))
    keep(counter.words.observe(distinct: .byEquality, recording(.words)))
    keep(counter.progress.observe(distinct: .byEquality, recording(.progress)))
  }

  @MainActor
  func connect(_ view: WordView) {
    let marker = observers.makeMarker()
    // The closure is formed on the main actor, so it is called on the main queue.
    keep(
      counter.mostFrequentWord.observe(distinct: .byEquality) { [weak view] word in
        withExtendedLifetime(marker) { view?.show(word) }
      })
  }

  private func recording(_ output: Output) -> @Sendable (Int) -> Void {
    { [recorder, marker = observers.makeMarker()] value in
      withExtendedLifetime(marker) { recorder.record(output, String(value)) }
    }
  }

  private func keep(_ token: BindableToken) { tokens.withLock { $0.append(token) } }

  func setSize(_ size: Int?) { counter.size.value = size }
  func read(_ batch: LineBatch) { counter.read(batch) }
  func setFilter(_ filter: String) { counter.filter.value = filter }
  /// Does nothing: a Bindable does not complete.
  func finish() {}

  func disconnect() {
    let former = tokens.withLock { tokens in
      let former = tokens
      tokens = []
      return former
    }
    for token in former { token.cancel() }
  }
}
