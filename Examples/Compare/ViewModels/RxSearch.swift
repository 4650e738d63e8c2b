import Dispatch
import RxCore

/// Looks up what is typed, after a pause.
final class RxSearch: Sendable {
  let query = PublishSubject<String>()
  // Cannot be read, only subscribed to.
  let results: Observable<[String]>

  init(
    scheduler: any SchedulerType,
    find: @escaping @Sendable (String) -> Single<[String]>
  ) {
    results =
      query
      .debounce(.milliseconds(300), scheduler: scheduler)
      // Disposes the last lookup when the next begins.
      .flatMapLatest { query in find(query).catchAndReturn([]) }
      // Shared by all views, while there is one.
      .share(replay: 1)
  }

  // Stops. Views receive the last results, then the end.
  func finish() { query.onCompleted() }
}

@MainActor final class RxSearchView {
  private let show: @MainActor ([String]) -> Void
  // Ends the subscription with the view.
  private let bag = DisposeBag()

  init(
    _ results: Observable<[String]>,
    show: @escaping @MainActor ([String]) -> Void,
    end: @escaping @MainActor () -> Void
  ) {
    self.show = show
    // The end comes after the last results.
    results.subscribe(with: self) { view, results in
      view.show(results)
    } onCompleted: { _ in
      end()
    }.disposed(by: bag)
  }
}
