public import BindableKit
import DeliveryCore
public import Dispatch
public import Observation

/// A wrapper that makes a Bindable's value trackable by `withObservationTracking`, by `Observations`, and by views that
/// use them.
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
/// ``value`` is the value that the Bindable last delivered on this object's actor or queue: on the main queue, if the
/// object was created on the main actor. ``value`` changes like any `@Observable` property: an equal value is no
/// change, `onChange` is called in `willSet`, while ``value`` is still the old one, and ``value`` changes before the
/// delivery ends. Code that reads ``value`` on the same actor or queue, in a later job than `onChange`, therefore never
/// misses the last value. If the actor or queue cannot keep up with the Bindable, intermediate values are skipped.
///
/// The wrapper keeps the Bindable alive, and observes it until the wrapper's last reference is released. It does not
/// keep its actor alive, and does not change after the actor has been deallocated. A Bindable that is not wrapped costs
/// nothing extra. To set the value, set the Bindable.
///
/// All members may be used from any thread. But tracking on a thread other than the one on which ``value`` changes may
/// miss the last change, as with any `Sendable` model, because the standard library reads first and registers
/// afterwards. `ReadOnlyBindable.tracking` and `observe` do not miss it.
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
  ///   - isolation: the actor on which ``value`` changes; by default the caller's. Code in an actor's initialiser is
  ///     not yet isolated to the actor. Without an actor, ``value`` changes where `bindable` delivers.
  public init(_ bindable: ReadOnlyBindable<Value>, isolation: isolated (any Actor)? = #isolation) {
    self.bindable = bindable
    current = bindable.value
    var target = DeliveryTarget(isolation: isolation)
    if case .actor(let actor) = target { target = .weakly(actor) }  // The actor usually holds this object.
    token = BindableToken(
      bindable.observe(owner: nil, true, target, .latest) { [weak self, weak isolation, hasActor = isolation != nil] in
        if !hasActor || isolation != nil { self?.change(to: $0) }
      }.end)
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
    if areEqual(lock.withLock { current }, value) { return }  // The macro, too, announces no such change.
    registrar.withMutation(of: self, keyPath: \.value) {
      var replaced = value  // Released after unlocking.
      lock.withLock { swap(&current, &replaced) }
    }
  }
}

extension DeliveryTarget {
  /// Delivers on an actor that is not kept alive. After its deallocation, work runs on any thread, and so releases what
  /// waits.
  fileprivate static func weakly(_ actor: any Actor) -> Self {
    .scheduler { [weak actor] work in
      Task.detached {
        if let actor { await run(work, on: actor) } else { work() }
      }
    }
  }
}
