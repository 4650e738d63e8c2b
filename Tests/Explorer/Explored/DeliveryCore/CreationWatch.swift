internal import Synchronization  // The module Schedule: see Package.swift.

/// Replaces the file of the same name: passes each object to the running schedule, which must not leak it.
public enum CreationWatch {
  package static func didCreate(_ object: AnyObject) { Execution.current?.didCreate(object) }
}
