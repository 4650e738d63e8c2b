import RxCore
import TestSupport
import Testing

// The main purpose of these tests is that they compile in Swift 6 mode: see `MergeOperator`.
@Suite("Type inference in Swift 6 mode")
struct InferenceTests {
  private let left = PublishSubject<Int>()
  private let right = PublishSubject<Int>()

  @Test("the element type of static merge and concat is inferred")
  func statics() {
    var seen: [Int] = []
    let merged = Observable.merge(left, right).filter { $0 > 1 }.scan(0) { $0 + $1 }
    let bag = DisposeBag()
    nonisolated(unsafe) let see: (Int) -> Void = { seen.append($0) }
    merged.subscribe(onNext: { see($0) }).disposed(by: bag)
    Observable.concat(left.take(1), right).map { -$0 }.subscribe(onNext: { see($0) }).disposed(by: bag)
    Observable.merge([left.asObservable(), right.asObservable()]).skip(3).subscribe(onNext: { see($0) }).disposed(
      by: bag)
    left.onNext(2)
    right.onNext(3)
    #expect(seen == [2, -2, 5, -3])
  }

  @Test("the element type of the methods merge and concat is inferred")
  func methods() {
    var seen: [Int] = []
    nonisolated(unsafe) let see: (Int) -> Void = { seen.append($0) }
    let sources = Observable.of(Observable.of(1, 2), Observable.of(3))
    _ = sources.merge().concat(Observable.just(4)).subscribe(onNext: { see($0) })
    _ = sources.merge(maxConcurrent: 1).subscribe(onNext: { see($0) })
    _ = sources.concat().subscribe(onNext: { see($0) })
    #expect(seen == [1, 2, 3, 4, 1, 2, 3, 1, 2, 3])
  }

  @Test("operators that only wait on a scheduler take elements that are not Sendable")
  func notSendable() {
    final class Song {}
    var seen = 0
    nonisolated(unsafe) let see: (Song) -> Void = { _ in seen += 1 }
    let scheduler = MainScheduler.instance
    let songs = Observable.just(Song())
    _ = songs.take(for: .seconds(9), scheduler: scheduler).subscribe(onNext: { see($0) })
    _ = songs.timeout(.seconds(9), scheduler: scheduler).subscribe(onNext: { see($0) })
    _ = Infallible.just(Song()).take(for: .seconds(9), scheduler: scheduler).subscribe(onNext: { see($0) })
    _ = Single.just(Song()).timeout(.seconds(9), scheduler: scheduler).subscribe(onSuccess: { see($0) })
    #expect(seen == 4)
  }

  @Test("a closure that trails bind or drive and can take an element is an onNext")
  @MainActor func trailing() {
    let (relay, log) = (BehaviorRelay(value: 1), Recording<String>())
    let subscriptions: [any Disposable] = [
      relay.bind { value in log.add("\(value)") }, relay.asInfallible().bind { value in log.add("\(value)") },
      relay.asDriver().drive { value in log.add("\(value)") },
    ]
    #expect(log.elements == ["1", "1", "1"])
    for subscription in subscriptions { subscription.dispose() }
  }
}
