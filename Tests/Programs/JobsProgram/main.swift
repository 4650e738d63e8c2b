import BindableKit
import Glibc
import RxBindable
import RxCore
import TerminalControls

// The view model, which knows nothing of the terminal.
final class Jobs: Sendable {
  let names = ["build", "check the format", "test", "write the release notes", "release"]
  let filter = Bindable("")
  let selection = Bindable<Int?>(0)
  let done = Bindable<Set<String>>([])
  let shown: ReadOnlyBindable<[String]>

  init() { shown = filter.map { [names] filter in names.filter { $0.contains(filter) } } }

  func toggle(_ index: Int) { done.modify { [name = shown.value[index]] in $0.formSymmetricDifference([name]) } }
}

let jobs = Jobs()
guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
  for name in jobs.names { print(name) }  // For a pipe or a file.
  exit(0)
}

let (field, bar, status) = (TextField(prompt: "Find: "), ProgressBar(), StatusLine())
let list = ListView<String> { name, _ in
  jobs.done.value.contains(name) ? StyledText("[x] \(name)", style: TextStyle(foreground: .green)) : "[ ] \(name)"
}
let screen = Screen(on: Terminal(), framesPerSecond: 30)
screen.add(field, list, bar, status)
screen.focus = [list, field]
screen.layout = { size in
  field.frame = Rectangle(columns: size.columns, rows: 1)
  list.frame = Rectangle(row: 1, columns: size.columns, rows: size.rows - 3)
  bar.frame = Rectangle(row: size.rows - 2, columns: size.columns, rows: 1)
  status.frame = Rectangle(row: size.rows - 1, columns: size.columns, rows: 1)
}

var tokens: Set<BindableToken> = []
jobs.filter.bind(bothWays: field.rx.text).store(in: &tokens)
jobs.selection.bind(bothWays: list.rx.selection).store(in: &tokens)
jobs.shown.observe(with: list) { list, names in list.items = names }
jobs.done.observe(with: bar) { bar, done in
  bar.fraction = Double(done.count) / Double(jobs.names.count)  // Draws the whole screen again, the list too.
  status.text = "\(done.count) of \(jobs.names.count) done. Enter marks a job, Escape leaves."
}
let choices = list.rx.itemChosen.subscribe(with: list, onNext: { _, index in jobs.toggle(index) })
let keys = screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: screen, onNext: { screen, _ in screen.stop() })

do { try await screen.run() } catch {
  let message = "jobs: \(error)\n"
  _ = write(STDERR_FILENO, message, message.utf8.count)
  exit(1)
}
