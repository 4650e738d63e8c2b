public import BindableKit
import DeliveryCore
public import Dispatch
public import Observation

/// A Bindable whose value can be read inside `withObservationTracking`, in `Observations`, and in the views that use
/// them.
///
///     @MainActor final class CounterScreen {
///       let count: TrackableBindable<Int>
///
///       init(_ model: Counter) { count = TrackableBindable(model.count) }
///
///       func draw() {
///         withObservationTracking {
///           print("Count: \(count.value)")
///         } onChange: {
///           Task { @MainActor [weak self] in self?.draw() }
///         }
///       }
///     }
///
/// ``value`` is the value that the Bindable last delivered on the actor or queue of this object: on the main queue, if
/// it was created on the main actor. There it changes as any `@Observable` property does: `onChange` is called in
/// `willSet`, when ``value`` is still the old one, and the change is made before that delivery ends. So code that reads
/// it on that actor, in a later job than `onChange`, never misses the last value. If the Bindable is set faster than
/// the actor can follow, values in between are left out.
///
/// The wrapper observes the Bindable and keeps it alive; it ends with its last reference. Only a Bindable that is
/// wrapped pays for it. To set the value, set the Bindable.
///
/// All members may be used from any thread, but tracking on another thread than the one on which ``value`` changes may
/// miss the last change, as it may with any `Sendable` model: the standard library reads first and registers
/// afterwards. `ReadOnlyBindable.tracking` does not miss it, and `observe` needs neither.
///
/// Semantics: the `Observable` protocol of the standard library.
public final class TrackableBindable<Value: Sendable>: Observable, @unchecked Sendable {
  private let bindable: ReadOnlyBindable<Value>
  private let registrar = ObservationRegistrar()
  private let lock = Lock()
  private var current: Value  // Guarded by the lock.
  private var token: BindableToken?  // Set by the initialisers only.

  /// Wraps a Bindable, or a value that derives from Bindables.
  ///
  /// - Parameters:
  ///   - bindable: the observed value.
  ///   - isolation: the actor on which ``value`` changes. Leave it out for that of the caller. (In the initialiser of
  ///     an actor there is none yet.) Without one, ``value`` changes where `bindable` delivers.
  public init(_ bindable: ReadOnlyBindable<Value>, isolation: isolated (any Actor)? = #isolation) {
    self.bindable = bindable
    current = bindable.value
    token = bindable.observe(policy: .latest) { [weak self] value in
      _ = isolation  // Isolates the closure to it.
      self?.change(to: value)
    }
  }

  /// Wraps a Bindable, or a value that derives from Bindables.
  ///
  /// - Parameters:
  ///   - bindable: the observed value.
  ///   - queue: where ``value`` changes.
  public init(_ bindable: ReadOnlyBindable<Value>, queue: DispatchQueue) {
    self.bindable = bindable
    current = bindable.value
    token = bindable.observe(queue: queue, policy: .latest) { [weak self] value in self?.change(to: value) }
  }

  /// The last delivered value of the Bindable. Reading it inside `withObservationTracking` tracks it.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return lock.withLock { current }
  }

  private func change(to value: Value) {
    registrar.withMutation(of: self, keyPath: \.value) {
      var replaced = value  // Released after unlocking.
      lock.withLock { swap(&current, &replaced) }
    }
  }
}
