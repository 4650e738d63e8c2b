import BindableKit
import RxCore
import RxTesting
import TestSupport

@testable import Search

/// A view model in virtual time. A tick is a millisecond, and each work item takes one.
final class VirtualModel: Sendable {
  let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
  let model: SearchViewModel
  /// The times at which ``SearchViewModel/results`` and ``SearchViewModel/status`` were set, and their values.
  let results = Recording<(time: Int, results: SearchResults)>()
  let statuses = Recording<(time: Int, status: SearchStatus)>()
  let progress = Recording<Double?>()
  let previews = Recording<Preview?>()

  init(_ fileSystem: MemoryFileSystem, roots: [Path] = [.currentDirectory], readers: Int = 1) {
    let (scheduler, begin) = (scheduler, ContinuousClock.now)
    model = SearchViewModel(
      roots: roots, fileSystem: fileSystem, scheduler: scheduler, workers: scheduler, readers: readers,
      now: { begin + .milliseconds(scheduler.clock) })
    model.results.observe(with: self) { $0.results.add(($0.scheduler.clock, $1)) }
    model.status.observe(with: self) { $0.statuses.add(($0.scheduler.clock, $1)) }
    model.progress.observe(with: self) { $0.progress.add($1) }
    model.preview.observe(with: self) { $0.previews.add($1) }
  }

  /// Sets the query and runs all resulting work.
  func search(_ query: String) {
    model.query.value = query
    scheduler.start()
  }

  /// The texts of the current hits.
  var lines: [String] { model.results.value.hits.map { String(decoding: $0.text.bytes, as: UTF8.self) } }
}
