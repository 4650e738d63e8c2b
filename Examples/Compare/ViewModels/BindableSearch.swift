import BindableKit
import Synchronization

/// A search with ``Bindable``, which waits for a pause in typing. Queries
/// are numbered, and answers to outdated queries are dropped.
final class BindableSearch: Sendable {
  typealias Action = @Sendable () -> Void
  typealias Answer = @Sendable ([String]) -> Void

  let query = Bindable("")
  let results = Bindable<[String]>([])
  private let queries = Atomic(0)

  init(
    after: @escaping @Sendable (Duration, @escaping Action) -> Void,
    find: @escaping @Sendable (String, @escaping Answer) -> Void
  ) {
    query.observe(with: self, replay: false) { search, query in
      let number = search.queries.add(1, ordering: .relaxed).newValue
      after(.milliseconds(300)) { [weak search] in
        guard let search, search.isLast(number) else { return }
        find(query) { [weak search] words in
          guard let search, search.isLast(number) else { return }
          search.results.value = words
        }
      }
    }
  }

  private func isLast(_ number: Int) -> Bool {
    queries.load(ordering: .relaxed) == number
  }
}
