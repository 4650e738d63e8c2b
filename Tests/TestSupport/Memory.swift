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
  let growth = memoryGrowth(times: times, body)
  guard growth > times * 4 else { return }
  FileHandle.standardError.write(Data("\(name): memory grew by \(growth) bytes in \(times) runs\n".utf8))
  exit(1)
}

private func peakMemory() -> Int {
  var usage = rusage()
  getrusage(0, &usage)  // RUSAGE_SELF, whose type differs between platforms.
  #if canImport(Darwin)
    return usage.ru_maxrss
  #else
    return usage.ru_maxrss * 1024
  #endif
}
