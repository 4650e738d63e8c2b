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

  /// A disposable that disposes `one` and `two`.
  public static func create(_ one: any Disposable, _ two: any Disposable) -> any Cancelable {
    CompositeDisposable(one, two)
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

// MARK: - Ending a subscription

/// A part of a subscription: a stage of a chain, which is held by the stage downstream as its upstream, or a container
/// of other disposables.
///
/// Class-bound, because a reference is cheaper to store and pass on than an existential of unknown size.
package protocol Upstream: AnyObject, Disposable {
  /// The disposable that `subscribe` returns to a caller outside the library. The disposable may outlive the
  /// subscription, and must then not retain the observer.
  var handle: any Disposable { get }

  /// Stops all further events. Returns the contents, which the caller must silence too.
  ///
  /// The default disposes the part. That is right for a part that holds nothing, such as a flag.
  func silence() -> [any Disposable]

  /// Called once all contents that ``silence()`` has returned, and everything that they hold, are silent. A container
  /// then no longer returns them: otherwise nested containers, which end one by one, would take quadratic time.
  func didSilenceContents()

  /// Ends this part alone. Called by ``endChain(_:)``, possibly more than once and by several threads.
  ///
  /// Returns the stage upstream, which the caller ends next. Adds to `rest` whatever must be disposed after that, the
  /// last element first.
  func end(_ rest: inout [any Upstream]) -> (any Upstream)?

  #if DEBUG
    /// For descriptions: the stage upstream, `nil` while this stage waits for one, and where the subscription was made.
    var stageUpstream: (any Upstream)? { get }
    var subscriptionPlace: String? { get }
  #endif
}

extension Upstream {
  package var handle: any Disposable { self }

  #if DEBUG
    package var stageUpstream: (any Upstream)? { NopDisposable.noOp }
    package var subscriptionPlace: String? { nil }
  #endif

  package func silence() -> [any Disposable] {
    dispose()
    return []
  }

  package func didSilenceContents() {}

  package func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    dispose()
    return nil
  }

  /// Ends this part and everything upstream.
  func endChain() {
    RxCore.endChain { end(&$0) }
  }
}

/// A disposable that holds others.
///
/// Disposal has two steps. First everything is silenced, so that no further event begins; only then is it taken out of
/// its container and released. So a thread that disposes a container while another thread does either finds the
/// contents, and silences them itself, or finds none, and knows that they are silent.
package protocol DisposableContainer: Upstream {
  /// Removes the contents, which are silent, and adds them to `rest`, the first to be disposed last.
  func removeContents(to rest: inout [any Upstream])
}

extension DisposableContainer {
  package func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    let contents = silence()
    if !contents.isEmpty {
      silenceAll(contents)
      didSilenceContents()
    }
    removeContents(to: &rest)
    return nil
  }
}

/// Ends a chain in a loop, so that a chain of any length needs no stack. `first` ends its first stage.
func endChain(_ first: (inout [any Upstream]) -> (any Upstream)?) {
  var rest: [any Upstream] = []
  var (ended, kept): (Int, [any Upstream]) = (0, [])
  var next = first(&rest)
  while let stage = next.take() ?? rest.popLast() {
    next = stage.end(&rest)
    ended += 1
    if ended > longestReleasedRecursively { kept.append(stage) }
  }
  // A stage retains the next one downstream. So release a long chain in a loop too, from the source downwards.
  while let stage = kept.popLast() { extendLifetime(stage) }
}

/// Far fewer than fit on any stack, and more than most chains need.
private let longestReleasedRecursively = 64

/// Returns a disposable of any type as a part of a subscription.
func asUpstream(_ disposable: any Disposable) -> any Upstream {
  disposable as? any Upstream ?? AnonymousDisposable { disposable.dispose() }
}

/// Silences `disposables` and everything that they hold.
func silenceAll(_ disposables: [any Disposable]) {
  var pending = disposables
  var containers: [ObjectIdentifier: any Upstream] = [:]  // Containers may hold each other.
  while let next = pending.popLast() {
    guard let upstream = next as? any Upstream else { continue }
    let held = upstream.silence()
    if !held.isEmpty, containers.updateValue(upstream, forKey: ObjectIdentifier(upstream)) == nil { pending += held }
  }
  for container in containers.values { container.didSilenceContents() }
}

/// A disposable that does nothing. Returned by `Disposables.create()`.
final class NopDisposable: Upstream {
  static let noOp = NopDisposable()

  func dispose() {}
}
