internal import DeliveryCore

/// A disposable whose `dispose()` silences events for every caller: after the call has returned, the caller receives
/// nothing more, even if another thread is disposing at the same time.
protocol SilencingDisposable: Disposable {}

extension Disposable {
  /// Silences a disposable that another thread is already disposing, if it supports being disposed again. (Other
  /// disposables are disposed only once.)
  func silence() {
    (self as? any SilencingDisposable)?.dispose()
  }
}

/// Whether a container has been disposed, and by which threads. Guarded by the container's lock.
///
///     open ──join──▶ disposing ──end──▶ ended
///
/// A container that is closed without being disposed goes directly from open to ended. Otherwise, the first thread that
/// joins disposes the contents. The container holds them until ``end()``, so that other threads can help to silence
/// them. A nested call on a thread that has joined does nothing, because otherwise disposables that hold each other
/// would recurse without end.
struct Disposal {
  /// A thread's part in the disposal of the contents.
  enum Part {
    case dispose, silence, nothing
  }

  private(set) var hasBegun = false
  private var hasEnded = false
  private var first: UInt = 0
  private var helpers: [UInt] = []

  /// Records that the calling thread disposes the container, and returns the thread's part. The thread must call
  /// ``end()`` after `.dispose`, and ``leave()`` after `.silence`.
  mutating func join() -> Part {
    if hasEnded { return .nothing }
    let caller = CurrentThread.identity
    if !hasBegun {
      hasBegun = true
      first = caller
      return .dispose
    }
    if caller == first || helpers.contains(caller) { return .nothing }
    helpers.append(caller)
    return .silence
  }

  mutating func leave() {
    let caller = CurrentThread.identity
    helpers.removeAll { $0 == caller }
  }

  mutating func end() {
    hasBegun = true
    hasEnded = true
  }
}
