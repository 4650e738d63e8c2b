/// The outputs of the view models.
enum Output: String, CaseIterable, Sendable {
  case lines, words
  case mostFrequentWord = "most frequent"
}
