internal import DeliveryCore

/// A disposable after whose `dispose()` the caller receives nothing more, even if another thread disposes at the same time.
/// Several threads may call `dispose()` at the same time.
protocol SilencingDisposable: Disposable {}

extension Disposable {
  /// Silences what another thread is disposing, if that is possible. (A disposable of another kind is disposed only once.)
  func silence() {
    (self as? any SilencingDisposable)?.dispose()
  }
}

/// The threads that dispose one object's content at this moment. A nested call by one of them has nothing to do: disposables may
/// hold each other. Guarded by the object's lock.
struct DisposingThreads {
  private var first: UInt = 0
  private var helpers: [UInt] = []

  /// Notes that the caller disposes.
  mutating func begin() { first = CurrentThread.identity }

  /// Notes that the caller helps to silence; `false` in a nested call.
  mutating func help() -> Bool {
    let caller = CurrentThread.identity
    if caller == first || helpers.contains(caller) { return false }
    helpers.append(caller)
    return true
  }

  /// Notes that the caller's help has ended.
  mutating func helperLeaves() {
    let caller = CurrentThread.identity
    helpers.removeAll { $0 == caller }
  }
}
