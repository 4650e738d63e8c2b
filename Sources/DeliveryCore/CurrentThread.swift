#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calling thread.
package enum CurrentThread {
  /// A number unique among living threads; never zero.
  package static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())  // A pointer.
    #endif
  }
}
