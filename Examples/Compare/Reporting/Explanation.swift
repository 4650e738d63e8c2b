/// How a row came about, and the lines of code that make the difference.
struct Explanation: Sendable {
  /// Lines of a source file.
  struct Excerpt: Sendable {
    let listing: Listing
    /// The first line contains this.
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

  /// At most 80 columns wide.
  var text: String {
    let code = excerpts.map { excerpt in
      "\n\(excerpt.listing.name)\n\n" + (excerpt.lines ?? []).map { trimmed("  \($0)") + "\n" }.joined()
    }
    return wrapped("\(row): \(sentences)", columns: 80).joined(separator: "\n") + "\n" + code.joined()
  }

  /// In the order of the rows.
  static let all = [
    Explanation(
      "burst",
      """
      1,000 lines are read in a loop, without a pause. How many of the values does an observer of the number of lines \
      receive? Each set of a Bindable is delivered, as is each event of a subject. A loop over Observations continues \
      when the code that sets is done, and reads the value that is there then: it has missed the others.
      """,
      [
        Excerpt(.bindable, "counter.lines.value =", 1), Excerpt(.rx, "lines = counts", 1),
        Excerpt(.bridged, "lines = counts", 2), Excerpt(.observable, "var lines", 1),
        Excerpt(.observableApproach, "for await", 4),
      ]),
    Explanation(
      "timing",
      """
      Has the observer been called when the set returns? Code that sets a Bindable or emits into a subject may rely on \
      that, and a test needs no waiting. A loop over Observations is a task, which continues later.
      """,
      [
        Excerpt(.bindableApproach, "let token = number.observe", 5), Excerpt(.rxApproach, "numbers.subscribe", 3),
        Excerpt(.observableApproach, "let task = Task", 7),
      ]),
    Explanation(
      "thread",
      """
      An observer that belongs to no actor is called on the thread that sets. An @Observable object has no lock: a model \
      that several threads use belongs to an actor, here the main actor, and so do the loops that read it. An observer \
      that belongs to the main actor, as a view does, is called on the main queue by all.
      """,
      [
        Excerpt(.bindable, "final class", 1), Excerpt(.rx, "final class", 1), Excerpt(.bridged, "final class", 1),
        Excerpt(.observable, "@MainActor", 3),
      ]),
    Explanation(
      "order",
      """
      Observers of the progress, the words and the lines, registered in this order, when one line changes all three. \
      Each Bindable delivers when it is set, so the view model decides, as it does where it subscribes in its \
      initializer. Observers of an observable are called in the order in which they subscribed to the common source. \
      Tasks continue in no particular order: the result of eight rounds varies.
      """,
      [
        Excerpt(.bindable, "tally.observe", 6), Excerpt(.rx, "lines = counts", 6),
        Excerpt(.bridged, "lines = counts", 9), Excerpt(.observableApproach, "let task = Task", 7),
      ]),
    Explanation(
      "nested",
      """
      Two observers of the words; the first that is called sets the filter, which changes the number of words again. \
      Bindables and subjects deliver the first value to all observers before the second. Observations read what is \
      there when they continue: the other observer never receives the first value.
      """,
      [
        Excerpt(.bindable, "filter.observe", 3), Excerpt(.rx, "filter.map", 1),
        Excerpt(.bridged, "filter.asObservable", 1),
        Excerpt(.observable, "var filter", 1),
      ]),
    Explanation(
      "setters",
      """
      While the observer is called for what one thread has set, another thread sets. Its set returns at once, and the \
      first thread delivers the value, in order: no observer is called twice at a time, and no set waits. The price is \
      that the first thread delivers for the others. With @Observable both hand their sets over to the main actor.
      """,
      [
        Excerpt(.bindableApproach, "for batch in batches", 1), Excerpt(.rxApproach, "for batch in batches", 1),
        Excerpt(.observableApproach, "private func change", 9),
      ]),
    Explanation(
      "slow",
      """
      100 values are set while the queue of the observer is busy. A Bindable and observe(on:) keep all of them, in \
      memory: the row queue says how much that takes. A loop over Observations that awaits a slow queue reads again when \
      it is back, and receives the newest value only.
      """,
      [
        Excerpt(.bindableApproach, "let token = number.observe", 5), Excerpt(.rxApproach, "let scheduler", 3),
        Excerpt(.observableApproach, "func call(_ value", 8),
      ]),
    Explanation(
      "latest",
      """
      The same, if the observer asks for the newest value only. At most one value waits then. Rx has no such policy; \
      throttle and sample drop values by time or by another sequence. With @Observable there is no choice.
      """,
      [Excerpt(.bindableApproach, "let policy", 7)]),
    Explanation(
      "owner",
      """
      A view observes the most frequent word, and is released without ending anything; then the value changes. The \
      observers that are left keep what they capture. A Bindable holds the owner weakly and releases its observer. A \
      subscription stays until it is disposed, for example by a DisposeBag of the view. A loop has to ask whether the \
      view still exists; then it ends with the next value.
      """,
      [
        Excerpt(.bindableApproach, "let word", 4),
        Excerpt(.rxApproach, "counter.mostFrequentWord.subscribe", 4),
        Excerpt(.observableApproach, "follow({ [counter] in", 4),
      ]),
    Explanation(
      "end",
      """
      An observable completes, and its observers know that no value follows. A Bindable and a property have a value, and \
      no end.
      """,
      [
        Excerpt(.rxApproach, "func finish", 5), Excerpt(.bindableApproach, "/// Does nothing", 2),
        Excerpt(.observableApproach, "/// Does nothing", 2),
      ]),
    Explanation(
      "search",
      """
      A search waits until nothing was typed for 300 milliseconds; then it looks words up. What happens to the lookup if \
      another query overtakes it? A task is cancelled when something is typed; flatMapLatest disposes the lookup when the \
      next one begins. With Bindables alone it runs to its end, and its answer is dropped. No answer but that to the last \
      query is shown by any of the four.
      """,
      [
        Excerpt(.bindableSearch, "query.observe", 10), Excerpt(.rxSearch, "results =", 2),
        Excerpt(.bridgedSearch, "results =", 4), Excerpt(.observableSearch, "private func restart", 9),
      ]),
    Explanation(
      "test",
      """
      Where the time of a test comes from, so that it does not wait 300 milliseconds. The operators take a scheduler, \
      and a TestScheduler has virtual time. The others take a closure that waits, which the test supplies. This \
      program runs all four searches so, in virtual time.
      """,
      [
        Excerpt(.bindableSearch, "init(", 4), Excerpt(.rxSearch, "init(", 4), Excerpt(.bridgedSearch, "init(", 4),
        Excerpt(.observableSearch, "init(", 4),
      ]),
    Explanation(
      "lines",
      "The lines of the view models that count words, without those that are empty or a comment. These are the whole files:",
      Listing.wordCounters.map { Excerpt($0, "import", .max) }),
    Explanation(
      "waiting",
      "The lines of the view models that search, without those that are empty or a comment. These are the whole files:",
      Listing.searches.map { Excerpt($0, "import", .max) }),
    Explanation(
      "set",
      """
      The time from setting a number until its only observer has returned, the median of five rounds of 50,000 sets. \
      Bridged is a subject that is read as a Bindable. For @Observable the observer is withObservationTracking, which \
      reads the value after each set, so that it misses none, and registers again.
      """),
    Explanation(
      "chain",
      """
      The same, if the observer sees the number through six times map. For @Observable these are six computed \
      properties, which the compiler may make one of.
      """),
    Explanation(
      "memory",
      """
      The memory of an observer, the average of 100,000: of a Bindable with its token, of a subject with its disposable, \
      of an @Observable property one registration of withObservationTracking.
      """),
    Explanation(
      "queue",
      """
      The memory of a value that waits for a busy queue, the average of 100,000 integers. A Bindable keeps them, unless \
      the observer asks for the newest only; @Observable keeps none.
      """),
    Explanation(
      "input",
      """
      The time from giving the input to the view model until all its observers have received the values, with the \
      counting. It is shown from 1 MB on.
      """),
    // These are shown only if something is not as it should be.
    Explanation("values", "Whether the observers received the values that the first column's did, in the same order."),
    Explanation("view", "Where the view was called, which belongs to the main actor."),
    Explanation(
      "disposed", "How many values the observers received from further input, after all observation had ended."),
    Explanation("left", "How many observing closures were left when all observation had ended."),
    Explanation("answers", "Whether a search showed the answer to the last query only."),
  ]
}
