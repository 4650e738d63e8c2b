/// Explains a row, with the lines of code that make the difference.
struct Explanation: Sendable {
  /// Lines of a source file.
  struct Excerpt: Sendable {
    let listing: Listing
    /// Text that the first line contains.
    let start: String
    let count: Int

    init(_ listing: Listing, _ start: String, _ count: Int) {
      self.listing = listing
      self.start = start
      self.count = count
    }

    var lines: [String]? { listing.excerpt(from: start, lines: count) }
  }

  let row: String
  private let sentences: String
  let excerpts: [Excerpt]

  private init(_ row: String, _ sentences: String, _ excerpts: [Excerpt] = []) {
    self.row = row
    self.sentences = sentences
    self.excerpts = excerpts
  }

  /// The explanation as text, at most 80 columns wide.
  var text: String {
    let code = excerpts.map { excerpt in
      "\n\(excerpt.listing.name)\n\n" + (excerpt.lines ?? []).map { trimmed("  \($0)") + "\n" }.joined()
    }
    return wrapped("\(row): \(sentences)", columns: 80).joined(separator: "\n") + "\n" + code.joined()
  }

  /// All explanations, in the order of the rows.
  static let all = [
    Explanation(
      "burst",
      """
      1,000 lines are read in a loop without a pause. How many values does an observer of the number of lines \
      receive? A Bindable delivers each set, and a subject each event. A loop over Observations resumes after the \
      code that sets: it reads the current value, and misses those in between.
      """,
      [
        Excerpt(.bindable, "counter.lines.value =", 1), Excerpt(.rx, "lines = counts", 1),
        Excerpt(.bridged, "lines = counts", 2), Excerpt(.observable, "var lines", 1),
        Excerpt(.observableApproach, "for await", 4),
      ]),
    Explanation(
      "timing",
      """
      Has the observer been called when the set returns? With a Bindable or a subject it has: other code can rely on \
      it, and a test needs no waiting. A loop over Observations runs in a task, which resumes later.
      """,
      [
        Excerpt(.bindableApproach, "let token = number.distinct", 5), Excerpt(.rxApproach, "numbers.subscribe", 3),
        Excerpt(.observableApproach, "let task = Task", 7),
      ]),
    Explanation(
      "thread",
      """
      An observer that belongs to no actor is called on the thread that sets. An @Observable object has no lock, so \
      a model that several threads use belongs to an actor, here the main actor, and its observers run there. All \
      four call an observer of the main actor, such as a view, on the main queue.
      """,
      [
        Excerpt(.bindable, "final class", 1), Excerpt(.rx, "final class", 1), Excerpt(.bridged, "final class", 1),
        Excerpt(.observable, "@MainActor", 3),
      ]),
    Explanation(
      "order",
      """
      One line changes the progress, the words and the lines, whose observers are registered in this order. Each \
      Bindable delivers as it is set, so the view model decides the order; so it does where it subscribes to \
      operators itself, as the bridged one does. Observers of an observable are called in the order of their \
      subscriptions to the common source. Tasks resume in no particular order: in eight rounds the result varies.
      """,
      [
        Excerpt(.bindable, "tally.observe", 6), Excerpt(.rx, "lines = counts", 6),
        Excerpt(.bridged, "lines = counts", 9), Excerpt(.observableApproach, "let task = Task", 7),
      ]),
    Explanation(
      "nested",
      """
      Two observers of the number of words: the first to be called sets the filter, which changes the number again. \
      Bindables and subjects deliver the first value to all observers before the second. Observations read the \
      current value when their task resumes, so the other observer never receives the first one.
      """,
      [
        Excerpt(.bindable, "filter.observe", 3), Excerpt(.rx, "filter.map", 1),
        Excerpt(.bridged, "filter.asObservable", 1),
        Excerpt(.observable, "var filter", 1),
      ]),
    Explanation(
      "setters",
      """
      While the observer runs for a value that one thread has set, another thread sets. The second set returns at \
      once, and the first thread delivers its value: calls never overlap, and no set waits. In return, the first \
      thread works for the others. With @Observable both threads hand their changes to the main actor.
      """,
      [
        Excerpt(.bindableApproach, "for batch in batches", 1), Excerpt(.rxApproach, "for batch in batches", 1),
        Excerpt(.observableApproach, "private func change", 9),
      ]),
    Explanation(
      "slow",
      """
      100 values are set while the observer's queue is busy. A Bindable and observe(on:) keep them all in memory; \
      the row queue, in a release build, shows how much memory that takes. A loop over Observations that awaits the slow \
      queue reads the newest value when it continues.
      """,
      [
        Excerpt(.bindableApproach, "let token = number.distinct", 5), Excerpt(.rxApproach, "let scheduler", 3),
        Excerpt(.observableApproach, "func call(_ value", 8),
      ]),
    Explanation(
      "latest",
      """
      The same for an observer that asks for the newest value only: at most one value waits. Rx has no such policy; \
      throttle and sample drop values by time or by another sequence. With @Observable there is no choice.
      """,
      [Excerpt(.bindableApproach, "let policy", 7)]),
    Explanation(
      "owner",
      """
      A view observes the most frequent word and is released without ending anything. Then the word changes. How \
      many observing closures are left, with all that they capture? A Bindable holds the owner weakly and releases \
      the closure. A subscription lasts until it is disposed, for example by a DisposeBag in the view. A loop has to \
      check for the view itself; this one ends with the next value.
      """,
      [
        Excerpt(.bindableApproach, "let word", 4),
        Excerpt(.rxApproach, "counter.mostFrequentWord.subscribe", 4),
        Excerpt(.observableApproach, "follow({ [counter] in", 4),
      ]),
    Explanation(
      "end",
      """
      An observable completes, so its observers know that no value follows. A Bindable and a property always have a \
      value, and no end.
      """,
      [
        Excerpt(.rxApproach, "func finish", 5), Excerpt(.bindableApproach, "/// Does nothing", 2),
        Excerpt(.observableApproach, "/// Does nothing", 2),
      ]),
    Explanation(
      "search",
      """
      A search waits until nothing has been typed for 300 milliseconds, then looks words up. What happens to the \
      lookup when another query overtakes it? The task is cancelled as soon as something is typed. flatMapLatest \
      disposes the lookup when the next one begins. With Bindables alone the lookup runs to its end, and its answer \
      is dropped. All four show only the answer to the last query.
      """,
      [
        Excerpt(.bindableSearch, "query.observe", 10), Excerpt(.rxSearch, "results =", 2),
        Excerpt(.bridgedSearch, "results =", 4), Excerpt(.observableSearch, "private func restart", 9),
      ]),
    Explanation(
      "test",
      """
      A test should not wait 300 milliseconds. Operators take a scheduler, and a TestScheduler runs in virtual time. \
      The other two take a closure that waits, which a test replaces. This program runs all four searches in virtual \
      time.
      """,
      [
        Excerpt(.bindableSearch, "init(", 4), Excerpt(.rxSearch, "init(", 4), Excerpt(.bridgedSearch, "init(", 4),
        Excerpt(.observableSearch, "init(", 4),
      ]),
    Explanation(
      "lines",
      "The lines of each view model that counts words, without empty lines and comments. The files:",
      Listing.wordCounters.map { Excerpt($0, "import", .max) }),
    Explanation(
      "waiting",
      "The lines of each view model that searches, without empty lines and comments. The files:",
      Listing.searches.map { Excerpt($0, "import", .max) }),
    Explanation(
      "set",
      """
      The time from setting a number until its only observer has returned: the median of five rounds of 50,000 sets. \
      Bridged is a subject that is read as a Bindable. For @Observable the value is read after each set with \
      withObservationTracking, which registers again, so no value is missed.
      """),
    Explanation(
      "chain",
      """
      The same through six map operators. For @Observable these are six computed properties, which the compiler may \
      inline.
      """),
    Explanation(
      "memory",
      """
      The memory of an observer, averaged over 100,000: a Bindable's with its token, a subject's with its \
      disposable, and for @Observable one registration of withObservationTracking.
      """),
    Explanation(
      "queue",
      """
      The memory of a value that waits for a busy queue, averaged over 100,000 integers. Bindables and subjects keep \
      every value, unless a Bindable's observer asks for the newest only. @Observable keeps none.
      """),
    Explanation(
      "input",
      """
      The time from passing the input to the view model until all observers have received the values, including the \
      counting. It is shown from 1 MB on.
      """),
    // The table has these rows only if their expectation is not met.
    Explanation(
      "values", "Whether the observers received the same values in the same order as those of the first column."),
    Explanation("view", "Where the view, which belongs to the main actor, was called."),
    Explanation(
      "disposed", "How many values the observers received from further input, after all observation had ended."),
    Explanation("left", "How many observing closures were left after all observation had ended."),
    Explanation("answers", "Whether a search showed only the answer to the last query."),
  ]
}
