// The members of these types, and `toBlocking`, come with them.
@_exported public import struct RxTesting.BlockingObservable
@_exported public import struct RxTesting.BlockingTimeout
@_exported public import enum RxTesting.MaterializedSequenceResult

extension MaterializedSequenceResult {
  /// RxBlocking's name of the type parameter.
  public typealias T = Element
}
