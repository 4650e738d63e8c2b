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
    Excerpt(.bindable, "count.observe", 3), Excerpt(.rx, "count.subscribe", 3), Excerpt(.observable, "loop = Task", 6),
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
      A counter is stepped 1,000 times on the main actor, without a pause. How many counts does its view receive? A \
      Bindable delivers each set, and a relay each event, before the set returns. A loop over Observations resumes \
      after the code that sets: it reads the current value, and misses those in between.
      """, observing),
    Explanation(
      "slow",
      """
      Another thread steps the counter 100 times while the view's queue, the main queue, is busy. A Bindable and a \
      subscription keep all counts in memory. An @Observable counter belongs to the main actor, so it is stepped there.
      """, observing),
    Explanation(
      "latest",
      """
      The same with count.observe(policy: .latest) in the view: at most one count waits. Rx has no such policy, and \
      its view receives all of them. debounce(.milliseconds(0)) on the scheduler of the view would keep the newest. \
      With @Observable, only the newest value can be read.
      """, observing),
    Explanation(
      "owner",
      """
      What must a view keep, so that its observation ends with it? A Bindable holds the view weakly. A subscription \
      lasts until it is disposed, for example by a DisposeBag. A task lasts until its loop ends or is cancelled.
      """,
      [
        Excerpt(.bindable, "// Ends with the view", 4), Excerpt(.rx, "// Ends the subscription", 2),
        Excerpt(.observable, "// Kept, so that", 2), Excerpt(.observable, "deinit", 1),
      ]),
    Explanation("answers", "Whether a search showed only the answers to the last queries: see search."),
    Explanation(
      "search",
      """
      A search waits until nothing has been typed for 300 milliseconds, then looks words up. When another query is \
      typed during the lookup, what cancels the lookup? With a task, the next key does. debounce lets it run on \
      during the pause, and flatMapLatest cancels it when the next lookup begins. (With a delaySubscription of 300 \
      milliseconds inside flatMapLatest instead of debounce, the next key does, and drain waits out the pause.) Once a \
      newer lookup has begun, none of the four shows an older answer.
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
      Tasks take a clock, and a TestScheduler has one. This program runs all four searches in virtual time.
      """,
      [
        Excerpt(.bindableSearch, "init(", 4), Excerpt(.rxSearch, "init(", 4), Excerpt(.bridgedSearch, "init(", 4),
        Excerpt(.observableSearch, "init(", 4),
      ]),
    Explanation(
      "counter",
      """
      The lines of each counter and its view, without empty lines and comments. The bridged counter's view is the \
      Bindable counter's, and is included. The files:
      """,
      Listing.counters.map { Excerpt($0, "import", .max) }),
    Explanation(
      "searcher",
      """
      The lines of each search and its view, without empty lines and comments. The bridged search's view is the \
      Bindable search's, and is included. The files:
      """,
      Listing.searches.map { Excerpt($0, "import", .max) }),
    Explanation(
      "input",
      """
      The time from passing the input to the view model until the view has received the values, including the \
      counting. A relay's value is copied for each change, unless scan(into:) changes it in place. It is shown from 1 MB on. A release build is about ten times faster than a debug build.
      """),
  ]
}
