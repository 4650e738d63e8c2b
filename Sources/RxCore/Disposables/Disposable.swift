/// A resource that can be released, such as a running subscription.
///
/// `dispose` may be called at any time, from any thread, any number of times.
@preconcurrency
public protocol Disposable: Sendable {
  /// Releases the resource.
  func dispose()
}
