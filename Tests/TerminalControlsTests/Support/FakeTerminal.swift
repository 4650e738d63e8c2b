import RxCore
import TerminalControls
import TestSupport

/// A terminal that records output and whose subjects emit the user's input.
final class FakeTerminal: TerminalDevice {
  let hasColors = true
  let typed = PublishSubject<[UInt8]>()
  let resized = PublishSubject<Size>()
  /// The calls to `begin` and `end`.
  let uses = Recording<String>()
  private let size: Size
  private let typeAhead: String
  private let wrote: @Sendable () -> Void
  private let error: TerminalError?
  private let frames = Recording<[UInt8]>()
  private let isBusy = Guarded(false)
  private let waiting = Guarded<[@Sendable (CompletableEvent) -> Void]>([])

  /// - Parameters:
  ///   - typeAhead: read first, inside `begin()`.
  ///   - error: thrown by `begin()`.
  ///   - wrote: called after each frame.
  init(
    columns: Int = 20, rows: Int = 4, typeAhead: String = "", error: TerminalError? = nil,
    wrote: @escaping @Sendable () -> Void = {}
  ) {
    size = Size(columns: columns, rows: rows)
    self.typeAhead = typeAhead
    self.error = error
    self.wrote = wrote
  }

  var input: Observable<[UInt8]> { typed }
  var sizes: Observable<Size> { resized }

  /// The written bytes, one entry per frame.
  var written: [[UInt8]] { frames.elements }

  func begin() throws(TerminalError) -> Size {
    if let error { throw error }
    uses.add("begin")
    if !typeAhead.isEmpty { typed.onNext(Array(typeAhead.utf8)) }
    return size
  }

  func end() { uses.add("end") }

  func write(_ bytes: [UInt8]) -> Completable {
    .create { [self] completable in
      frames.add(bytes)
      wrote()
      if isBusy.withLock({ $0 }) { waiting.withLock { $0.append(completable) } } else { completable(.completed) }
      return Disposables.create()
    }
  }

  /// Accepts no bytes until ``accept(_:)``.
  func becomeBusy() { isBusy.withLock { $0 = true } }

  /// Completes all pending writes.
  func accept(_ outcome: CompletableEvent = .completed) {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for completable in all { completable(outcome) }
  }
}
