import Foundation
import RxCore
import RxFoundation
import TestSupport
import Testing

extension Notification.Name {
  fileprivate static let changed = Notification.Name("changed")
  fileprivate static let other = Notification.Name("other")
}

@Suite("NotificationCenter.rx")
struct NotificationCenterTests {
  private let center = NotificationCenter()

  private final class Sender {}

  @Test("emits the notifications of a name while it is subscribed")
  func emits() {
    let seen = Recording<String>()
    center.post(name: .changed, object: nil)
    let subscription = center.rx.notification(.changed).subscribe(onNext: { seen.add($0.name.rawValue) })
    center.post(name: .changed, object: nil)
    center.post(name: .other, object: nil)
    center.post(name: .changed, object: nil)
    subscription.dispose()
    center.post(name: .changed, object: nil)
    #expect(seen.elements == ["changed", "changed"])
  }

  @Test("once its sender has been deallocated, no other object is taken for it")
  func senderIsGone() {
    let count = Guarded(0)
    var sender: Sender? = Sender()
    let subscription = center.rx.notification(.changed, object: sender)
      .subscribe(onNext: { _ in count.withLock { $0 += 1 } })
    center.post(name: .changed, object: sender)
    sender = nil
    for _ in 0..<100 { center.post(name: .changed, object: Sender()) }
    subscription.dispose()
    #expect(count.withLock { $0 } == 1)
  }

  @Test("without a name it emits all notifications")
  func emitsAll() {
    let seen = Recording<String>()
    let subscription = center.rx.notification(nil).subscribe(onNext: { seen.add($0.name.rawValue) })
    center.post(name: .changed, object: nil)
    center.post(name: .other, object: nil)
    subscription.dispose()
    #expect(seen.elements == ["changed", "other"])
  }

  @Test(
    "emits one notification at a time, also if threads post at the same time or an observer posts",
    arguments: [true, false])
  func emitsOneAtATime(onOtherThread: Bool) {
    let log = Recording<String>()
    let subscription = center.rx.notification(nil).subscribe(onNext: { [center] notification in
      log.add("begin \(notification.name.rawValue)")
      if notification.name == .changed {
        if onOtherThread {
          onAnotherThread { center.post(name: .other, object: nil) }
        } else {
          center.post(name: .other, object: nil)
        }
      }
      log.add("end \(notification.name.rawValue)")
    })
    center.post(name: .changed, object: nil)
    subscription.dispose()
    #expect(log.elements == ["begin changed", "end changed", "begin other", "end other"])
  }

  @Test("with a sender it emits only that sender's notifications, and does not retain the sender")
  func filtersSender() {
    let seen = Recording<String>()
    var sender: Sender? = Sender()
    weak let weakSender = sender
    let source = center.rx.notification(.changed, object: sender)
    let subscription = source.subscribe(onNext: { _ in seen.add("received") })
    center.post(name: .changed, object: Sender())
    center.post(name: .changed, object: sender)
    #expect(seen.elements == ["received"])
    subscription.dispose()
    sender = nil
    #expect(weakSender == nil)
    let late = source.subscribe(onNext: { _ in seen.add("late") })
    center.post(name: .changed, object: nil)
    late.dispose()
    #expect(seen.elements == ["received"])
  }
}
