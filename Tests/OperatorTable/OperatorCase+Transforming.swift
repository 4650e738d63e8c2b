import RxCore

extension OperatorCase {
  /// More operators that transform elements.
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
