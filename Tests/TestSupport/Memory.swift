import Foundation

/// The growth of the process's peak memory, in bytes, while `body` runs `times` times after some warm-up runs. The
/// process must do nothing else at the same time.
///
/// Sanitizers keep freed memory and are slow. Under a sanitizer, `body` runs less often, and the result is 0.
private func memoryGrowth(times: Int, _ body: () -> Void) -> Int {
  let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  for _ in 0..<5_000 { body() }
  let before = peakMemory()
  for _ in 0..<(isSanitized ? 5_000 : times) { body() }
  return isSanitized ? 0 : peakMemory() - before
}

/// Ends the process with a message if memory grows by more than half a word for each run of `body`.
public func expectFlatMemory(_ name: String, times: Int, _ body: () -> Void) {
  var growth = 0
  // A process may grow once for reasons of its own, so only growth in every round counts.
  for _ in 0..<3 {
    growth = memoryGrowth(times: times, body)
    if growth <= times * 4 { return }
  }
  FileHandle.standardError.write(Data("\(name): memory grew by \(growth) bytes in \(times) runs\n".utf8))
  exit(1)
}

private func peakMemory() -> Int {
  // On Linux, the peak of `getrusage` includes that of the process that started this one, and hides smaller growth.
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  guard let kilobytes = peak?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
    fatalError("/proc/self/status has no VmHWM.")
  }
  return kilobytes * 1024
}
