import BindableKit
import Synchronization

/// What a view model with Bindables outside has, whatever it is inside.
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

/// Observes Bindables: each observer asks for changes only, and its token keeps it.
final class BindableApproach<Counter: BindableCounter>: Approach {
  let name: String
  let recorder = Recorder()
  let watch = Watch()
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
    let witness = watch.makeWitness()
    // Formed on the main actor, so called on the main queue.
    keep(
      counter.mostFrequentWord.observe(distinct: .byEquality) { [weak view] word in
        withExtendedLifetime(witness) { view?.show(word) }
      })
  }

  private func recording(_ output: Output) -> @Sendable (Int) -> Void {
    { [recorder, witness = watch.makeWitness()] value in
      withExtendedLifetime(witness) { recorder.record(output, String(value)) }
    }
  }

  private func keep(_ token: BindableToken) { tokens.withLock { $0.append(token) } }

  func setSize(_ size: Int?) { counter.size.value = size }
  func read(_ batch: LineBatch) { counter.read(batch) }
  func setFilter(_ filter: String) { counter.filter.value = filter }
  /// A Bindable knows no end but its own.
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
