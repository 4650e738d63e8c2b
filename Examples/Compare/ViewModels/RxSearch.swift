import Dispatch
import RxCore

/// A search with the Rx core, which waits for a pause in typing. A lookup
/// is disposed when the next one begins.
final class RxSearch: Sendable {
  let query = PublishSubject<String>()
  let results: Observable<[String]>

  init(
    scheduler: any SchedulerType,
    find: @escaping @Sendable (String) -> Single<[String]>
  ) {
    results = query.debounce(.milliseconds(300), scheduler: scheduler)
      .flatMapLatest { query in find(query) }
  }
}
