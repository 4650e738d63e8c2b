import BindableKit
import Dispatch
import RxBindable
import RxCore

/// Looks up what is typed, after a pause.
final class BridgedSearch: Sendable {
  let query = Bindable("")
  // Can also be read: results.value
  let results: ReadOnlyBindable<[String]>

  private let end = PublishSubject<Void>()
  private let lookups: Infallible<[String]>

  init(
    scheduler: any SchedulerType,
    find: @escaping @Sendable (String) -> Single<[String]>
  ) {
    lookups = query.asObservable().skip(1)
      .take(until: end)
      .debounce(.milliseconds(300), scheduler: scheduler)
      // Disposes the last lookup when the next begins.
      .flatMapLatest { query in find(query).catchAndReturn([]) }
      // After the end, too: finish() waits for it.
      .share(replay: 1, scope: .forever)
      .asInfallible(onErrorJustReturn: [])
    results = lookups.asBindable(initial: [])
  }

  // Stops, drains, and returns when views have shown all.
  func finish() async {
    end.onNext(())
    for await _ in lookups.values {}
    await results.delivered()
  }
}
