import Synchronization

/// An object that an observing closure captures, so that ``ObserverCounter`` can see whether the closure still exists.
final class ObserverMarker: Sendable {}

/// Counts the observing closures that still exist. May be used from any thread.
final class ObserverCounter: Sendable {
  private struct Weak: Sendable { weak let marker: ObserverMarker? }

  private let markers = Mutex<[Weak]>([])

  /// Makes a marker for one closure to capture.
  func makeMarker() -> ObserverMarker {
    let marker = ObserverMarker()
    markers.withLock { $0.append(Weak(marker: marker)) }
    return marker
  }

  /// How many closures still exist.
  var count: Int { markers.withLock { $0.count { $0.marker != nil } } }
}
