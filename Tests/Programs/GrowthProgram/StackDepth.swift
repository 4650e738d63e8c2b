import Dispatch
import Foundation
import RxCore

// Measures the stack used per level of nesting, and from that how many levels fit on a stack of 512 KB.

/// Sources nested to a number of levels. They are subscribed to directly, because on the trampoline they would need no
/// stack.
private let nestings: [(name: String, make: @Sendable (Int) -> Observable<Int>)] = [
  ("concat, deferred", deferredConcat), ("catch", nestedCatch), ("flatMap", nestedFlatMap),
  ("stages of map", mapStages),
]

@Sendable private func deferredConcat(_ levels: Int) -> Observable<Int> {
  levels == 0 ? .just(0) : Observable.empty().concat(Observable.deferred { deferredConcat(levels - 1) })
}

@Sendable private func nestedCatch(_ levels: Int) -> Observable<Int> {
  levels == 0 ? .just(0) : Observable.error(RxError.unknown).catch { _ in nestedCatch(levels - 1) }
}

@Sendable private func nestedFlatMap(_ levels: Int) -> Observable<Int> {
  levels == 0 ? .just(0) : Observable.just(0).flatMap { _ in nestedFlatMap(levels - 1) }
}

@Sendable private func mapStages(_ levels: Int) -> Observable<Int> {
  (0..<levels).reduce(.just(0)) { source, _ in source.map { $0 + 1 } }
}

func printStackDepths() {
  for (name, make) in nestings {
    let levels = 1_000
    let bytes = (stackUsed(by: make, levels: levels + 100) - stackUsed(by: make, levels: 100)) / levels
    print("\(name): \(bytes) bytes a level, \(512 * 1024 / bytes) levels in 512 KB")
  }
}

/// The number of stack bytes in use when the innermost source's element arrives.
private func stackUsed(by make: @escaping @Sendable (Int) -> Observable<Int>, levels: Int) -> Int {
  nonisolated(unsafe) var used = 0
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let start = stackAddress()
    _ = make(levels).subscribe(onNext: { _ in used = start - stackAddress() })
    done.signal()
  }
  thread.stackSize = 64 << 20
  thread.start()
  done.wait()
  return used
}

@inline(never)
private func stackAddress() -> Int {
  var local = 0
  return withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
}
