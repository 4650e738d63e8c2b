import BindableKit
import Synchronization

/// A view model whose inputs and outputs are Bindables, regardless of its implementation.
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

/// Observes Bindables. The view owns its observer; tokens keep the other observers registered.
final class BindableApproach<Counter: BindableCounter>: Approach {
  private struct Observation {
    var tokens: [BindableToken] = []
    weak var view: WordView?
  }

  let name: String
  let recorder = Recorder()
  let observers = ObserverCounter()
  let hasPolicies = true
  private let counter: Counter
  private let observation = Mutex(Observation())

  init(_ name: String, _ counter: Counter) {
    self.name = name
    self.counter = counter
  }

  func observe(_ output: NumberOutput, _ observer: NumberObserver) {
    let number =
      switch output {
      case .lines: counter.lines
      case .words: counter.words
      case .progress: counter.progress
      }
    let policy = observer.wantsNewestOnly ? DeliveryPolicy.latest : .every
    let marker = observers.makeMarker()
    let token = number.distinct().observe(
      queue: observer.queue, policy: policy
    ) { value in
      withExtendedLifetime(marker) { observer.next(value) }
    }
    observation.withLock { $0.tokens.append(token) }
  }

  @MainActor
  func connect(_ view: WordView) {
    let marker = observers.makeMarker()
    // The closure is formed on the main actor, so it is called on the main queue.
    let word = counter.mostFrequentWord
    word.distinct().observe(with: view) { view, word in
      withExtendedLifetime(marker) { view.show(word) }
    }
    observation.withLock { $0.view = view }
  }

  func setSize(_ size: Int?) { counter.size.value = size }
  func setFilter(_ filter: String) { counter.filter.value = filter }
  /// Does nothing: a Bindable does not complete.
  func finish() {}

  func read(_ batches: [LineBatch], end: @escaping @Sendable () -> Void) {
    for batch in batches { counter.read(batch) }
    end()
  }

  func disconnect() {
    let former = observation.withLock { observation in
      let former = observation
      observation = Observation()
      return former
    }
    for token in former.tokens { token.cancel() }
    if let view = former.view { counter.mostFrequentWord.remove(observer: view) }
  }
}
