import class RxSwift.DisposeBag
import class RxSwift.Observable
import protocol RxSwift.Disposable
import struct RxSwift.AnyObserver
import enum RxSwift.Event
import typealias RxSwift.RxTimeInterval
import RxCocoa
import RxRelay

/// Names that a library qualifies, because its own module or another one has the same name.
public enum Qualified {
  public typealias Sequence<Element> = RxSwift.Observable<Element>
  public typealias Relay<Element> = RxRelay.BehaviorRelay<Element>
  public typealias View<Element> = RxCocoa.Driver<Element>
}

/// A view model: the last temperature of a sequence, for a view.
public final class Station {
  public let temperature: RxCocoa.Driver<Double>
  private let last = RxRelay.BehaviorRelay<Double?>(value: nil)
  private let bag = DisposeBag()

  public init(_ readings: RxSwift.Observable<Double>) {
    temperature = last.asDriver().compactMap { $0 }
    readings.bind(to: last).disposed(by: bag)
  }

  /// Whether a reading has arrived.
  public var isWarm: Bool { last.value != nil }
}
