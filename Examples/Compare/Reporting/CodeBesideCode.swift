import TerminalControls

/// Two source files beside each other.
struct CodeBesideCode {
  let left: Listing
  let right: Listing

  /// The counters with their views, and the searches.
  static let pairs = [
    CodeBesideCode(left: .bindable, right: .rx), CodeBesideCode(left: .bindableSearch, right: .rxSearch),
  ]

  /// The files as text. If `columns` are too few for both beside each other, the second follows the first.
  func text(columns: Int) -> String {
    let (left, right) = (lines(left), lines(right))
    let width = 3 + (left.map { displayWidth($0) }.max() ?? 0)
    guard width + (right.map { displayWidth($0) }.max() ?? 0) <= columns else {
      return (left + [""] + right).joined(separator: "\n") + "\n"
    }
    return (0..<max(left.count, right.count)).map { index in
      let (one, other) = (index < left.count ? left[index] : "", index < right.count ? right[index] : "")
      return trimmed(padded(one, columns: width) + other) + "\n"
    }.joined()
  }

  private func lines(_ listing: Listing) -> [String] { ["// \(listing.name)", ""] + listing.lines.map { String($0) } }
}
