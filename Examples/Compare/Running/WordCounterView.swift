import RxCore

/// The view of a word counter of any style. Its observations end with its life.
final class WordCounterView: Sendable {
  let show: @MainActor @Sendable (Output, String) -> Void
  /// For Rx only.
  let bag = DisposeBag()

  init(show: @escaping @MainActor @Sendable (Output, String) -> Void) {
    self.show = show
  }
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
