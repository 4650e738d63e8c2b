import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@testable import TerminalControls

/// A tick is a millisecond.
@MainActor
@Suite("A screen")
struct ScreenTests {
  private let terminal = FakeTerminal()
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
  private let screen: Screen
  private let field = TextField(prompt: "> ")
  private let line = StatusLine(text: "ready")

  init() {
    screen = Screen(on: terminal, scheduler: scheduler)
    screen.add(field, line)
    screen.focus = [field]
    screen.layout = { [field, line] size in
      field.frame = Rectangle(columns: size.columns, rows: 1)
      line.frame = Rectangle(row: size.rows - 1, columns: size.columns, rows: 1)
    }
  }

  /// The content of the terminal.
  private var shown: Emulator {
    var emulator = Emulator(size: Size(columns: 20, rows: 4))
    for frame in terminal.written { emulator.show(frame) }
    #expect(emulator.complaints == [])
    return emulator
  }

  private func type(_ text: String) { terminal.typed.onNext(Array(text.utf8)) }

  @Test("shows its controls in one frame, with the cursor of the first one that has one")
  func start() throws {
    try screen.start()
    #expect(terminal.written == [])
    scheduler.advanceTo(1)
    #expect(terminal.written.count == 1)
    #expect(shown.lines == [">", "", "", "ready"])
    #expect(shown.cursor == Position(column: 2, row: 0))
  }

  @Test("offers keys to the controls in focus, and emits the others")
  func keys() throws {
    var others: [Key] = []
    let bag = DisposeBag()
    screen.keys.rx.key.subscribe(with: screen, onNext: { others.append($1) }).disposed(by: bag)
    let list = ListView<Int> { item, _ in "\(item)" }
    list.items = [1, 2]
    screen.focus = [field, list]
    try screen.start()
    type("ab\u{1B}[B\u{1B}[D\t\u{1B}")
    scheduler.advanceTo(100)
    #expect(field.text == "ab")
    #expect(list.selection == 0)
    #expect(others == [.tab, .escape])
    #expect(shown.cursor == Position(column: 3, row: 0))
  }

  @Test("combines characters that arrive together into one change of a text", arguments: [1_000, 2_000])
  func manyKeys(count: Int) throws {
    var texts: [String] = []
    let bag = DisposeBag()
    field.rx.text.changed.subscribe(with: screen, onNext: { texts.append($1) }).disposed(by: bag)
    try screen.start()
    let text = String(repeating: "a", count: count)
    type(text)
    // The keys cause a single emission, because a text for each key would take quadratic memory.
    #expect(texts.reduce(0) { $0 + $1.count } == count)
    #expect(texts.last == text)
    type(String(repeating: "\u{7F}\u{1B}[Db\u{1B}[C", count: count / 2))
    #expect(texts.count == 2)
  }

  @Test("emits a change of a text before the key that follows it, and before the screen stops")
  func order() throws {
    var log: [String] = []
    let bag = DisposeBag()
    field.rx.text.changed.subscribe(with: screen, onNext: { log.append($1) }).disposed(by: bag)
    screen.keys.rx.key.subscribe(
      with: screen,
      onNext: { screen, key in
        log.append("\(key)")
        if key == .escape { screen.stop() }
      }
    )
    .disposed(by: bag)
    try screen.start()
    type("ab\tcd\u{1B}\u{1B}ef")
    #expect(log == ["ab", "tab", "abcd", "escape"])
    #expect(field.text == "abcd")
  }

  @Test("is no larger than a real window, whatever the terminal reports")
  func hugeTerminal() throws {
    var sizes: [Size] = []
    let layout = screen.layout
    screen.layout = { size in
      sizes.append(size)
      layout?(size)
    }
    try screen.start()
    for (columns, rows) in [(65_535, 65_535), (65_535, 2), (2, 65_535), (1_000, 500)] {
      terminal.resized.onNext(Size(columns: columns, rows: rows))
    }
    try #require(
      sizes == [
        Size(columns: 20, rows: 4), Size(columns: 1_000, rows: 500), Size(columns: 1_000, rows: 2),
        Size(columns: 2, rows: 500), Size(columns: 1_000, rows: 500),
      ])
    scheduler.advanceTo(100)
    var large = Emulator(size: Size(columns: 1_000, rows: 500))
    terminal.written.last.map { large.show($0) }
    #expect(large.lines.last == "ready")
    #expect(large.complaints == [])
  }

  @Test("loses no key typed before it started")
  func typeAhead() throws {
    let screen = Screen(on: FakeTerminal(typeAhead: "ab"), scheduler: scheduler)
    screen.focus = [field]
    try screen.start()
    #expect(field.text == "ab")
  }

  @Test(
    "draws at most the given number of frames in a second, and always the last change",
    arguments: [1, 10, 30, 60, 144, 1_000])
  func framesPerSecond(limit: Int) throws {
    // A tick is a microsecond.
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.000_001, simulateProcessingDelay: false)
    let times = Recording<Int>()
    let terminal = FakeTerminal { times.add(scheduler.clock) }
    let screen = Screen(on: terminal, framesPerSecond: limit, scheduler: scheduler)
    screen.add(line)
    line.frame = Rectangle(columns: 20, rows: 1)
    try screen.start()
    for change in 1...6_000 { scheduler.scheduleAt(change * 500) { [line] in line.text = "\(change)" } }
    scheduler.advanceTo(5_000_000)
    // Neither more nor fewer: a change comes every half millisecond for three seconds.
    #expect(times.elements.filter { $0 < 3_000_000 }.count >= 3 * limit)
    for (frame, next) in zip(times.elements, times.elements.dropFirst(limit)) {
      #expect(next - frame >= 1_000_000, "\(limit) frames after the one at \(frame) µs, another came at \(next) µs")
    }
    var emulator = Emulator(size: Size(columns: 20, rows: 4))
    for frame in terminal.written { emulator.show(frame) }
    #expect(emulator.lines.first == "6000")
  }

  @Test("does not accept a number of frames that is not positive", arguments: [0, -1])
  func noFrames(limit: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [limit] in
      await MainActor.run { _ = Screen(on: FakeTerminal(), framesPerSecond: limit) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("was given \(limit) frames per second. Pass 1 or more."))
  }

  @Test("makes no frame while another is being written, and then one with all changes")
  func oneFrameOnItsWay() throws {
    try screen.start()
    scheduler.advanceTo(1)
    terminal.becomeBusy()
    for tick in 1...10 {
      line.text = "\(tick)"
      scheduler.advanceTo(tick * 100)
    }
    #expect(terminal.written.count == 2)
    #expect(shown.lines.last == "1")
    terminal.accept()
    scheduler.advanceTo(2_000)
    #expect(terminal.written.count == 3)
    #expect(shown.lines.last == "10")
    terminal.accept()
    scheduler.advanceTo(3_000)
    #expect(terminal.written.count == 3)
  }

  @Test("writes nothing if nothing looks different")
  func noDifference() throws {
    try screen.start()
    scheduler.advanceTo(100)
    screen.setNeedsDisplay()
    line.text = "steady"
    line.text = "ready"
    scheduler.advanceTo(200)
    #expect(terminal.written.count == 1)
  }

  @Test("lays out its controls and redraws everything when the size changes")
  func resize() throws {
    var sizes: [Size] = []
    let bag = DisposeBag()
    screen.rx.size.drive(with: screen, onNext: { sizes.append($1) }).disposed(by: bag)
    try screen.start()
    scheduler.advanceTo(100)
    terminal.resized.onNext(Size(columns: 8, rows: 2))
    scheduler.advanceTo(200)
    var smaller = Emulator(size: Size(columns: 8, rows: 2))
    terminal.written.last.map { smaller.show($0) }
    #expect(smaller.lines == [">", "ready"])
    #expect(sizes == [Size(columns: 0, rows: 0), Size(columns: 20, rows: 4), Size(columns: 8, rows: 2)])
    // When a stopped program continues, its terminal reports the size again.
    terminal.resized.onNext(Size(columns: 8, rows: 2))
    scheduler.advanceTo(300)
    #expect(terminal.written.count == 3)
    #expect(terminal.written[2] == terminal.written[1])
  }

  @Test("shows neither a hidden control nor its cursor, and offers it no key")
  func hidden() throws {
    var others: [Key] = []
    let bag = DisposeBag()
    screen.keys.rx.key.subscribe(with: screen, onNext: { others.append($1) }).disposed(by: bag)
    try screen.start()
    field.isHidden = true
    type("a")
    scheduler.advanceTo(100)
    #expect(shown.lines == ["", "", "", "ready"])
    #expect(shown.cursor == nil)
    #expect(others == [.character("a")])
    #expect(field.text == "")
  }

  @Test("restores the terminal once, stops drawing, and can start again")
  func stop() throws {
    try screen.start()
    try screen.start()
    scheduler.advanceTo(100)
    screen.stop()
    screen.stop()
    line.text = "later"
    type("x")
    scheduler.advanceTo(200)
    #expect(terminal.uses.elements == ["begin", "end"])
    #expect(terminal.written.count == 1)
    #expect(scheduler.pending == 0)
    try screen.start()
    scheduler.advanceTo(300)
    #expect(terminal.uses.elements == ["begin", "end", "begin"])
    #expect(shown.lines == [">", "", "", "later"])
  }

  @Test("starts again after it was stopped while a frame was being written")
  func stopWhileWriting() throws {
    terminal.becomeBusy()
    try screen.start()
    scheduler.advanceTo(100)
    screen.stop()
    try screen.start()
    scheduler.advanceTo(200)
    #expect(terminal.written.count == 2)
    terminal.accept()
    line.text = "again"
    scheduler.advanceTo(300)
    #expect(shown.lines.last == "again")
  }

  @Test(
    "stops and says so when the terminal is closed, whether reading or writing reveals it",
    arguments: [true, false])
  func closed(inReading: Bool) throws {
    var errors: [TerminalError] = []
    let bag = DisposeBag()
    screen.rx.ended.subscribe(with: screen, onNext: { errors.append($1) }).disposed(by: bag)
    terminal.becomeBusy()
    try screen.start()
    scheduler.advanceTo(100)
    if inReading { terminal.typed.onError(TerminalError.closed) } else { terminal.accept(.error(TerminalError.closed)) }
    line.text = "later"
    scheduler.advanceTo(200)
    #expect(errors == [.closed])
    #expect(terminal.uses.elements == ["begin", "end"])
    #expect(terminal.written.count == 1)
  }

  /// What a screen is made to do after its start.
  enum Ending: CaseIterable {
    case stopped, closed, cancelled
  }

  @Test("runs until it is stopped, the terminal is closed, or the task is cancelled", arguments: Ending.allCases)
  func run(ending: Ending) async throws {
    let running = Task { try await screen.run() }
    while terminal.uses.elements.isEmpty { await Task.yield() }
    switch ending {
    case .stopped: screen.stop()
    case .closed: terminal.typed.onError(TerminalError.closed)
    case .cancelled: running.cancel()
    }
    let result = await running.result
    if ending == .closed {
      #expect(throws: TerminalError.closed) { try result.get() }
    } else {
      try result.get()
    }
    #expect(terminal.uses.elements == ["begin", "end"])
  }

  @Test("returns from run if a key stops it that was typed before")
  func stopAtStart() async throws {
    let terminal = FakeTerminal(typeAhead: "q")
    let screen = Screen(on: terminal, scheduler: scheduler)
    let bag = DisposeBag()
    screen.keys.rx.key.subscribe(with: screen, onNext: { screen, _ in screen.stop() }).disposed(by: bag)
    try await screen.run()
    scheduler.advanceTo(100)
    #expect(terminal.uses.elements == ["begin", "end"])
    #expect(terminal.written == [])
  }

  @Test("does not run if it was stopped before, but can run again")
  func stopBeforeStart() async throws {
    screen.stop()
    try await screen.run()
    #expect(terminal.uses.elements == [])
    try await stopWhileRunning()
    screen.stop()
    try await stopWhileRunning()
    #expect(terminal.uses.elements == ["begin", "end", "begin", "end"])
  }

  private func stopWhileRunning() async throws {
    let ends = terminal.uses.count
    let running = Task { try await screen.run() }
    while terminal.uses.count == ends { await Task.yield() }
    screen.stop()
    try await running.value
  }

  @Test("does not run without a terminal, and can try again")
  func noTerminal() async throws {
    let terminal = FakeTerminal(error: .inUse)
    let screen = Screen(on: terminal, scheduler: scheduler)
    for _ in 1...2 {
      await #expect(throws: TerminalError.inUse) { try await screen.run() }
    }
    #expect(terminal.uses.elements == [])
  }

  @Test("keeps nothing alive when it is released, and restores the terminal")
  func release() throws {
    let terminal = FakeTerminal()
    let scheduler = TestScheduler(initialClock: 0)
    try LeakTracker.run { leaks in
      let screen = Screen(on: terminal, scheduler: scheduler)
      let field = TextField()
      leaks.track(screen)
      leaks.track(field)
      screen.add(field)
      screen.focus = [field]
      screen.layout = { [weak field] size in field?.frame = Rectangle(columns: size.columns, rows: 1) }
      try screen.start()
      scheduler.advanceTo(10)
      terminal.typed.onNext([0x61, 0x1B])
      scheduler.advanceTo(20)
    }
    #expect(terminal.uses.elements == ["begin", "end"])
  }
}
