/// The state of one search.
struct SearchState: Sendable {
  private(set) var results: SearchResults
  private(set) var files = 0
  private(set) var binaryFiles = 0
  private(set) var problems = 0
  private(set) var firstProblem: FileError?
  private(set) var elapsed = Duration.zero
  private var isAtEnd = false

  init(_ request: SearchRequest) { results = SearchResults(request: request) }

  var phase: SearchStatus.Phase {
    results.request.isEmpty ? .idle : results.isCapped ? .capped : isAtEnd ? .finished : .searching
  }

  /// Adds the results found up to `elapsed` after the search started.
  mutating func add(_ parts: [SearchPart], elapsed: Duration) {
    self.elapsed = elapsed
    for part in parts {
      results.add(part.hits)
      files += part.files
      binaryFiles += part.binaryFiles
      problems += part.problems.count
      firstProblem = firstProblem ?? part.problems.first
      isAtEnd = isAtEnd || part.isLast
    }
  }
}

/// The state of the walk.
struct WalkState: Sendable {
  private(set) var files = 0
  private(set) var problems = 0
  private(set) var firstProblem: FileError?
  private(set) var isAtEnd = false

  mutating func add(_ part: WalkPart) {
    files += part.files.count
    problems += part.problems.count
    firstProblem = firstProblem ?? part.problems.first
    isAtEnd = isAtEnd || part.isLast
  }
}

extension SearchStatus {
  init(_ search: SearchState, _ walk: WalkState) {
    phase = search.phase
    filesFound = walk.files
    isWalking = !walk.isAtEnd
    filesSearched = search.files
    hits = search.results.hits.count
    binaryFiles = search.binaryFiles
    problems = walk.problems + search.problems
    firstProblem = (walk.firstProblem ?? search.firstProblem)?.message
    elapsed = search.elapsed
  }
}
