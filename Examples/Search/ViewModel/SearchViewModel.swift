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
/// All members may be used from any thread. Outputs are set on the threads of `scheduler` and `workers`. When the view model is
/// deallocated, whatever it does ends.
final class SearchViewModel: Sendable {
  // Inputs
  let query: Bindable<String>
  let mode = Bindable(SearchMode.both)
  let caseSensitive = Bindable(false)
  /// The index of a hit. The view model selects the first hit of each search.
  let selection = Bindable<Int?>(nil)

  // Outputs
  let results: ReadOnlyBindable<SearchResults>
  /// The lines around the selected hit; `nil` if none is selected.
  let preview: ReadOnlyBindable<Preview?>
  /// How much of the search is done, from 0 to 1; `nil` if none is under way.
  let progress: ReadOnlyBindable<Double?>
  let status: ReadOnlyBindable<SearchStatus>

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - roots: the files and directories to search.
  ///   - fileSystem: where they are.
  ///   - query: what is searched for at first.
  ///   - scheduler: measures time, and collects what the readers find.
  ///   - workers: where directories and files are read; several readers run at once if it is concurrent.
  ///   - readers: how many files are read at once.
  ///   - uptime: the time, from which the elapsed time is computed.
  init(
    roots: [Path], fileSystem: any FileSystem, query: String = "",
    scheduler: any SchedulerType = SerialDispatchQueueScheduler(qos: .userInitiated),
    workers: any ImmediateSchedulerType = ConcurrentDispatchQueueScheduler(qos: .utility), readers: Int = 2,
    uptime: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.query = Bindable(query)
    let request = SearchRequest(query: query, mode: .both, caseSensitive: false)
    results = Bindable(SearchResults(request: request))
    preview = Bindable(nil)
    progress = Bindable(nil)
    status = Bindable(SearchStatus())
  }
}
