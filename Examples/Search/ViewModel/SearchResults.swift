/// The hits of a search so far.
struct SearchResults: Equatable, Sendable {
  /// The number of hits at which a search ends.
  static let limit = 10_000

  let request: SearchRequest
  /// In the order in which they were found. The hits of a file are consecutive and in order.
  private(set) var hits: [Hit] = []

  init(request: SearchRequest) { self.request = request }

  /// Whether the search ended because it reached ``limit``.
  var isCapped: Bool { hits.count >= Self.limit }

  mutating func add(_ more: [Hit]) { hits += more.prefix(Self.limit - hits.count) }
}
