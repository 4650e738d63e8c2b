import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// An operator whose closure throws when it is called with the element 2.
struct ThrowingOperator: Sendable, CustomTestStringConvertible {
  let name: String
  let apply: @Sendable (_ source: Observable<Int>, _ companion: Observable<Int>) -> Observable<Int>

  init(
    _ name: String,
    _ apply: @escaping @Sendable (_ source: Observable<Int>, _ companion: Observable<Int>) -> Observable<Int>
  ) {
    self.name = name
    self.apply = apply
  }

  var testDescription: String { name }
}

@Suite("laws of errors", .serialized)
struct ErrorLaws {
  @Test("an error thrown by a closure is emitted immediately and frees all sources", arguments: ThrowingOperator.all)
  func forwards(_ law: ThrowingOperator) throws {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
    let companion = scheduler.createHotObservable([.next(205, 0), .next(207, 0), .next(208, 0)])
    let seen = scheduler.start { law.apply(source.asObservable(), companion.asObservable()) }
    #expect(seen.events.filter { $0.time >= 220 } == [.error(220, TestError.one)])
    #expect(source.subscriptions == [Subscription(200, 220)])
    #expect(companion.subscriptions.allSatisfy { $0.unsubscribe == 220 })
  }

  @Test(
    "the closure is not called again after it has thrown, even if the source continues", arguments: ThrowingOperator.all
  )
  func stops(_ law: ThrowingOperator) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = UntidySource<Int>()
    let seen = scheduler.record(law.apply(source, .of(0, 0, 0, 0)))
    for event in [.next(1), .next(2), .next(2), .next(3), .error(TestError.two), Event<Int>.completed] {
      source.send(event)
    }
    #expect(seen.events.filter(\.value.isStopEvent) == [.error(0, TestError.one)])
    #expect(seen.events.last?.value.isStopEvent == true)
    source.forgetObservers()
  }
}

/// Returns `element`, or throws if it is 2.
@Sendable private func failing(_ element: Int) throws -> Int {
  if element == 2 { throw TestError.one }
  return element
}

extension ThrowingOperator {
  static let all =
    [
      ThrowingOperator("map") { source, _ in source.map(failing) },
      ThrowingOperator("compactMap") { source, _ in source.compactMap { try failing($0) } },
      ThrowingOperator("scan") { source, _ in source.scan(0) { try $0 + failing($1) } },
      ThrowingOperator("scan(into:)") { source, _ in source.scan(into: 0) { try $0 += failing($1) } },
      ThrowingOperator("reduce") { source, _ in source.reduce(0) { try $0 + failing($1) } },
      ThrowingOperator("filter") { source, _ in source.filter { try failing($0) > 0 } },
      ThrowingOperator("take(while:)") { source, _ in source.take(while: { try failing($0) < 2 }) },
      ThrowingOperator("take(until:), predicate") { source, _ in source.take(until: { try failing($0) > 2 }) },
      ThrowingOperator("skip(while:)") { source, _ in source.skip(while: { try failing($0) < 2 }) },
      ThrowingOperator("single, predicate") { source, _ in source.single { try failing($0) > 2 } },
      ThrowingOperator("distinctUntilChanged, key") { source, _ in source.distinctUntilChanged(failing) },
      ThrowingOperator("distinctUntilChanged, comparer") { source, _ in
        source.distinctUntilChanged { try $0 == failing($1) }
      },
      ThrowingOperator("distinctUntilChanged, key of both") { source, _ in
        source.distinctUntilChanged(failing, comparer: { $0 == $1 })
      },
      ThrowingOperator("distinctUntilChanged, comparer of both") { source, _ in
        source.distinctUntilChanged({ $0 }, comparer: { try $0 == failing($1) })
      },
      ThrowingOperator("flatMap") { source, companion in source.flatMap { try failing($0) > 0 ? companion : .empty() }
      },
      ThrowingOperator("flatMapLatest") { source, companion in
        source.flatMapLatest { try failing($0) > 0 ? companion : .empty() }
      },
      ThrowingOperator("flatMapFirst") { source, companion in
        source.flatMapFirst { try failing($0) > 1 ? companion : .empty() }
      },
      ThrowingOperator("concatMap") { source, companion in
        source.concatMap { try failing($0) > 0 ? companion : .empty() }
      },
      ThrowingOperator("groupBy") { source, _ in source.groupBy { try failing($0) }.flatMap { $0 } },
      ThrowingOperator("withLatestFrom") { source, companion in
        source.withLatestFrom(companion) { first, _ in try failing(first) }
      },
      ThrowingOperator("do(onNext:)") { source, _ in source.do(onNext: { _ = try failing($0) }) },
      ThrowingOperator("combineLatest of a collection") { source, companion in
        .combineLatest([source, companion]) { try failing($0[0]) }
      },
      ThrowingOperator("zip of a collection") { source, companion in
        .zip([source, companion]) { try failing($0[0]) }
      },
      ThrowingOperator("catch, the handler") { source, _ in
        source.map { if $0 == 2 { throw TestError.two } else { $0 } }.catch { _ in throw TestError.one }
      },
      ThrowingOperator("do(onError:)") { source, _ in
        source.map { if $0 == 2 { throw TestError.two } else { $0 } }.do(onError: { _ in throw TestError.one })
      },
      ThrowingOperator("do(onCompleted:)") { source, _ in
        .create { observer in
          source.subscribe(
            onNext: { $0 == 2 ? observer.onCompleted() : observer.onNext($0) }, onError: observer.onError)
        }.do(onCompleted: { throw TestError.one })
      },
    ]
    + (2...8).map { arity in
      ThrowingOperator("combineLatest of \(arity)") { source, companion in
        combineLatest([source] + (1..<arity).map { _ in companion }) { try failing($0[0]) }
      }
    }
    + (2...8).map { arity in
      ThrowingOperator("zip of \(arity)") { source, companion in
        zip([source] + (1..<arity).map { _ in companion }) { try failing($0[0]) }
      }
    }
}
