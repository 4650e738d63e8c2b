/// Replaces the file of the same name: no test waits for work, so that schedules do not include looking for one.
open class WatchedWork {
  package init() {}

  open func begin() {}
  open func end() {}

  static var new: WatchedWork? { nil }

  static func watched(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void { work }
}
