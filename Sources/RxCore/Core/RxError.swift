/// The library's errors.
public enum RxError: Error, Sendable {
  /// Something unexpected happened. For errors of your own; the library does not emit it.
  case unknown
  /// A disposed object was used.
  case disposed(object: any Sendable)
  /// A count exceeded the range of its type. For errors of your own; the library does not emit it.
  case overflow
  /// An argument was out of range.
  case argumentOutOfRange
  /// A sequence completed without an element, although one was required.
  case noElements
  /// A sequence that must have one element has more than one.
  case moreThanOneElement
  /// A time limit was exceeded.
  case timeout
}

extension RxError: CustomDebugStringConvertible {
  /// A textual description of the error.
  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .argumentOutOfRange: "Argument out of range."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .timeout: "Sequence timeout."
    }
  }
}
