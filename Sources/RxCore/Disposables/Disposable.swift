internal import DeliveryCore

/// A resource that can be released, such as a running subscription.
///
/// `dispose` may be called at any time, from any thread, any number of times.
@preconcurrency
public protocol Disposable: Sendable {
  /// Releases the resource.
  func dispose()
}

/// A disposable that knows whether it has been disposed.
@preconcurrency
public protocol Cancelable: AnyObject, Disposable {
  /// Whether the disposable has been disposed.
  var isDisposed: Bool { get }
}

/// Factory methods for disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable.noOp }

  /// A disposable that calls `dispose` once, when it is first disposed.
  @preconcurrency
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// A disposable that disposes `one` and `two`.
  public static func create(_ one: any Disposable, _ two: any Disposable) -> any Cancelable {
    CompositeDisposable(one, two)
  }

  /// A disposable that disposes `one`, `two` and `three`.
  public static func create(
    _ one: any Disposable, _ two: any Disposable, _ three: any Disposable
  ) -> any Cancelable {
    CompositeDisposable(one, two, three)
  }

  /// A disposable that disposes all arguments.
  public static func create(
    _ one: any Disposable, _ two: any Disposable, _ three: any Disposable, _ others: any Disposable...
  ) -> any Cancelable {
    CompositeDisposable(disposables: [one, two, three] + others)
  }

  /// A disposable that disposes all of `disposables`.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }
}

/// A disposable that does nothing. Returned by `Disposables.create()`.
final class NopDisposable: Upstream {
  static let noOp = NopDisposable()

  func dispose() {}
}

/// A disposable whose `dispose()` silences events for every caller: once the call has returned, no further event
/// begins, even if another thread is still disposing.
package protocol SilencingDisposable: Disposable {}

extension Disposable {
  /// Silences a disposable that another thread is already disposing, if it supports being disposed again. Other
  /// disposables are disposed only once.
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
/// would recurse infinitely.
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
