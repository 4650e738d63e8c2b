#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints each result as soon as it is available, in columns that are wide enough for all results.
struct Table {
  private let nameWidth: Int
  private let contenderWidth: Int
  private let judges: Bool

  init(workloads: [Workload], judges: Bool) {
    nameWidth = workloads.map(\.name.count).max() ?? 0
    contenderWidth = workloads.flatMap(\.contenders).map(\.name.count).max() ?? 0
    self.judges = judges
  }

  func printHeader() {
    printRow("workload", "contender", "median", "minimum", "/ floor", "/ OpenCombine", "bar")
  }

  func printRows(of result: WorkloadResult) {
    for figures in result.figures {
      printRow(
        result.workload.name, figures.contender.name,
        "\(fixed(figures.median, 1)) \(result.workload.unit.rawValue)",
        "\(fixed(figures.minimum, 1)) \(result.workload.unit.rawValue)",
        ratio(of: figures, to: "floor", in: result), ratio(of: figures, to: "OpenCombine", in: result),
        figures.contender.note()
          ?? result.workload.bars.filter { $0.contender == figures.contender.name }
          .map { verdict($0, on: figures, in: result) }.joined(separator: "; "))
    }
    fflush(nil)
  }

  private func printRow(
    _ name: String, _ contender: String, _ median: String, _ minimum: String, _ toFloor: String, _ toPeer: String,
    _ bar: String
  ) {
    let row = [
      padded(name, nameWidth), padded(contender, contenderWidth), padded(median, -12), padded(minimum, -12),
      padded(toFloor, -8), padded(toPeer, -13), bar,
    ]
    print(row.joined(separator: "  ").trimmingSpacesAtEnd)
  }

  private func ratio(of figures: Figures, to reference: String, in result: WorkloadResult) -> String {
    guard figures.contender.name != reference, !figures.contender.isBorrowed, let median = result.median(of: reference)
    else { return "-" }
    let ratio = figures.median / median
    return fixed(ratio, ratio < 0.1 ? 4 : 2)
  }

  private func verdict(_ bar: Bar, on figures: Figures, in result: WorkloadResult) -> String {
    let subject = bar.reference.map { "of \($0)" } ?? "bytes"
    let limit = "<= \(fixed(bar.limit, bar.reference == nil ? 0 : 2)) \(subject)"
    guard judges, let measure = bar.reference.map(result.median) ?? 1 else { return limit }
    let value = figures.median / measure
    return "\(limit): \(fixed(value, bar.reference == nil ? 0 : 3)) \(value <= bar.limit ? "met" : "MISSED")"
  }
}

/// The file that `--json` names.
struct JSONFile {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    if descriptor < 0 { throw failure }
  }

  func write(_ results: [WorkloadResult]) throws(Failure) {
    let objects = results.flatMap { result in
      result.figures.map { figures in
        "  {\"workload\": \(quoted(result.workload.name)), \"contender\": \(quoted(figures.contender.name)), "
          + "\"medianNs\": \(fixed(figures.median, 3)), \"minNs\": \(fixed(figures.minimum, 3))}"
      }
    }
    guard writeAll(to: descriptor, "[\n\(objects.joined(separator: ",\n"))\n]\n"), close(descriptor) == 0 else {
      throw failure
    }
  }

  private var failure: Failure { .file("cannot write \(path): \(String(cString: strerror(errno)))") }
}

/// Writes text to a file. Returns `false` if that fails, with the reason in `errno`.
func writeAll(to descriptor: Int32, _ text: String) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 { return false }
    rest = rest.dropFirst(written)
  }
  return true
}

/// Formats a number with `places` decimal places.
private func fixed(_ number: Double, _ places: Int) -> String {
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((number.magnitude * Double(scale)).rounded())
  let sign = number < 0 && scaled > 0 ? "-" : ""
  if places == 0 { return "\(sign)\(scaled)" }
  let fraction = "\(scaled % scale)"
  return "\(sign)\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// Pads text to `width`: left-aligned, or right-aligned if the width is negative.
private func padded(_ text: String, _ width: Int) -> String {
  let space = String(repeating: " ", count: max(0, Int(width.magnitude) - text.count))
  return width < 0 ? space + text : text + space
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\u{0}"..<" ":
      let code = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

extension String {
  fileprivate var trimmingSpacesAtEnd: Substring {
    self[...(lastIndex { $0 != " " } ?? startIndex)]
  }
}
