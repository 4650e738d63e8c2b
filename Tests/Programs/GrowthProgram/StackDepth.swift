import BindableKit
import Dispatch
import Foundation
import RxCore

// Measures the stack used per level of nesting, and from that how many levels fit on a stack of 512 KB.

/// Sources and Bindables nested to a number of levels. Sources are subscribed to directly, because on the trampoline they
/// would need no stack.
private let nestings: [(name: String, Nesting)] = [
  ("concat, deferred", subscribe(to: deferredConcat)), ("catch", subscribe(to: nestedCatch)),
  ("flatMap", subscribe(to: nestedFlatMap)), ("stages of map", subscribe(to: mapStages)),
  ("bindings", bindings), ("bindings of combinations", combinedBindings), ("map of a Bindable", derivedValues),
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

/// Subscribes to the sources. The result is called when the innermost source's element has arrived.
private func subscribe(to make: @escaping @Sendable (Int) -> Observable<Int>) -> Nesting {
  { levels, arrived in
    let source = make(levels)
    return { _ = source.subscribe(onNext: { _ in arrived() }) }
  }
}

/// Prepares a number of levels, and returns a closure that runs through them, and calls `arrived` at the innermost one.
private typealias Nesting = @Sendable (_ levels: Int, _ arrived: @escaping @Sendable () -> Void) -> () -> Void

@Sendable private func bindings(_ levels: Int, _ arrived: @escaping @Sendable () -> Void) -> () -> Void {
  chain(levels, arrived) { $0.bind(to: $1) }
}

@Sendable private func combinedBindings(_ levels: Int, _ arrived: @escaping @Sendable () -> Void) -> () -> Void {
  let other = Bindable(0)
  return chain(levels, arrived) { ReadOnlyBindable.combine($0, other) { $0 + $1 }.bind(to: $1) }
}

private func chain(
  _ levels: Int, _ arrived: @escaping @Sendable () -> Void, _ bind: (Bindable<Int>, Bindable<Int>) -> BindableToken
) -> () -> Void {
  let values = (0...levels).map { Bindable($0) }
  let tokens = (0..<levels).map { bind(values[$0], values[$0 + 1]) }
  let last = values[levels].observe(replay: false, queue: nil) { _ in arrived() }
  return { withExtendedLifetime((values, tokens, last)) { values[0].value = 1 } }
}

@Sendable private func derivedValues(_ levels: Int, _ arrived: @escaping @Sendable () -> Void) -> () -> Void {
  let value = Bindable(0)
  let last = (0..<levels).reduce(value as ReadOnlyBindable<Int>) { value, _ in value.map { $0 + 1 } }
  let token = last.observe(replay: false, queue: nil) { _ in arrived() }
  return { withExtendedLifetime(token) { value.value = 1 } }
}

func printStackDepths() {
  for (name, nesting) in nestings {
    let levels = 1_000
    let bytes = (stackUsed(by: nesting, levels: levels + 100) - stackUsed(by: nesting, levels: 100)) / levels
    print("\(name): \(bytes) bytes a level, \(512 * 1024 / bytes) levels in 512 KB")
  }
}

/// The number of stack bytes in use at the innermost level.
private func stackUsed(by nesting: @escaping Nesting, levels: Int) -> Int {
  nonisolated(unsafe) var used = 0
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let start = stackAddress()
    nesting(levels) { used = start - stackAddress() }()
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
