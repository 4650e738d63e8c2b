import BindableKit
import DeliveryCore
import Dispatch
import RxBindable
public import RxCore

/// The screen of a terminal, with its controls. Belongs to the main actor.
///
///     let screen = Screen(on: Terminal())
///     screen.add(field, list)
///     screen.focus = [field, list]
///     screen.layout = { size in
///       field.frame = Rectangle(columns: size.columns, rows: 1)
///       list.frame = Rectangle(row: 1, columns: size.columns, rows: size.rows - 1)
///     }
///     let leaving = screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: screen, onNext: { $0.stop() })
///     try await screen.run()
///
/// An async `main` runs the main queue, on which the screen is drawn, while it awaits. Any other program calls
/// ``start()``, and then `MainQueue.run`.
///
/// Changes are drawn together, at most `framesPerSecond` times a second, and only changed cells are written. The last
/// change is always drawn. No frame is drawn while the terminal is still taking the previous one, so a slow terminal
/// skips frames but does not delay the program. If a terminal has more than 1,000 columns or 500 rows, only its upper
/// left part is used.
@MainActor
public final class Screen {
  /// The largest area used. Covers a full-screen window of 8 by 9 pixel cells on a 7,680 by 4,320 display. Any program
  /// can set a terminal's size to 65,535 by 65,535, which would take too much memory and time.
  private static let largest = Size(columns: 1_000, rows: 500)

  /// Called with the size at the start and when it changes, to set the controls' frames. A screen may have a single row
  /// or column; a frame beyond the screen is cut off.
  public var layout: (@MainActor (Size) -> Void)?

  /// The keys that the user types.
  public let keys = KeyInput()

  fileprivate let size = Bindable(Size(columns: 0, rows: 0))
  fileprivate let ended = ControlEventSource<TerminalError>()
  /// Emits when the screen stops, with the error that is the reason; `nil` if there is none.
  private let stopped = ControlEventSource<TerminalError?>()
  private let terminal: any TerminalDevice
  private let scheduler: any SchedulerType
  private let timeBetweenFrames: RxTimeInterval
  private let changes = PublishRelay<Void>()
  private var controls: [Control] = []
  private var session: DisposeBag?
  private var hasStarted = false
  /// Whether the screen was stopped before it was first started.
  private var isStoppedEarly = false
  /// The pending write of a frame.
  private let write = SerialDisposable()
  /// The frame on the terminal; `nil` if unknown.
  private var shown: Frame?
  private var isFrameOnItsWay = false
  private var hasChangedMeanwhile = false

  /// Creates a screen without changing the terminal yet.
  ///
  /// - Parameters:
  ///   - terminal: the terminal to use.
  ///   - framesPerSecond: how often the screen is drawn at most. At least 1; a smaller number stops the program.
  ///   - scheduler: where frames are drawn; it also times the frames and the wait after an Escape. It must run on the
  ///     main queue. The default does not run inline, so that changes made together are drawn together.
  public init(
    on terminal: some TerminalDevice, framesPerSecond: Int = 60,
    scheduler: any SchedulerType = MainScheduler.asyncInstance
  ) {
    require(
      framesPerSecond > 0,
      "Screen(on:framesPerSecond:scheduler:) was given \(framesPerSecond) frames per second. Pass 1 or more.")
    self.terminal = terminal
    self.scheduler = scheduler
    // Rounded up, so that no second has one frame more.
    timeBetweenFrames = .microseconds(1 + (1_000_000 - 1) / framesPerSecond)
  }

  /// The controls that are offered each key, in this order, except hidden ones. The screen shows the cursor of the
  /// first one that has a cursor.
  public var focus: [Control] {
    get { keys.focus }
    set {
      keys.focus = newValue
      setNeedsDisplay()
    }
  }

  /// Shows controls on top of those already added. The screen keeps them.
  public func add(_ controls: Control...) {
    for control in controls { control.screen = self }
    self.controls += controls
    setNeedsDisplay()
  }

  /// Redraws the screen soon; several calls are combined. A control calls it for its own changes.
  public func setNeedsDisplay() {
    changes.accept(())
  }

  /// Takes over the terminal and shows the controls. Does nothing if the screen has started. Keys typed before are not
  /// lost.
  ///
  /// - Throws: a ``TerminalError`` if there is no terminal, or another screen of the program uses it. The terminal is
  ///   then unchanged.
  public func start() throws(TerminalError) {
    guard session == nil else { return }
    (hasStarted, isStoppedEarly) = (true, false)
    let session = DisposeBag()
    changes.throttle(timeBetweenFrames, scheduler: scheduler).observe(on: scheduler)
      .subscribe(with: self, onNext: { screen, _ in screen.drawFrame() })
      .disposed(by: session)
    // Subscribe before `begin()`, because a size change may follow immediately.
    terminal.sizes
      .subscribe(with: self, onNext: { screen, size in screen.show(on: size) })
      .disposed(by: session)
    // Subscribe before the terminal is read, so that no key is lost.
    terminal.input.keysOfReads(scheduler: scheduler)
      .subscribe(with: self, onNext: { $0.keys.handle($1) }, onError: { $0.end(with: $1) })
      .disposed(by: session)
    // Before `begin()`, because a key that was typed before may stop the screen.
    self.session = session
    let size: Size
    do {
      size = try terminal.begin()
    } catch {
      self.session = nil
      throw error
    }
    Disposables.create { [terminal] in terminal.end() }.disposed(by: session)
    show(on: size)
  }

  /// Starts the screen, and returns when it has stopped: when ``stop()`` was called, or the task was cancelled.
  ///
  ///     screen.keys.rx.key.filter { $0 == .escape }.subscribe(with: screen, onNext: { screen, _ in screen.stop() })
  ///       .disposed(by: bag)
  ///     try await screen.run()
  ///
  /// If the screen has already started, it only waits.
  ///
  /// - Throws: a ``TerminalError`` if there is no terminal, if another screen of the program uses it, or when the
  ///   terminal can no longer be used, for example because its window was closed.
  public func run() async throws(TerminalError) {
    if exchange(&isStoppedEarly, with: false) { return }
    // Subscribe before the start, because a key may stop the screen immediately.
    let stops = stopped.events.asSignal().values
    try start()
    for await error in stops {
      if let error { throw error }
      return
    }
    stop()
  }

  /// Restores the terminal, and drops the keys that have not been handled. Can be called more than once; the screen can
  /// start again. A screen that is deallocated stops. If it is stopped before it was first started, ``run()`` returns at
  /// once: so what ends the program, such as a signal, may come early.
  public func stop() {
    stop(with: nil)
  }

  private func stop(with error: TerminalError?) {
    isStoppedEarly = !hasStarted
    let isRunning = session != nil
    session = nil
    keys.drop()
    write.disposable = Disposables.create()
    isFrameOnItsWay = false
    hasChangedMeanwhile = false
    shown = nil
    if isRunning { stopped.emit(error) }
  }

  // MARK: - Frames

  /// Redraws everything, on a terminal whose content is unknown.
  private func show(on reported: Size) {
    let size = Size(
      columns: min(reported.columns, Self.largest.columns), rows: min(reported.rows, Self.largest.rows))
    self.size.value = size
    shown = nil
    layout?(size)
    setNeedsDisplay()
  }

  private func drawFrame() {
    guard !isFrameOnItsWay else {
      hasChangedMeanwhile = true
      return
    }
    let frame = makeFrame()
    let bytes = frame.bytes(after: shown, hasColors: terminal.hasColors)
    shown = frame
    guard !bytes.isEmpty else { return }
    isFrameOnItsWay = true
    write.disposable = terminal.write(bytes)
      .subscribe(with: self, onCompleted: { $0.frameWasWritten() }, onError: { $0.end(with: $1) })
  }

  private func makeFrame() -> Frame {
    var canvas = Canvas(size: size.value)
    for control in controls where !control.isHidden {
      canvas.draw(in: control.frame) { control.draw(on: &$0) }
    }
    return Frame(canvas: canvas, cursor: cursor)
  }

  /// The cursor of the first control in focus that has a cursor; `nil` if it is outside the screen.
  private var cursor: Position? {
    for control in keys.focus where !control.isHidden {
      guard let cursor = control.cursor else { continue }
      let column = control.frame.column + cursor.column
      let row = control.frame.row + cursor.row
      let isShown = (0..<size.value.columns).contains(column) && (0..<size.value.rows).contains(row)
      return isShown ? Position(column: column, row: row) : nil
    }
    return nil
  }

  private func frameWasWritten() {
    isFrameOnItsWay = false
    guard hasChangedMeanwhile else { return }
    hasChangedMeanwhile = false
    setNeedsDisplay()
  }

  private func end(with error: any Error) {
    let error = error as? TerminalError ?? .closed
    stop(with: error)
    ended.emit(error)
  }
}

extension Screen: ReactiveCompatible {}

extension Reactive where Base: Screen {
  /// The current size and each later one. The size is 0 by 0 before the start.
  @MainActor public var size: Driver<Size> { base.size.asDriver() }

  /// Emits when the terminal can no longer be used, for example because its window was closed. By then the screen has
  /// stopped.
  @MainActor public var ended: ControlEvent<TerminalError> { base.ended.events }
}
