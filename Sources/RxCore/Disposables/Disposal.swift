internal import DeliveryCore
import Synchronization

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

/// Decides which thread disposes something, and how long its content must stay.
///
/// The first caller silences the content, releases it, and then disposes the source behind it. Another caller that arrives
/// before the content is silent helps to silence it: it may be an observer, which must receive nothing more when its call
/// has returned.
///
///     content set ─┐
///                  ├──▶ first caller silences ──▶ silenced ──▶ released, by the first caller or the last helper
///     begun ───────┘       ▲ helpers come and leave
struct Disposal: ~Copyable {
  private static let isSet: UInt32 = 1
  private static let hasBegun: UInt32 = 2
  private static let isSilent: UInt32 = 4
  private static let oneHelper: UInt32 = 8

  enum Role {
    /// The caller disposes.
    case first
    /// The caller silences the content, and calls ``helperLeaves()``.
    case helper
    case nothing
  }

  private let state = Atomic<UInt32>(0)
  /// The thread that silences the content, so that its own nested calls do not count as helpers.
  private let first = Atomic<UInt>(0)

  var hasBegun: Bool { state.load(ordering: .acquiring) & Self.hasBegun != 0 }

  /// Notes that the content is set; `true` if the caller must dispose it.
  borrowing func setContent() -> Bool {
    let (old, _) = state.bitwiseOr(Self.isSet, ordering: .acquiringAndReleasing)
    guard old & Self.hasBegun != 0 else { return false }
    first.store(CurrentThread.identity, ordering: .relaxed)
    return true
  }

  /// Called with each `dispose()`.
  borrowing func begin() -> Role {
    // Most disposals are followed by another one, from the content: a load tells, without a write to the shared word.
    var old = state.load(ordering: .acquiring)
    if old & Self.hasBegun == 0 {
      old = state.bitwiseOr(Self.hasBegun, ordering: .acquiringAndReleasing).oldValue
    }
    if old == Self.isSet {
      first.store(CurrentThread.identity, ordering: .relaxed)
      return .first
    }
    return old & Self.isSet != 0 && help() ? .helper : .nothing
  }

  private borrowing func help() -> Bool {
    if first.load(ordering: .relaxed) == CurrentThread.identity { return false }
    var old = state.load(ordering: .acquiring)
    while old & Self.isSilent == 0 {
      let (entered, current) = state.weakCompareExchange(
        expected: old, desired: old + Self.oneHelper, ordering: .acquiringAndReleasing)
      if entered { return true }
      old = current
    }
    return false
  }

  /// Called by the first once the content is silent; `true` if the caller releases the content.
  borrowing func endSilencing() -> Bool {
    state.bitwiseOr(Self.isSilent, ordering: .acquiringAndReleasing).oldValue < Self.oneHelper
  }

  /// Called by a helper; `true` if the caller releases the content.
  borrowing func helperLeaves() -> Bool {
    let now = state.wrappingSubtract(Self.oneHelper, ordering: .acquiringAndReleasing).newValue
    return now & Self.isSilent != 0 && now < Self.oneHelper
  }
}
