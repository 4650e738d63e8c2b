import BindableKit
import Dispatch
import Foundation
import RxCore
import RxTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The argument names the part to run, which prints what it received.

// The parent process may have blocked or ignored signals.
var noSignals = sigset_t()
sigemptyset(&noSignals)
pthread_sigmask(SIG_SETMASK, &noSignals, nil)
for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }

let count = Bindable(0)
let background = DispatchQueue(label: "background")
var seen: [Int] = []

/// The body of a thread that only waits for signals. Not a closure, which would belong to the main actor here.
nonisolated func idle(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  while true { pause() }
}

switch CommandLine.arguments.dropFirst().first {
case "stop":
  let stop = MainQueue.Stop()
  let token = count.observe { value in
    dispatchPrecondition(condition: .onQueue(.main))
    seen.append(value)
    if value == 100 { stop.stop() }
  }
  background.async { for value in 1...100 { count.value = value } }
  MainQueue.run(until: stop)
  token.cancel()
  print(seen == Array(0...100) ? "100 values" : "\(seen)")

case "stop-elsewhere":
  let stop = MainQueue.Stop()
  background.async { stop.stop() }
  MainQueue.run(until: stop)
  MainQueue.run(until: stop)  // Returns immediately.
  print("stopped")

case "condition":
  let token = count.observe { value in seen.append(value) }
  background.async { count.value = 1 }
  MainQueue.run(until: { seen.count == 2 })
  token.cancel()
  print(seen)

case "value":
  // The condition is already true when the main queue starts to run, but the pending values must still be delivered.
  let token = count.observe { value in print(value) }
  background.sync { for value in 1...3 { count.value = value } }
  MainQueue.run(until: { count.value == 3 })
  token.cancel()

case "burst":
  // Far more values are pending than one turn delivers, both for an observer on the main queue and for a Bindable that
  // delivers on it.
  let onMain = Bindable(0, queue: .main)
  var others: [Int] = []
  let tokens = [count.observe { value in seen.append(value) }, onMain.observe { value in others.append(value) }]
  background.sync {
    for value in 1...10_000 {
      count.value = value
      onMain.value = value
    }
  }
  MainQueue.run(until: { count.value == 10_000 })
  print(seen == Array(0...10_000), others == Array(0...10_000))
  for token in tokens { token.cancel() }

case "restless":
  // An observer that sets the value again and again cannot keep the main queue running.
  let token = count.observe(replay: false) { value in count.value = value + 1 }
  background.sync { count.value = 1 }
  MainQueue.run(until: { true })
  token.cancel()
  print("returned")

case "pending":
  MainQueue.runPending()
  DispatchQueue.main.async {
    print("first")
    DispatchQueue.main.async { print("added") }
  }
  DispatchQueue.main.async { print("second") }
  MainQueue.runPending()
  print("returned")
  MainQueue.runPending()

case "nested":
  DispatchQueue.main.async { MainQueue.run(until: { true }) }
  MainQueue.runPending()

case "nested-inline":
  let token = count.observe { value in if value == 1 { MainQueue.runPending() } }
  count.value = 1
  MainQueue.runPending()
  token.cancel()

case "nested-pending":
  let token = count.observe { value in if value == 1 { MainQueue.runPending() } }
  background.sync { count.value = 1 }
  MainQueue.run(until: { false })
  token.cancel()

case "pending-in-modify":
  // The pending delivery needs the lock that the body holds, so the program stops.
  let onMain = Bindable(0, queue: .main)
  let token = onMain.observe(replay: false) { value in seen.append(value) }
  background.sync { onMain.value = 1 }
  onMain.modify { _ in MainQueue.runPending() }
  token.cancel()

case "idle":
  // The condition is checked only once per turn of the main queue.
  var looks = 0
  let isStopped = Bindable(false)
  DispatchQueue.main.async {}
  background.asyncAfter(deadline: .now() + .milliseconds(200)) {
    isStopped.value = true
    DispatchQueue.main.async {}
  }
  MainQueue.run(until: {
    looks += 1
    return isStopped.value
  })
  print(looks < 10 ? "idle" : "\(looks) looks")

case "signal":
  // Send the signal in the first turn, when its usual effect is already disabled but perhaps no signal source is
  // active yet.
  DispatchQueue.main.async { kill(getpid(), SIGTERM) }
  let number = MainQueue.run(untilSignal: SIGINT, SIGTERM)
  print(number == SIGTERM ? "terminated" : "signal \(number)")
  // The signal's usual effect is restored, so the second signal ends the program.
  fflush(nil)
  kill(getpid(), SIGTERM)
  while true { pause() }

case "signal-twice":
  // The same signal is named twice.
  DispatchQueue.main.async { kill(getpid(), SIGTERM) }
  let number = MainQueue.run(untilSignal: SIGTERM, SIGTERM)
  print(number == SIGTERM ? "terminated" : "signal \(number)")
  // The signal's usual effect is restored, so the second signal ends the program.
  fflush(nil)
  kill(getpid(), SIGTERM)
  while true { pause() }

case "signal-again":
  // Other threads let the signal through, and half of the signals come from another process.
  for _ in 0..<4 {
    var thread = pthread_t()
    pthread_create(&thread, nil, idle, nil)
  }
  for round in 0..<1_000 {
    DispatchQueue.main.async {
      if round % 2 == 0 {
        kill(getpid(), SIGUSR1)
      } else {
        if let sender = popen("kill -USR1 \(getpid())", "w") { pclose(sender) }
      }
    }
    MainQueue.run(untilSignal: SIGUSR1)
  }
  print("1000 signals")

case "two-signals":
  // The second one arrives during the call, but only the first ends it.
  signal(SIGUSR1) { _ in _ = write(STDOUT_FILENO, "former action\n", 14) }
  DispatchQueue.main.async {
    kill(getpid(), SIGTERM)
    kill(getpid(), SIGUSR1)
  }
  let number = MainQueue.run(untilSignal: SIGUSR1, SIGTERM)
  print(number == SIGTERM ? "terminated" : "signal \(number)")

case "two-default-signals":
  DispatchQueue.main.async {
    kill(getpid(), SIGINT)
    kill(getpid(), SIGTERM)
  }
  let number = MainQueue.run(untilSignal: SIGINT, SIGTERM)
  print(number == SIGINT ? "interrupted" : "signal \(number)")

case "signals-in-order":
  let signals = MainQueue.signals(SIGINT, SIGTERM, SIGUSR1)
  var generator = SystemRandomNumberGenerator()
  let sent = (0..<1_000).map { _ in [SIGINT, SIGTERM, SIGUSR1].randomElement(using: &generator) ?? SIGINT }
  for number in sent { kill(getpid(), number) }
  let stop = MainQueue.Stop()
  Task {
    var received: [Int32] = []
    for await number in signals {
      received.append(number)
      if received.count == sent.count { break }
    }
    print(received == sent)
    stop.stop()
  }
  MainQueue.run(until: stop)

case "signals-and-run":
  // Both receive the signal that ends the call, and the sequence also the others.
  let signals = MainQueue.signals(SIGINT, SIGTERM)
  DispatchQueue.main.async {
    kill(getpid(), SIGINT)
    kill(getpid(), SIGTERM)
  }
  print(MainQueue.run(untilSignal: SIGTERM) == SIGTERM)
  kill(getpid(), SIGTERM)
  let stop = MainQueue.Stop()
  Task {
    var received: [Int32] = []
    for await number in signals {
      received.append(number)
      if received.count == 3 { break }
    }
    print(received == [SIGINT, SIGTERM, SIGTERM])
    stop.stop()
  }
  MainQueue.run(until: stop)

case "count-in-run":
  // Prints the number of interrupts after each one, until SIGTERM ends the call.
  let signals = MainQueue.signals(SIGINT)
  _ = write(STDOUT_FILENO, "ready\n", 6)
  let interrupts = Task {
    var count = 0
    for await _ in signals {
      count += 1
      let line = "\(count) and 0\n"
      _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    }
  }
  MainQueue.run(untilSignal: SIGTERM)
  interrupts.cancel()
  print("end")

case "signal-action":
  // The former action had a mask and flags of its own, which are restored with it.
  var former = sigaction()
  former.sa_flags = SA_SIGINFO | SA_ONSTACK
  sigaddset(&former.sa_mask, SIGUSR1)
  sigaction(SIGUSR2, &former, nil)
  DispatchQueue.main.async { kill(getpid(), SIGUSR2) }
  MainQueue.run(untilSignal: SIGUSR2)
  var restored = sigaction()
  sigaction(SIGUSR2, nil, &restored)
  print(restored.sa_flags & (SA_SIGINFO | SA_ONSTACK | SA_RESTART) == SA_SIGINFO | SA_ONSTACK)
  print(sigismember(&restored.sa_mask, SIGUSR1) == 1)

case "no-signal":
  MainQueue.run(untilSignal: SIGINT, 99)

case "kill-signal":
  MainQueue.run(untilSignal: SIGKILL)

case "signal-or-stop":
  let stop = MainQueue.Stop()
  DispatchQueue.main.async { kill(getpid(), SIGTERM) }
  let number = MainQueue.run(until: stop, orSignal: SIGINT, SIGTERM)
  print(number == SIGTERM ? "terminated" : "signal \(number ?? 0)")
  // The signal's usual effect is restored, so the second signal ends the program.
  fflush(nil)
  kill(getpid(), SIGTERM)
  while true { pause() }

case "stop-or-signal":
  let stop = MainQueue.Stop()
  let token = count.observe { value in
    seen.append(value)
    if value == 1 { stop.stop() }
  }
  background.async { for value in 1...100 { count.value = value } }
  let number = MainQueue.run(until: stop, orSignal: SIGINT, SIGTERM)
  token.cancel()
  print(number.map { "signal \($0)" } ?? "stopped", seen.starts(with: [0, 1]))
  // Returns immediately, before a signal source can be active.
  print(MainQueue.run(until: stop, orSignal: SIGTERM) == nil)
  fflush(nil)
  kill(getpid(), SIGTERM)
  while true { pause() }

case "interrupted":
  let stop = MainQueue.Stop()
  let token = count.observe { value in
    if value == 1 { kill(getpid(), SIGINT) }
  }
  background.async { count.value = 1 }
  MainQueue.run(until: stop)
  token.cancel()

case "inline":
  // Until something else runs the main queue, code on the main thread counts as running on the main queue.
  let token = count.observe { value in seen.append(value) }
  count.value = 1
  print(seen)
  token.cancel()

case "other-thread":
  background.sync {}
  let ended = DispatchSemaphore(value: 0)
  background.async {
    MainQueue.run(until: { true })
    ended.signal()
  }
  ended.wait()

case "pending-on-other-thread":
  let ended = DispatchSemaphore(value: 0)
  background.async {
    MainQueue.runPending()
    ended.signal()
  }
  ended.wait()

case "timer-pending":
  // The program runs its main queue, and ends before the timer is due.
  let timer = Observable<Int>.timer(.seconds(1_000), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  MainQueue.runPending()
  print("returned")
  withExtendedLifetime(timer) {}

case "forgotten":
  // Nothing runs the main queue. After a second the message appears, and then the program ends.
  let token = count.observe { value in _ = value }
  background.sync { count.value = 1 }
  var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  _ = poll(&waiting, 1, 20_000)
  token.cancel()

case "blocking":
  // The main thread waits for work on the main queue.
  let source = Observable.just(1, scheduler: MainScheduler.instance)
    .delay(.milliseconds(1), scheduler: SerialDispatchQueueScheduler(queue: .main, internalSerialQueueName: "main"))
  print(try source.toBlocking().toArray(), try source.toBlocking(timeout: nil).single())
  // A sequence that ends on another queue wakes the main thread, and so does the timeout.
  let elsewhere = Observable.just(
    2, scheduler: SerialDispatchQueueScheduler(queue: background, internalSerialQueueName: "b"))
  print(try elsewhere.toBlocking(timeout: nil).toArray())
  do {
    print(try Observable<Int>.never().toBlocking(timeout: .milliseconds(10)).first() ?? 0)
  } catch {
    print(type(of: error))
  }

case "blocking-busy":
  // An observer on the main queue that never ends does not keep a result.
  let loop = Bindable(0)
  let token = loop.observe(replay: false, queue: .main) { loop.value = $0 + 1 }
  background.sync { loop.value = 1 }
  print(try Observable.just(1).toBlocking().toArray())
  print(loop.value < 100_000)
  token.cancel()

case "blocking-inline":
  // An observer that is called inline on the main thread, as here by the replay, is work on the main queue, too.
  let token = count.observe { _ in
    do {
      let elsewhere = ConcurrentDispatchQueueScheduler(queue: background)
      print(try Observable.just(1, scheduler: elsewhere).toBlocking().toArray())
    } catch {
      print(error)
    }
  }
  token.cancel()

case "blocking-in-run-loop":
  let token = count.observe { value in seen.append(value) }
  DispatchQueue.main.async {
    background.sync { count.value = 1 }  // Waits for the main queue.
    do {
      let elsewhere = Observable.just(2, scheduler: SerialDispatchQueueScheduler(qos: .default))
      print(try elsewhere.toBlocking().toArray())
      let here = Observable.just(1, scheduler: MainScheduler.asyncInstance)
      print(try here.toBlocking(timeout: .milliseconds(10)).toArray())
    } catch {
      print(type(of: error))
    }
    token.cancel()
    exit(0)
  }
  RunLoop.main.run()

case "run-in-run-loop":
  DispatchQueue.main.async {
    MainQueue.runPending()
    exit(0)
  }
  RunLoop.main.run()

case "blocking-in-main-queue":
  // Work on the main queue cannot run that queue's other work, so the timeout ends the wait.
  let stop = MainQueue.Stop()
  DispatchQueue.main.async {
    let source = Observable.just(
      1, scheduler: SerialDispatchQueueScheduler(queue: .main, internalSerialQueueName: "main"))
    do {
      print(try source.toBlocking(timeout: .milliseconds(10)).toArray())
    } catch {
      print(type(of: error))
    }
    stop.stop()
  }
  MainQueue.run(until: stop)

default:
  print("no such part")
  exit(2)
}
