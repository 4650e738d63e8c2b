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

// MARK: - Disposal

/// A disposable whose `dispose()` silences events for every caller: once the call has returned, no further event
/// begins, even if another thread is still disposing.
///
/// Whoever disposes first silences everything, and only then takes it out and releases it. So a thread that finds
/// something silences it too, and a thread that finds nothing knows that it is silent.
package protocol SilencingDisposable: Disposable {
  /// Stops all further events. Returns the disposables held, which the caller must silence too.
  func silence() -> [any Disposable]
}

extension SilencingDisposable {
  package func silence() -> [any Disposable] {
    dispose()
    return []
  }
}

/// Silences `disposables` and everything that they hold. Containers may hold each other.
func silenceAll(_ disposables: [any Disposable]) {
  var pending = disposables
  var containers: Set<ObjectIdentifier> = []
  while let next = pending.popLast() {
    guard let silencing = next as? any SilencingDisposable else { continue }
    let held = silencing.silence()
    if !held.isEmpty, containers.insert(ObjectIdentifier(silencing as AnyObject)).inserted { pending += held }
  }
}

/// The subscription to a source, as held by the stage downstream; or a container, which ends what it holds.
///
/// Class-bound, because a reference is cheaper to store and pass on than an existential of unknown size.
protocol Upstream: AnyObject, SilencingDisposable {
  /// The disposable that `subscribe` returns to a caller outside the library. The disposable may outlive the
  /// subscription, and must then not retain the observer.
  var handle: any Disposable { get }

  /// Ends this stage alone. Called by ``endChain()``, possibly more than once and by several threads.
  ///
  /// Returns the stage upstream, which the caller ends next. Adds to `rest` whatever must be disposed afterwards, the
  /// last element first.
  func end(_ rest: inout [any Disposable]) -> (any Upstream)?
}

extension Upstream {
  var handle: any Disposable { self }

  /// Ends this stage and everything upstream, in a loop, so that a chain of any length needs no stack.
  func endChain() {
    var rest: [any Disposable] = []
    var next: (any Upstream)? = self
    var length = 0
    while true {
      while let stage = next {
        next = stage.end(&rest)
        length += 1
        // A stage retains the next one downstream. Release a long chain in a loop too, from the source downwards.
        if length > longestReleasedRecursively, next != nil { rest.append(stage) }
      }
      guard let resource = rest.popLast() else { return }
      next = resource as? any Upstream
      if next == nil { resource.dispose() }
    }
  }
}

private let longestReleasedRecursively = 64

/// A disposable that does nothing. Returned by `Disposables.create()`.
final class NopDisposable: Upstream {
  static let noOp = NopDisposable()

  func dispose() {}
  func silence() -> [any Disposable] { [] }
  func end(_ rest: inout [any Disposable]) -> (any Upstream)? { nil }
}
