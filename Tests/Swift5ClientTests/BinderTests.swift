// Bindings written for RxSwift, in Swift 5 mode. They must compile without a warning.

import Dispatch
import RxCore
import Testing

class Badge {
  var owner = Friend(name: "none")
  var text = ""

  init() {}
}

extension Badge: ReactiveCompatible {}

extension Reactive where Base: Badge {
  var owner: Binder<Friend> {
    return Binder(self.base) { badge, friend in
      badge.owner = friend
    }
  }

  var shouted: Binder<String> {
    return Binder(base, scheduler: CurrentThreadScheduler.instance) { badge, text in
      badge.text = text.uppercased()
    }
  }

  var texts: ControlProperty<String> {
    return ControlProperty(values: Observable.just(base.text), valueSink: shouted)
  }

  var owners: ControlEvent<Friend> {
    return ControlEvent(events: Observable.just(base.owner))
  }
}

@Suite("RxSwift-style bindings in Swift 5 mode")
struct BinderTests {
  @Test("binders set their targets, also with elements that are not Sendable")
  func binders() {
    DispatchQueue.main.sync(execute: bindBadge)
  }

  private func bindBadge() {
    let badge = Badge()
    let disposeBag = DisposeBag()
    let friends = PublishSubject<Friend>()
    var names: [String] = []
    friends.bind(to: badge.rx.owner).disposed(by: disposeBag)
    friends.map { $0.name }.bind(to: badge.rx.text).disposed(by: disposeBag)
    friends.bind(onNext: { names.append($0.name) }).disposed(by: disposeBag)
    friends.bind { friend in names.append(friend.name) }.disposed(by: disposeBag)
    friends.bind(with: badge) { badge, friend in badge.owner = friend }.disposed(by: disposeBag)
    friends.onNext(Friend(name: "Ann"))
    #expect(badge.owner.name == "Ann")
    #expect(badge.text == "Ann")
    #expect(names == ["Ann", "Ann"])
  }

  @Test("control properties are targets of bindings, and control events are sources")
  func controls() {
    DispatchQueue.main.sync(execute: bindControls)
  }

  private func bindControls() {
    let badge = Badge()
    let disposeBag = DisposeBag()
    let owner = BehaviorSubject<Friend?>(value: nil)
    Observable.just("quiet").bind(to: badge.rx.texts).disposed(by: disposeBag)
    badge.rx.owners.bind(to: owner).disposed(by: disposeBag)
    #expect(badge.text == "QUIET")
    #expect((try? owner.value())??.name == "none")
  }

  @Test("elements that are not Sendable can be debounced, throttled, delayed and shared")
  func operators() {
    let friends = PublishSubject<Friend>()
    let scheduler = SerialDispatchQueueScheduler(qos: .default)
    let shared = friends.debounce(.seconds(1), scheduler: scheduler)
      .throttle(.seconds(1), scheduler: scheduler)
      .delay(.seconds(1), scheduler: scheduler)
      .subscribe(on: scheduler)
      .share(replay: 1, scope: .whileConnected)
    shared.subscribe(onNext: { friend in friend.name = "" }).dispose()
    let connectable = friends.publish()
    var names: [String] = []
    let subscription = connectable.subscribe(onNext: { names.append($0.name) })
    let connection = connectable.connect()
    friends.onNext(Friend(name: "Ann"))
    connection.dispose()
    subscription.dispose()
    #expect(names == ["Ann"])
  }
}
