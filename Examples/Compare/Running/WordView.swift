/// A view that shows the most frequent word. Like most views, it is isolated to the main actor.
@MainActor
final class WordView {
  private let recorder: Recorder
  private(set) var text = ""

  init(recorder: Recorder) {
    self.recorder = recorder
  }

  func show(_ word: String) {
    text = word
    recorder.record(.mostFrequentWord, word)
  }

  func complete() { recorder.recordCompletion(of: .mostFrequentWord) }
}
