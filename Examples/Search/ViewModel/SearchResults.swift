/// What a search has found so far.
struct SearchResults: Equatable, Sendable {
  /// The search ends when it has this many hits.
  static let limit = 10_000

  let request: SearchRequest
  /// In the order in which they were found; those of one file follow one another, in order.
  private(set) var hits: [Hit] = []

  init(request: SearchRequest) { self.request = request }

  /// Whether the search ended because it had ``limit`` hits.
  var isCapped: Bool { hits.count >= Self.limit }

  mutating func add(_ more: [Hit]) { hits += more.prefix(Self.limit - hits.count) }
}
