/// A disposable that holds others.
///
/// Disposal has two steps. First everything is silenced, so that no further event begins; only then is it taken out of
/// its container and released. So a thread that disposes a container while another thread does either finds the
/// contents, and silences them itself, or finds none, and knows that they are silent.
package protocol DisposableContainer: Upstream {
  /// Removes the contents, which are silent. Returns the one to be disposed first, if it is not in `rest`, and adds the
  /// others to `rest`, the last of them first.
  func removeContents(to rest: inout [any Upstream]) -> (any Upstream)?
}

extension DisposableContainer {
  package func end(_ rest: inout [any Upstream]) -> (any Upstream)? { endContents(&rest) }

  /// Silences the contents, then removes them. Returns the first to be disposed.
  func endContents(_ rest: inout [any Upstream]) -> (any Upstream)? {
    let contents = silence()
    if !contents.isEmpty {
      silenceAll(contents)
      didSilenceContents()
    }
    return removeContents(to: &rest)
  }
}

/// Silences `disposables` and everything that they hold.
func silenceAll(_ disposables: [any Disposable]) {
  var pending = disposables
  var containers: [ObjectIdentifier: any Upstream] = [:]  // Containers may hold each other.
  while let next = pending.popLast() {
    guard let upstream = next as? any Upstream else { continue }
    let held = upstream.silence()
    if !held.isEmpty, containers.updateValue(upstream, forKey: ObjectIdentifier(upstream)) == nil { pending += held }
  }
  for container in containers.values { container.didSilenceContents() }
}
