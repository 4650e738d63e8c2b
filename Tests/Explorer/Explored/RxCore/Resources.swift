internal import DeliveryCore

/// Replaces the file of the same name: a schedule watches each object, and needs no count.
enum Resources {
  @inline(__always)
  static func count(_ object: AnyObject) { CreationWatch.didCreate(object) }

  @inline(__always)
  static func incrementTotal() {}

  @inline(__always)
  static func decrementTotal() {}
}
