import BindableKit
import Dispatch
import RxBindable
import RxCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program with an async `main` that handles signals. The argument names the part to run, which prints what it
/// received.
@main struct SignalProgram {
  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case "count":
      // Prints the numbers of signals received after each one, until SIGTERM.
      let signals = MainQueue.signals(SIGINT, __libc_current_sigrtmin(), SIGTERM)
      say("ready")
      var counts: [Int32: Int] = [:]
      for await signal in signals {
        if signal == SIGTERM { break }
        counts[signal, default: 0] += 1
        say(counts[SIGINT, default: 0], "and", counts[__libc_current_sigrtmin(), default: 0])
      }
      say("end")

    case "at-once":
      // The signal arrives before anything waits for it.
      let signals = MainQueue.signals(SIGINT, SIGTERM)
      kill(getpid(), SIGINT)
      for await signal in signals {
        say(signal)
        break
      }

    case "while-handling":
      // The second signal arrives while the first is being handled, and so does the third, after the loop.
      let signals = MainQueue.signals(SIGINT, SIGTERM)
      kill(getpid(), SIGTERM)
      for await signal in signals {
        say(signal)
        deliver(SIGINT)
        deliver(SIGTERM)
        break
      }
      for await signal in signals {
        say(signal)
        if signal == SIGTERM { break }
      }

    case "restored":
      // The first sequence ends with its loop, and the second by itself, so that the last signal ends the program.
      let second = MainQueue.signals(SIGINT)
      let first = MainQueue.signals(SIGINT, SIGTERM)
      deliver(SIGTERM)
      for await signal in consume first {
        say(signal, isDefault(SIGINT), isDefault(SIGTERM))
        break
      }
      say(isDefault(SIGINT), isDefault(SIGTERM))
      second.end()
      second.end()
      say(isDefault(SIGINT), isDefault(SIGTERM))
      for await signal in second { say(signal) }
      deliver(SIGINT)

    case "own-handlers":
      // A handler of the program's own is restored, and one that was installed later is kept.
      signal(SIGUSR1) { _ in own("former\n") }
      let signals = MainQueue.signals(SIGUSR1, SIGUSR2)
      deliver(SIGUSR1)
      signal(SIGUSR2) { _ in own("later\n") }
      deliver(SIGUSR2)
      signals.end()
      deliver(SIGUSR1)
      deliver(SIGUSR2)
      for await signal in signals { say(signal == SIGUSR1) }
      // A sequence takes a signal over from a handler that was installed since.
      let again = MainQueue.signals(SIGUSR2)
      deliver(SIGUSR2)
      again.end()
      for await signal in again { say(signal == SIGUSR2) }

    case "loops":
      // Each loop receives every signal. A loop ends with its task, and leaves what it has not received to the next.
      let signals = MainQueue.signals(SIGUSR1, SIGUSR2)
      let (first, second) = (signals.makeAsyncIterator(), signals.makeAsyncIterator())
      deliver(SIGUSR1)
      deliver(SIGUSR2)
      for iterator in [first, second] {
        var iterator = iterator
        say(await iterator.next() == SIGUSR1, await iterator.next() == SIGUSR2)
      }
      let waiting = Task {
        var count = 0
        for await _ in signals { count += 1 }
        return count
      }
      waiting.cancel()
      say(await waiting.value)

    case "left-over":
      let signals = MainQueue.signals(SIGUSR1)
      for _ in 0..<3 { deliver(SIGUSR1) }
      for await _ in signals { break }
      for await _ in signals { break }
      deliver(SIGUSR1)
      signals.end()
      var rest = 0
      for await _ in signals { rest += 1 }
      say(rest)

    case "observable":
      // A subscription receives what has arrived, then each signal, and completes; a second one each from then on.
      let signals = MainQueue.signals(SIGUSR1)
      let observable = signals.asObservable()
      deliver(SIGUSR1)
      let first = observable.take(3).scan(0) { count, _ in count + 1 }
      var counts = first.values.makeAsyncIterator()
      say((try? await counts.next()) ?? 0)
      deliver(SIGUSR1)
      say((try? await counts.next()) ?? 0)
      let all = Task { (try? await observable.toArray().value.count) ?? 0 }
      deliver(SIGUSR1)
      say((try? await counts.next()) ?? 0)
      signals.end()
      say(await all.value <= 1)

    case "disposed":
      // Disposal of the last subscription restores the action, though the observable's queue is busy.
      var observable: Observable<Int32>? = MainQueue.signals(SIGUSR1).asObservable()
      let entered = DispatchSemaphore(value: 0)
      let leave = DispatchSemaphore(value: 0)
      let busy = observable?.subscribe(onNext: { _ in
        entered.signal()
        leave.wait()
      })
      let received = Atomic<Int>(0)
      let other = observable?.subscribe(onNext: { _ in received.add(1, ordering: .relaxed) })
      deliver(SIGUSR1)
      await wait(for: entered)
      while received.load(ordering: .relaxed) == 0 { await Task.yield() }
      observable = nil
      say(isDefault(SIGUSR1))
      busy?.dispose()
      other?.dispose()
      leave.signal()
      say(isDefault(SIGUSR1))

    case "child":
      // A child that has not replaced its program yet ends, and its parent receives nothing.
      typealias Fork = @convention(c) () -> pid_t
      guard let symbol = dlsym(nil, "fork") else { return }
      let signals = MainQueue.signals(SIGINT)
      let child = unsafeBitCast(symbol, to: Fork.self)()
      if child == 0 {
        deliver(SIGINT)
        pause()  // Under the thread sanitizer, the handler runs now.
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      signals.end()
      var count = 0
      for await _ in signals { count += 1 }
      say(status & 0x7F, count)

    case "masked":
      // Every thread of the program blocks the signal.
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGUSR1)
      pthread_sigmask(SIG_BLOCK, &mask, nil)
      let signals = MainQueue.signals(SIGUSR1)
      let receiver = try? SignalReceiver([SIGUSR1: .handler])
      kill(getpid(), SIGUSR1)
      while receiver?.arrivals.isEmpty != false { sched_yield() }
      say("received")
      signals.end()

    case "flood":
      // More signals than the pipe holds arrive while nothing reads it.
      let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isFirst = Atomic<Bool>(true)
      let receiver = try? SignalReceiver([SIGUSR1: .handler, SIGUSR2: .handler]) { arrivals in
        if arrivals.isEmpty || !isFirst.exchange(false, ordering: .relaxed) { return }
        entered.signal()
        leave.wait()
      }
      deliver(SIGUSR1)
      await wait(for: entered)
      for _ in 0..<100_000 { deliver(SIGUSR1) }
      deliver(SIGUSR2)
      leave.signal()
      receiver?.end()
      var counts: [Int32: Int] = [:]
      while let number = receiver?.arrivals.take() { counts[number, default: 0] += 1 }
      say(counts[SIGUSR1] ?? 0, counts[SIGUSR2] ?? 0)

    case "no-descriptors":
      var limit = rlimit(rlim_cur: 3, rlim_max: 3)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      for await _ in MainQueue.signals(SIGINT) {}

    case "invalid":
      for await _ in MainQueue.signals(SIGINT, Int32(CommandLine.arguments.last ?? "") ?? 0) {}

    default:
      say("no such part")
      exit(2)
    }
  }
}

/// Delivers a signal to this thread before the return. Dispatch's threads block most signals.
private func deliver(_ number: Int32) {
  var (mask, former) = (sigset_t(), sigset_t())
  sigemptyset(&mask)
  sigaddset(&mask, number)
  pthread_sigmask(SIG_UNBLOCK, &mask, &former)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// Prints a line immediately.
private func say(_ items: Any...) {
  let line = items.map { "\($0)" }.joined(separator: " ") + "\n"
  _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
}

/// Called in a handler.
private func own(_ text: StaticString) { _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount) }

private func isDefault(_ number: Int32) -> Bool {
  var action = sigaction()
  sigaction(number, nil, &action)
  return action.__sigaction_handler.sa_handler == nil
}

/// Waits on another thread.
private func wait(for semaphore: DispatchSemaphore) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      semaphore.wait()
      continuation.resume()
    }
  }
}
