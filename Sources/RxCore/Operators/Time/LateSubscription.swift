extension Observable {
  /// Subscribes on behalf of a subscription that was made before, and stores the result in `slot`.
  ///
  /// A source on ``CurrentThreadScheduler`` emits only after the result is stored, as it would inside an outer `subscribe`.
  /// So a disposal downstream reaches it, and stops even an endless source.
  func attach(_ observer: ObserverBase<Element>, into slot: SerialDisposable) {
    if Trampoline.isRunningHere {
      slot.disposable = attach(observer)
    } else {
      Trampoline.withCurrent { $0.run { slot.disposable = self.attach(observer) } }
    }
  }
}
