/// A type that decodes values from data of type `Input`, such as the JSON in an array of bytes.
///
/// The library imports no decoder of its own. A decoder that has this method already conforms by an empty extension.
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
  /// Emits what `decoder` decodes from each element. An error that it throws ends the sequence.
  ///
  ///     responses.decode(type: User.self, decoder: decoder)
  ///
  /// `decoder` is used on the thread of the source, by several subscriptions at the same time if there are several.
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
