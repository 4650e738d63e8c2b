/// A part of a subscription: a stage of a chain, which is held by the stage downstream as its upstream, or a container
/// of other disposables.
///
/// Class-bound, because a reference is cheaper to store and pass on than an existential of unknown size.
package protocol Upstream: AnyObject, Disposable {
  /// Returns the disposable that `subscribe` returns: for a sink a ``SinkDisposer``, for any other part the part itself.
  /// The disposable may outlive the subscription, and must then not retain the observer.
  func makeDisposer() -> any Disposable

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
  package func makeDisposer() -> any Disposable { self }

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
}

/// Returns a disposable of any type as a part of a subscription.
func asUpstream(_ disposable: any Disposable) -> any Upstream {
  disposable as? any Upstream ?? AnonymousDisposable { disposable.dispose() }
}
