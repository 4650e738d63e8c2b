import Foundation

/// What the process holds.
struct Resources {
  let kilobytes: Int
  let descriptors: Int

  static func now() -> Resources {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    let kilobytes = line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    return Resources(kilobytes: kilobytes, descriptors: descriptors)
  }
}
