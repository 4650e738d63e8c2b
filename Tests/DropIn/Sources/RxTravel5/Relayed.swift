import RxCocoa
import RxRelay
import RxSwift

/// A property that can be observed: its projection is a driver of its values.
@propertyWrapper
public struct Relayed<Value> {
  private let relay: BehaviorRelay<Value>

  public init(wrappedValue: Value) {
    relay = BehaviorRelay(value: wrappedValue)
  }

  public var wrappedValue: Value {
    get { relay.value }
    nonmutating set { relay.accept(newValue) }
  }

  public func asObservable() -> Observable<Value> { relay.asObservable() }

  public var projectedValue: Driver<Value> { relay.asDriver() }
}
