internal import CRuntime

/// The calling thread.
package enum CurrentThread {
  /// A number unique among living threads; never zero.
  package static var identity: UInt { c_runtime_thread() }
}
