/// A type that decodes values from data of type `Input`, such as JSON in an array of bytes.
///
/// RxCore includes no decoder; RxFoundation adds Foundation's. A decoder that already has this method conforms with an
/// empty extension.
public protocol DataDecoder<Input> {
  /// The type of the data.
  associatedtype Input

  /// Decodes a value of `type`.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: the data to decode.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Input) throws -> Item
}

extension ObservableType {
  /// Decodes each element with `decoder`. If decoding fails, the sequence fails.
  ///
  ///     responses.decode(type: User.self, decoder: decoder)
  ///
  /// `decoder` is called on the source's thread. Several subscriptions may call it at the same time.
  ///
  /// Semantics: ReactiveX, Map.
  ///
  /// - Parameters:
  ///   - type: the type of the decoded values.
  ///   - decoder: decodes each element.
  @preconcurrency
  public func decode<Item: Decodable & SendableMetatype, Decoder: DataDecoder & Sendable>(
    type: Item.Type, decoder: Decoder
  ) -> Observable<Item> where Decoder.Input == Element {
    map { try decoder.decode(type, from: $0) }
  }
}
