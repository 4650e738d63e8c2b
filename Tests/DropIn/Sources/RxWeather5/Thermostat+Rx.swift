import Foundation
import RxCocoa
import RxSwift

/// A device with a delegate-style interface, such as a library wraps.
open class Thermostat {
  public var target = 20.0
  public var onReading: ((Double) -> Void)?

  public init() {}

  /// Reports a temperature.
  public func report(_ temperature: Double) { onReading?(temperature) }
}

extension Thermostat: ReactiveCompatible {}

extension Reactive where Base: Thermostat {
  /// The temperatures that the thermostat reports.
  public var readings: ControlEvent<Double> {
    let readings = Observable<Double>.create { [weak base = self.base] observer in
      base?.onReading = { observer.onNext($0) }
      return Disposables.create { base?.onReading = nil }
    }
    return ControlEvent(events: readings)
  }

  /// Sets the target temperature.
  public var target: Binder<Double> {
    Binder(base) { thermostat, target in thermostat.target = target }
  }
}

extension Notification.Name {
  public static let thermostatWasReset = Notification.Name("thermostatWasReset")
}

extension Reactive where Base: NotificationCenter {
  /// Emits when a thermostat has been reset.
  public var thermostatWasReset: Observable<Void> {
    notification(.thermostatWasReset).map { _ in () }
  }
}
