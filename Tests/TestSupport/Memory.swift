import Foundation

/// By how many bytes the most memory that the process ever had grows while `body` runs so many times, not counting what
/// the first times need; for a process that does nothing else at the same time.
///
/// Under a sanitizer, which keeps freed memory and is slow, it runs less often, and the answer is 0.
private func memoryGrowth(times: Int, _ body: () -> Void) -> Int {
  let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  for _ in 0..<5_000 { body() }
  let before = peakMemory()
  for _ in 0..<(isSanitized ? 5_000 : times) { body() }
  return isSanitized ? 0 : peakMemory() - before
}

/// Ends the process with a message, if memory grows by as little as half a word each time `body` runs.
public func expectFlatMemory(_ name: String, times: Int, _ body: () -> Void) {
  let growth = memoryGrowth(times: times, body)
  guard growth > times * 4 else { return }
  FileHandle.standardError.write(Data("\(name): memory grew by \(growth) bytes in \(times) times\n".utf8))
  exit(1)
}

private func peakMemory() -> Int {
  var usage = rusage()
  getrusage(0, &usage)  // RUSAGE_SELF, which is of another type on each platform.
  #if canImport(Darwin)
    return usage.ru_maxrss
  #else
    return usage.ru_maxrss * 1024
  #endif
}
