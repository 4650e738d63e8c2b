/// A source file of this program, embedded in the executable.
struct Listing: Sendable {
  let name: String
  let lines: [Substring]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// The number of lines, starting at the first one that contains `start`, that are neither empty nor comments.
  func linesOfCode(from start: String = "") -> Int {
    lines.drop { !$0.contains(start) }.count { line in
      let code = line.drop { $0 == " " }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// At most `count` lines, starting at the first one that contains `start`, without their common indentation; `nil` if
  /// no line contains `start`.
  func excerpt(from start: String, lines count: Int) -> [String]? {
    guard let first = lines.firstIndex(where: { $0.contains(start) }) else { return nil }
    let excerpt = lines[first...].prefix(count)
    let indentation = excerpt.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return excerpt.map { String($0.dropFirst(indentation)) }
  }

  /// The counters with their views, in the order of the styles.
  static let counters = [bindable, rx, bridged, observable]
  /// The view models that search, in the order of the styles.
  static let searches = [bindableSearch, rxSearch, bridgedSearch, observableSearch]

  static let bindable = Listing("BindableCounter.swift", PackageResources.BindableCounter_swift)
  static let rx = Listing("RxCounter.swift", PackageResources.RxCounter_swift)
  static let bridged = Listing("BridgedCounter.swift", PackageResources.BridgedCounter_swift)
  static let observable = Listing("ObservableCounter.swift", PackageResources.ObservableCounter_swift)
  static let bindableSearch = Listing("BindableSearch.swift", PackageResources.BindableSearch_swift)
  static let rxSearch = Listing("RxSearch.swift", PackageResources.RxSearch_swift)
  static let bridgedSearch = Listing("BridgedSearch.swift", PackageResources.BridgedSearch_swift)
  static let observableSearch = Listing("ObservableSearch.swift", PackageResources.ObservableSearch_swift)
}
