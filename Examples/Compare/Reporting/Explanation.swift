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
    return wrapped("\(row): \(sentences)", columns: 80) + "\n" + code.joined()
  }

  private static let observing = [
    Excerpt(.observingBindables, "let next", 6), Excerpt(.observingRx, "let subscription", 4),
    Excerpt(.observingProperties, "let task = Task", 8),
  ]
  private static let finishing = [
    Excerpt(.bindableSearch, "func finish", 6), Excerpt(.rxSearch, "func finish", 1),
    Excerpt(.bridgedSearch, "func finish", 5), Excerpt(.observableSearch, "func finish", 4),
  ]

  /// All explanations, in the order of the rows.
  static let all = [
    Explanation("values", "Whether each view showed the same values in the same steps as the first."),
    Explanation(
      "burst",
      """
      1,000 lines are read in a loop without a pause. How many values does an observer of the number of lines \
      receive? A Bindable delivers each set, and a subject each event, before the set returns. A loop over Observations \
      resumes after the code that sets: it reads the current value, and misses those in between.
      """, observing),
    Explanation(
      "slow",
      """
      100 values are set while the observer's queue is busy. A Bindable and observe(on:) keep them all in memory. A \
      loop over Observations that awaits the slow queue reads the newest value when it continues.
      """, observing),
    Explanation(
      "latest",
      """
      The same for an observer that asks for the newest value only: at most one value waits. Rx has no such policy, so \
      its observer receives all of them; throttle and sample drop values by time or by another sequence. With \
      @Observable, only the newest value can be read.
      """, observing),
    Explanation(
      "owner",
      """
      A view observes the words and is released without ending anything. Then the words change. How many observers are \
      left, with all that they capture? A Bindable holds the view weakly and releases the observer. A subscription \
      lasts until it is disposed, for example by a DisposeBag in the view. A loop has to check for the view itself; \
      this one ends with the next value.
      """, observing),
    Explanation("bag", "The same with a DisposeBag in the view.", observing),
    Explanation("answers", "Whether a search showed only the answers to the last queries: see search."),
    Explanation(
      "search",
      """
      A search waits until nothing has been typed for 300 milliseconds, then looks words up. When another query is \
      typed during the lookup, what cancels the lookup? With a task, the next key does. debounce lets it run on \
      during the pause, and flatMapLatest cancels it when the next lookup begins. All four cancel it: once a newer \
      lookup has begun, none shows an older answer.
      """,
      [
        Excerpt(.bindableSearch, "query.observe", 10), Excerpt(.rxSearch, "results =", 5),
        Excerpt(.bridgedSearch, "lookups = query", 5), Excerpt(.observableSearch, "private func restart", 11),
      ]),
    Explanation(
      "drain",
      """
      The search is finished during a pause. What happens to the query that waits? The task goes on: it waits out the \
      pause. When its source completes, debounce emits the query at once. Either way it is looked up, and shown.
      """, finishing),
    Explanation(
      "end",
      """
      How does a program know that the view has shown the last results, so that it may exit? An observable completes, \
      which the view receives after the last results. Bindables never end: finish() waits for the last lookup, and \
      then, with delivered(), for the view. A property does not know who has read it.
      """, finishing),
    Explanation(
      "test",
      """
      A test should not wait 300 milliseconds. Operators take a scheduler, and a TestScheduler runs in virtual time. \
      Tasks take a closure that sleeps, which a test replaces. This program runs all four searches in virtual time.
      """,
      [
        Excerpt(.bindableSearch, "init(", 4), Excerpt(.rxSearch, "init(", 4), Excerpt(.bridgedSearch, "init(", 4),
        Excerpt(.observableSearch, "init(", 4),
      ]),
    Explanation(
      "counter",
      "The lines of each view model that counts words, without empty lines and comments. The files:",
      Listing.counters.map { Excerpt($0, "import", .max) }),
    Explanation(
      "searcher",
      "The lines of each view model that searches, without empty lines and comments. The files:",
      Listing.searches.map { Excerpt($0, "import", .max) }),
    Explanation(
      "input",
      """
      The time from passing the input to the view model until the view has received the values, including the \
      counting. It is shown from 1 MB on. A release build is about ten times faster than a debug build.
      """),
  ]
}
