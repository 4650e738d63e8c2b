import BindableKit
import Dispatch
import RxCore

/// An observer of one output, for a view model of any style.
struct Observer: Sendable {
  /// The object that observes, such as a view. The observation ends with its life.
  final class Owner: Sendable {
    /// Used for Rx and for tasks only: a Bindable needs no bag.
    let bag = DisposeBag()
  }

  let owner: Owner
  /// Where the observer is called; if `nil`, where the view model calls its observers.
  var queue: DispatchQueue?
  var policy = DeliveryPolicy.every
  /// Whether the owner puts the observation into its bag.
  var usesBag = true
  let next: @Sendable (String) -> Void
}

/// Returns when everything that waited to be delivered on the main queue has been, however many turns that takes.
func mainQueueHasCaughtUp() async {
  await withCheckedContinuation { continuation in
    // In order with all that the package delivers there. `DispatchQueue.main.async` would wait for one turn only.
    _ = MainScheduler.instance.schedule(()) { _ in
      continuation.resume()
      return Disposables.create()
    }
  }
}
