public import Foundation
public import RxCore

/// Foundation objects have reactive extensions: `URLSession.shared.rx`, `NotificationCenter.default.rx`.
extension NSObject: ReactiveCompatible {}

#if !canImport(Darwin)
  // On Darwin, `NotificationCenter` is an `NSObject`, so it already conforms.
  extension NotificationCenter: ReactiveCompatible {}
#endif
