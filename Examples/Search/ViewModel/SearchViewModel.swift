import BindableKit
import Dispatch
import RxBindable
import RxCore

/// Searches the files below some paths as the user types.
///
///     let model = SearchViewModel(roots: [.currentDirectory], fileSystem: Disk())
///     let editing = model.query.bind(bothWays: field.rx.text)
///     model.results.observe(with: list) { list, results in list.items = results.hits }
///
/// A single walk lists the files. Each search uses this list, even while it is still growing:
///
///     query ─debounce─┐            ┌──▶ results ──┬──▶ preview
///     mode ───────────┼─▶ search ──┤              │
///     caseSensitive ──┘     ▲      └──┬─▶ status  └──▶ selection ──▶ preview
///     walk ─────────────────┴─────────┘
///
/// All members can be used on any thread. Outputs are set on the threads of `scheduler` and `workers` or, while the
/// query is empty, on the thread that sets `mode` or `caseSensitive`. Deallocating the view model ends all its work.
final class SearchViewModel: Sendable {
  // Inputs
  let query: Bindable<String>
  let mode = Bindable(SearchMode.both)
  let caseSensitive = Bindable(false)
  /// The index of the selected hit. The view model selects the first hit of each search.
  let selection = Bindable<Int?>(nil)

  // Outputs
  let results: ReadOnlyBindable<SearchResults>
  /// The lines around the selected hit; `nil` if none is selected.
  let preview: ReadOnlyBindable<Preview?>
  /// The completed fraction of the search, from 0 to 1; `nil` if none is running.
  let progress: ReadOnlyBindable<Double?>
  let status: ReadOnlyBindable<SearchStatus>

  private let bag = DisposeBag()

  /// How long the user must pause typing before a search begins.
  static let typingPause = RxTimeInterval.milliseconds(150)
  /// The interval at which outputs are set during a search.
  static let refreshInterval = RxTimeInterval.milliseconds(50)

  /// - Parameters:
  ///   - roots: the files and directories to search.
  ///   - fileSystem: the file system to search.
  ///   - query: the initial query.
  ///   - scheduler: measures time and collects the readers' results.
  ///   - workers: reads directories and files; several readers run in parallel if it is concurrent.
  ///   - readers: the number of files read in parallel.
  ///   - now: the clock for ``SearchStatus/elapsed``.
  init(
    roots: [Path], fileSystem: any FileSystem, query: String = "",
    scheduler: any SchedulerType = SerialDispatchQueueScheduler(qos: .userInitiated),
    workers: any ImmediateSchedulerType = ConcurrentDispatchQueueScheduler(qos: .utility),
    readers: Int = SearchEngine.usualReaders,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.query = Bindable(query)
    // Not `replayAll()`, which forgets its elements when the source completes.
    let walk = ReplaySubject<WalkPart>.createUnbounded()
    let engine = SearchEngine(fileSystem: fileSystem, workers: workers, readers: readers)

    let typed = self.query.asObservable().debounce(Self.typingPause, scheduler: scheduler)
    let requests = Observable.combineLatest(typed, mode.asObservable(), caseSensitive.asObservable()) {
      SearchRequest(query: $0, mode: $1, caseSensitive: $2)
    }
    .distinctUntilChanged()

    let nothing = SearchState(SearchRequest(query: "", mode: .both, caseSensitive: false))
    let searches = requests.flatMapLatest { request -> Observable<SearchState> in
      if request.isEmpty { return .just(SearchState(request)) }
      let begin = now()
      return engine.search(request, in: walk)
        .buffer(timeSpan: Self.refreshInterval, count: 0, scheduler: scheduler)
        .scan(into: SearchState(request)) { state, parts in state.add(parts, elapsed: now() - begin) }
        .take(until: { $0.results.isCapped }, behavior: .inclusive)
    }
    .startWith(nothing)
    .share(replay: 1)

    let results = searches.map(\.results)
      .distinctUntilChanged { $0.request == $1.request && $0.hits.count == $1.hits.count }
      .share(replay: 1)
    let walked = walk.scan(into: WalkState()) { state, part in state.add(part) }
      .throttle(Self.refreshInterval, scheduler: scheduler)
      .startWith(WalkState())
    let status = Observable.combineLatest(searches, walked) { SearchStatus($0, $1) }
      .distinctUntilChanged()
      .share(replay: 1)

    self.results = results.asBindable(initial: nothing.results, onError: .handle { _ in })
    self.status = status.asBindable(initial: SearchStatus(), onError: .handle { _ in })
    progress = status.map(\.progress).distinctUntilChanged().asBindable(initial: nil, onError: .handle { _ in })

    // Skip the preview while the user scrolls quickly through the hits.
    preview = Observable.combineLatest(selection.asObservable(), results) { index, results -> Hit? in
      index.flatMap { results.hits.indices.contains($0) ? results.hits[$0] : nil }
    }
    .distinctUntilChanged()
    .debounce(Self.refreshInterval, scheduler: scheduler)
    .flatMapLatest { hit in hit.map { engine.preview(of: $0).map(Optional.some) } ?? .just(nil) }
    .asBindable(initial: nil, onError: .handle { _ in })

    results.distinctUntilChanged { $0.request == $1.request && $0.hits.isEmpty == $1.hits.isEmpty }
      .map { $0.hits.isEmpty ? nil : 0 }
      .bind(to: selection)
      .disposed(by: bag)
    FileWalk(fileSystem: fileSystem, workers: workers, scheduler: scheduler).files(below: roots)
      .subscribe(walk)
      .disposed(by: bag)
  }
}
