import BindableKit
import Dispatch
import RxBindable
import RxCore

/// A search that waits for a pause in typing: Bindables outside, operators
/// inside.
final class BridgedSearch: Sendable {
  let query = Bindable("")
  let results: Bindable<[String]>

  init(
    scheduler: any SchedulerType,
    find: @escaping @Sendable (String) -> Single<[String]>
  ) {
    results = query.asObservable().skip(1)
      .debounce(.milliseconds(300), scheduler: scheduler)
      .flatMapLatest { query in find(query) }
      .asBindable(initial: [], onError: .replace(with: []))
  }
}
