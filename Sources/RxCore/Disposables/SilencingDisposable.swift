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

/// The threads that are currently disposing an object's contents. Guarded by the object's lock.
///
/// A nested call on one of these threads does nothing: disposables may hold each other, and would recurse without end.
struct DisposingThreads {
  private var first: UInt = 0
  private var helpers: [UInt] = []

  /// Records the calling thread as the first to dispose.
  mutating func begin() { first = CurrentThread.identity }

  /// Records the calling thread as a helper; returns `false` in a nested call.
  mutating func help() -> Bool {
    let caller = CurrentThread.identity
    if caller == first || helpers.contains(caller) { return false }
    helpers.append(caller)
    return true
  }

  /// Removes the calling thread from the helpers.
  mutating func helperLeaves() {
    let caller = CurrentThread.identity
    helpers.removeAll { $0 == caller }
  }
}
