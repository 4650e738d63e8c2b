import RxCore

extension OperatorCase {
  /// More operators that make other elements of elements.
  static let transformingMore = [
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
    OperatorCase("withUnretained") { $0.source.withUnretained(Anchor.shared).map { $0.1 } },
    OperatorCase("withUnretained(resultSelector:)") { setting in
      setting.source.withUnretained(Anchor.shared) { setting.touched($1) }
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

/// An object that is never deallocated.
private final class Anchor: Sendable {
  static let shared = Anchor()
}

/// Returns the data itself, which is an integer.
private struct TouchingDecoder: DataDecoder {
  let touch: @Sendable () -> Void

  func decode<Item: Decodable>(_ type: Item.Type, from data: Int) throws -> Item {
    touch()
    guard let item = data as? Item else { throw RxError.unknown }
    return item
  }
}
