/// What a search has found so far.
struct SearchResults: Equatable, Sendable {
  /// More hits than this are not collected: the search ends.
  static let limit = 10_000

  let request: SearchRequest
  /// In the order in which they were found; those of one file follow one another, in order.
  var hits: [Hit] = []
  /// Whether the search ended because it had ``limit`` hits.
  var isCapped: Bool { hits.count >= Self.limit }
}
