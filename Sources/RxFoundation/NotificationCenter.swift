public import Foundation
public import RxCore

extension Reactive where Base: NotificationCenter {
  /// Returns a sequence of this center's notifications with a given name, or of all of them if `name` is `nil`.
  ///
  ///     NotificationCenter.default.rx.notification(.settingsChanged).subscribe(onNext: { print($0.name) }).disposed(by: bag)
  ///
  /// Notifications are emitted on the thread that posts them, one at a time: a notification posted while another is
  /// being delivered follows on the other's thread. The sequence never terminates; the center is observed from
  /// subscription until disposal.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: the sender of the notifications, or `nil` for any sender. It is held weakly: after it has been
  ///     deallocated, nothing is emitted.
  public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
    let center: NotificationCenter = base
    let sender = Sender(object)
    return Observable.create { observer in
      let (isGone, object) = sender.current
      if isGone { return Disposables.create() }
      // Several threads may post at the same time. A subject emits one notification at a time.
      let subject = PublishSubject<Notification>()
      let delivery = subject.subscribe(observer)
      let posted = subject.asObserverBase()
      let registration = center.addObserver(forName: name, object: object, queue: nil) { notification in
        // The center knows the sender by its address, which another object may get.
        if !sender.current.isGone { posted.onNext(notification) }
      }
      nonisolated(unsafe) let registered = registration  // Used only to remove the registration.
      return Disposables.create(delivery, Disposables.create(with: { center.removeObserver(registered) }))
    }
  }
}

/// The sender whose notifications are observed.
private final class Sender: @unchecked Sendable {  // Immutable; the weak reference is only read.
  private let isAny: Bool
  private weak var object: AnyObject?

  init(_ object: AnyObject?) {
    isAny = object == nil
    self.object = object
  }

  /// The sender, and whether it has been deallocated.
  var current: (isGone: Bool, object: AnyObject?) {
    let object = object
    return (!isAny && object == nil, object)
  }
}
