import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

@MainActor
@Suite("Bindables and drivers")
struct DriverTests {
  @Test("the driver of a Bindable emits the value and each change on the main queue, and completes with the Bindable")
  func asDriver() async {
    var bindable: Bindable<Int>? = Bindable(1)
    let log = Recording<String>()
    let subscription = bindable?.asDriver().drive(
      onNext: { element in
        MainActor.assertIsolated()
        log.add("\(element)")
      }, onCompleted: { log.add("completed") })
    #expect(log.elements == ["1"])
    bindable?.value = 2
    #expect(log.elements == ["1", "2"])
    onAnotherThread { [weak bindable] in bindable?.value = 3 }
    #expect(log.elements == ["1", "2"])
    await mainQueueRound()
    #expect(log.elements == ["1", "2", "3"])
    bindable = nil
    #expect(log.elements.last == "completed")
    subscription?.dispose()
  }

  @Test("a Bindable created from a signal or an infallible follows it, and disposes the subscription when deallocated")
  func asBindable() {
    let taps = PublishSubject<Int>()
    var count: Bindable<Int>? = taps.asSignal(onErrorJustReturn: 0).scan(0) { $0 + $1 }.asBindable(initial: 0)
    var last: Bindable<Int>? = taps.asInfallible(onErrorJustReturn: -1).asBindable(initial: 7)
    #expect([count?.value, last?.value] == [0, 7])
    taps.onNext(2)
    taps.onNext(3)
    #expect([count?.value, last?.value] == [5, 3])
    (count, last) = (nil, nil)
    #expect(!taps.hasObservers)
  }

  @Test("a driver and a signal set a Bindable until they are disposed, and do not retain it")
  func setsBindable() {
    let (relay, taps) = (BehaviorRelay(value: 1), PublishRelay<Int>())
    var bindable: Bindable<Int>? = Bindable(0)
    weak let weakBindable = bindable
    let bag = DisposeBag()
    if let bindable {
      let driven = relay.asDriver().drive(bindable)
      #expect(bindable.value == 1)
      relay.accept(2)
      #expect(bindable.value == 2)
      driven.dispose()
      relay.accept(3)
      #expect(bindable.value == 2)
      taps.asSignal().emit(to: bindable).disposed(by: bag)
      taps.accept(4)
      #expect(bindable.value == 4)
    }
    bindable = nil
    #expect(weakBindable == nil)
  }
}
