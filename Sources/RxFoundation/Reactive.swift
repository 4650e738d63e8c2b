public import Foundation
public import RxCore

/// Foundation objects have reactive extensions: `URLSession.shared.rx`, `NotificationCenter.default.rx`.
extension NSObject: ReactiveCompatible {}

extension NotificationCenter: ReactiveCompatible {}
