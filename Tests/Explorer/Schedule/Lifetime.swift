internal import Baton

/// Makes lifetimes a part of the schedule. Releasing an object and checking whether one is alive are operations on one
/// cell, which stands for all objects.
enum Lifetime {
  static nonisolated(unsafe) let cell = Cell()

  static func watch() {
    _ = cell
    explorer_set_will_read {
      Lifetime.cell.arrive("is the owner alive?", #filePath, #line)
      Lifetime.cell.didRead()
    }
  }
}

/// The last reference to an object, which a thread of the scenario releases.
public final class Kept<Object: AnyObject>: @unchecked Sendable {
  private var object: Object?

  public init(_ object: Object) { self.object = object }

  public func release(file: StaticString = #filePath, line: UInt = #line) {
    Lifetime.cell.arrive("release", file, line)
    Lifetime.cell.didWrite()
    object = nil
  }

  public var value: Object {
    guard let object else { fatalError("The object was released.") }
    return object
  }
}
