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

/// Ends the process with a message if an object keeps more than `bytes` of memory after it was used once.
public func expectMemory<Object: AnyObject>(
  _ name: String, atMost bytes: Int, of make: () -> Object, afterUse use: (Object) -> Void
) {
  if dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil { return }
  for _ in 0..<50 { use(make()) }
  let objects = (0..<1_000).map { _ in make() }
  let before = memory("VmRSS:")
  for object in objects { use(object) }
  let growth = (memory("VmRSS:") - before) / objects.count
  if growth <= bytes { return }
  FileHandle.standardError.write(Data("\(name): keeps \(growth) bytes\n".utf8))
  exit(1)
}

/// Ends the process with a message if `body` makes the process's peak memory grow by more than `bytes`.
public func expectPeakMemory(_ name: String, atMost bytes: Int, _ body: () -> Void) {
  let before = peakMemory()
  body()
  let growth = peakMemory() - before
  let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  if isSanitized || growth <= bytes { return }
  FileHandle.standardError.write(Data("\(name): the peak grew by \(growth) bytes\n".utf8))
  exit(1)
}

// On Linux, the peak of `getrusage` includes that of the process that started this one, and hides smaller growth.
private func peakMemory() -> Int { memory("VmHWM:") }

private func memory(_ kind: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix(kind) }
  guard let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
    fatalError("/proc/self/status has no \(kind)")
  }
  return kilobytes * 1024
}
