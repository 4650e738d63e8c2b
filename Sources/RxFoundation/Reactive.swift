public import Foundation
public import RxCore

/// Objects of Foundation have a reactive side: `URLSession.shared.rx`, `NotificationCenter.default.rx`.
extension NSObject: ReactiveCompatible {}

#if !canImport(Darwin)
  // Elsewhere it is an NSObject.
  extension NotificationCenter: ReactiveCompatible {}
#endif
