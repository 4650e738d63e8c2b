import AsyncAlgorithms
import BindableKit

@MainActor final class Symbols {
  let filter = Bindable("")
  let visible: ReadOnlyBindable<[String]>

  private var loop: Task<Void, Never>?

  init(_ all: [String], clock: some Clock<Duration>) {
    let rows = Bindable(all)
    visible = rows
    let typed = filter.values.debounce(for: .milliseconds(300), clock: clock)
    loop = Task {
      for await prefix in typed { rows.value = all.filter { $0.hasPrefix(prefix) } }
    }
  }

  deinit { loop?.cancel() }
}
