/// A search's hits so far.
struct SearchResults: Equatable, Sendable {
  /// The number of hits at which a search ends.
  static let limit = 10_000

  let request: SearchRequest
  /// The hits, in the order found. A file's hits are in order, but those of a large file may alternate with others.
  private(set) var hits: [Hit] = []

  init(request: SearchRequest) { self.request = request }

  /// Whether the search ended because it reached ``limit``.
  var isCapped: Bool { hits.count >= Self.limit }

  mutating func add(_ more: [Hit]) { hits += more.prefix(Self.limit - hits.count) }
}
