import BindableKit
import RxBindable
import RxCore

/// One way to write the view model, as the program drives it: inputs, a recording of the outputs, and an end.
struct Approach {
  let name: String
  let recording: Recording
  let read: (LineBatch) -> Void
  let setFilter: (String) -> Void
  let setSize: (Int?) -> Void
  /// Ends all observations.
  let dispose: () -> Void
  /// Whether the view model still exists once the program has let go of it.
  let isAlive: () -> Bool

  static func all() -> [Approach] { [bindable(), rx(), bridged()] }

  private static func bindable() -> Approach {
    let recording = Recording()
    let model = BindableWordCounter()
    let tokens = observe(
      recording, lines: model.lines, words: model.words, mostFrequentWord: model.mostFrequentWord,
      progress: model.progress)
    return Approach(
      name: "Bindable", recording: recording, read: { model.read($0) }, setFilter: { model.filter.value = $0 },
      setSize: { model.size.value = $0 }, dispose: { for token in tokens { token.cancel() } },
      isAlive: { [weak model] in model != nil })
  }

  private static func rx() -> Approach {
    let recording = Recording()
    let model = RxWordCounter()
    let subscriptions = CompositeDisposable(disposables: [
      model.lines.subscribe(onNext: { recording.add(.lines, "\($0)") }),
      model.words.subscribe(onNext: { recording.add(.words, "\($0)") }),
      model.mostFrequentWord.subscribe(onNext: { recording.add(.mostFrequentWord, $0) }),
      model.progress.subscribe(onNext: { recording.add(.progress, "\($0)%") }),
    ])
    return Approach(
      name: "Rx", recording: recording, read: { model.batches.onNext($0) }, setFilter: { model.filter.onNext($0) },
      setSize: { model.size.onNext($0) }, dispose: { subscriptions.dispose() },
      isAlive: { [weak model] in model != nil })
  }

  private static func bridged() -> Approach {
    let recording = Recording()
    let model = BridgedWordCounter()
    let tokens = observe(
      recording, lines: model.lines, words: model.words, mostFrequentWord: model.mostFrequentWord,
      progress: model.progress)
    return Approach(
      name: "Bridged", recording: recording, read: { model.read($0) }, setFilter: { model.filter.value = $0 },
      setSize: { model.size.value = $0 }, dispose: { for token in tokens { token.cancel() } },
      isAlive: { [weak model] in model != nil })
  }

  private static func observe(
    _ recording: Recording, lines: Bindable<Int>, words: Bindable<Int>, mostFrequentWord: Bindable<String>,
    progress: Bindable<Int>
  ) -> [BindableToken] {
    [
      lines.observe(distinct: .byEquality) { recording.add(.lines, "\($0)") },
      words.observe(distinct: .byEquality) { recording.add(.words, "\($0)") },
      mostFrequentWord.observe(distinct: .byEquality) { recording.add(.mostFrequentWord, $0) },
      progress.observe(distinct: .byEquality) { recording.add(.progress, "\($0)%") },
    ]
  }
}
