import Dispatch
import Testing

@testable import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("The signals of a terminal program")
struct TerminalSignalsTests {
  @Test("a signal that has arrived before the end, and was not passed on, has its usual effect")
  func lateSignal() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      signal(SIGTERM, SIG_DFL)
      let queue = DispatchQueue(label: "terminal")
      let signals = try TerminalSignals(queue: queue) { _ in }
      queue.sync {
        _ = TerminalSignals.withUnblocked(SIGTERM) { pthread_kill(pthread_self(), SIGTERM) }
        signals.end()
      }
    }
  }
}
