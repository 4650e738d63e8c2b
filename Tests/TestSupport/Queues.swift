import DeliveryCore
public import Dispatch

extension DispatchQueue {
  /// Waits until the work on the queue has run and nothing waits to be delivered there.
  ///
  /// Waits repeatedly, because a delivery that is long, or slow under a sanitizer, is rescheduled at the end of the queue
  /// after each turn, and a delivery on another queue may send something here.
  public func settle() {
    var waits = 0
    while waits < 200 || !Mailbox.of(self).isIdle {
      sync(flags: .barrier) {}
      waits += 1
    }
  }
}
