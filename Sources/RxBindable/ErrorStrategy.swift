import BindableKit

/// The effect of an observable's error on the Bindable that follows it, which cannot fail itself.
public enum ErrorStrategy<Value: Sendable>: Sendable {
  /// The Bindable takes this value.
  case replace(with: Value)
  /// The closure is called with the error; the Bindable keeps its last value.
  case handle(@Sendable (any Error) -> Void)

  func apply(_ error: any Error, to bindable: Bindable<Value>) {
    switch self {
    case .replace(let value): bindable.value = value
    case .handle(let handler): handler(error)
    }
  }
}
