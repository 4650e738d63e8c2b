import Dispatch
import RxCore

extension OperatorCase {
  /// The operators that transform elements.
  static let transforming = [
    OperatorCase("map") { setting in setting.source.map { setting.touched($0 + 1) } },
    OperatorCase("compactMap") { setting in setting.source.compactMap { setting.touched($0) } },
    OperatorCase("scan") { setting in setting.source.scan(0) { setting.touched($0 + $1) } },
    OperatorCase("scan(into:)") { setting in setting.source.scan(into: 0) { $0 = setting.touched($0 + $1) } },
    OperatorCase("flatMap", .usesOther) { setting in setting.source.flatMap { _ in setting.touchedOther() } },
    OperatorCase("flatMap, of both kinds", .isComposite) { setting in setting.source.flatMap { setting.inner($0) } },
    OperatorCase("flatMap, inner") { setting in Observable.just(0).flatMap { _ in setting.touched(setting.source) } },
    OperatorCase("flatMap, inner twice", .isComposite) { setting in
      Observable.of(1, 2).flatMap { _ in setting.source }
    },
    OperatorCase("flatMapLatest", .usesOther) { setting in
      setting.source.flatMapLatest { _ in setting.touchedOther() }
    },
    OperatorCase("flatMapLatest, of both kinds", .isComposite) { setting in
      setting.source.flatMapLatest { setting.inner($0) }
    },
    OperatorCase("flatMapLatest, inner") { setting in Observable.just(0).flatMapLatest { _ in setting.source } },
    OperatorCase("flatMapLatest, inner twice", .isComposite) { setting in
      Observable.of(1, 2).flatMapLatest { _ in setting.source }
    },
    OperatorCase("concatMap", .usesOther) { setting in setting.source.concatMap { _ in setting.touchedOther() } },
    OperatorCase("concatMap, of both kinds", .isComposite) { setting in
      setting.source.concatMap { setting.inner($0) }
    },
    OperatorCase("concatMap, inner") { setting in Observable.just(0).concatMap { _ in setting.source } },
    OperatorCase("concatMap, inner twice", .isComposite) { setting in
      Observable.of(1, 2).concatMap { _ in setting.source.take(2) }
    },
    OperatorCase("buffer, by count") { setting in
      setting.source.buffer(timeSpan: .never, count: 1, scheduler: setting.scheduler).map { $0.reduce(0, +) }
    },
    OperatorCase("buffer, by time and count", .isComposite) { setting in
      setting.source.buffer(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).map {
        setting.touched($0.reduce(0, +))
      }
    },
    OperatorCase("window, by count") { setting in
      setting.source.window(timeSpan: .never, count: 2, scheduler: setting.scheduler).flatMap { setting.touched($0) }
    },
    OperatorCase("window, by time and count", .isComposite) { setting in
      setting.source.window(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).flatMap {
        $0.map { setting.touched($0) }
      }
    },
    OperatorCase("window, the latest", .isComposite) { setting in
      setting.source.window(timeSpan: setting.span(3), count: 2, scheduler: setting.scheduler).switchLatest()
    },
    OperatorCase("groupBy") { setting in
      setting.source.groupBy { setting.touched($0 % 2) }.flatMap { setting.touched($0) }
    },
    OperatorCase("groupBy, one group", .isComposite) { setting in
      setting.source.groupBy { setting.touched($0 % 2) }.take(1).flatMap { $0 }
    },
    OperatorCase("enumerated") { $0.source.enumerated().map { $0.index + $0.element } },
    OperatorCase("materialize and dematerialize") { $0.source.materialize().dematerialize() },
    OperatorCase("reduce") { setting in setting.source.reduce(0) { setting.touched($0 + $1) } },
    OperatorCase("reduce(mapResult:)") { setting in
      setting.source.reduce(0, accumulator: { $0 + $1 }, mapResult: { setting.touched($0) })
    },
    OperatorCase("toArray") { setting in
      setting.source.toArray().map { setting.touched($0.reduce(0, +)) }.asObservable()
    },
    OperatorCase("decode") { setting in
      setting.source.decode(type: Int.self, decoder: TouchingDecoder(touch: setting.touch))
    },
    // The closures keep the object alive. An immortal object would not do, because the weak references to it would be
    // reported as a leak.
    OperatorCase("withUnretained") { setting in
      let object = Object()
      return setting.source.withUnretained(object).map { _, element in withExtendedLifetime(object) { element } }
    },
    OperatorCase("withUnretained(resultSelector:)") { setting in
      let object = Object()
      return setting.source.withUnretained(object) { _, element in
        withExtendedLifetime(object) { setting.touched(element) }
      }
    },
    OperatorCase("flatMapFirst", .usesOther) { setting in
      setting.source.flatMapFirst { _ in setting.touchedOther() }
    },
    OperatorCase("flatMapFirst, of both kinds", .isComposite) { setting in
      setting.source.flatMapFirst { setting.inner($0) }
    },
    OperatorCase("flatMapFirst, inner") { setting in Observable.just(0).flatMapFirst { _ in setting.source } },
  ]
}

extension ThrowingOperator {
  static let transforming = [
    ThrowingOperator("map") { source, _ in source.map(failing) },
    ThrowingOperator("compactMap") { source, _ in source.compactMap { try failing($0) } },
    ThrowingOperator("scan") { source, _ in source.scan(0) { try $0 + failing($1) } },
    ThrowingOperator("scan(into:)") { source, _ in source.scan(into: 0) { try $0 += failing($1) } },
    ThrowingOperator("reduce") { source, _ in source.reduce(0) { try $0 + failing($1) } },
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
  ]
}

extension KeepingOperator {
  static let transforming = [
    KeepingOperator("scan") { source, _ in source.scan(ReleasedValue(0)) { $1 } },
    KeepingOperator("scan(into:)") { source, _ in source.scan(into: ReleasedValue(0)) { $0 = $1 } },
    KeepingOperator("buffer") { source, scheduler in
      source.buffer(timeSpan: .milliseconds(5), count: 2, scheduler: scheduler).flatMap { Observable.from($0) }
    },
    KeepingOperator("window") { source, scheduler in
      source.window(timeSpan: .milliseconds(5), count: 2, scheduler: scheduler).flatMap { $0 }
    },
    KeepingOperator("groupBy") { source, _ in source.groupBy { $0.number % 2 }.flatMap { $0 } },
    KeepingOperator("flatMapLatest") { source, _ in
      source.flatMapLatest { Observable.just($0).concat(Observable.never()) }
    },
    KeepingOperator("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
  ]
}

extension Succession {
  static let transforming = [
    Succession("flatMapLatest, the source", after: .completion) { first, second in
      Observable.concat(.just(0), first).flatMapLatest { _ in second }
    },
    Succession("flatMap, the source", after: .completion) { first, second in
      Observable.concat(.just(0), first).flatMap { _ in second }
    },
  ]
}

extension LateOperator {
  static let transforming = [
    LateOperator("flatMap", after: .next) { source, second in source.flatMap { _ in second } },
    LateOperator("flatMapFirst", after: .next) { source, second in source.flatMapFirst { _ in second } },
    LateOperator("flatMapLatest", after: .next) { source, second in source.flatMapLatest { _ in second } },
    LateOperator("concatMap", after: .next) { source, second in source.concatMap { _ in second } },
  ]
}

private final class Object: Sendable {}

/// Returns the data itself, which is an integer.
private struct TouchingDecoder: DataDecoder {
  let touch: @Sendable () -> Void

  func decode<Item: Decodable>(_ type: Item.Type, from data: Int) throws -> Item {
    touch()
    guard let item = data as? Item else { throw RxError.unknown }
    return item
  }
}
