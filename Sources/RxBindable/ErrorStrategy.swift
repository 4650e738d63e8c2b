import BindableKit

/// How a Bindable handles an error from the observable that it follows.
public enum ErrorStrategy<Value: Sendable>: Sendable {
  /// Sets the Bindable to this value.
  case replace(with: Value)
  /// Calls the closure with the error. The Bindable keeps its last value.
  case handle(@Sendable (any Error) -> Void)

  func apply(_ error: any Error, to bindable: Bindable<Value>) {
    switch self {
    case .replace(let value): bindable.value = value
    case .handle(let handler): handler(error)
    }
  }
}
