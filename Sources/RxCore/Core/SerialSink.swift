internal import DeliveryCore

/// A sink that receives events from several sources, on any thread, and forwards them one at a time.
///
/// Jobs passed to ``serialize(_:)`` never run concurrently, so they need no lock for the sink's state: a thread that
/// finds the sink busy leaves its job to the thread that is already running jobs. No lock is held while an observer is
/// called. For example, an operator that emits a pair whenever either of its two sources emits:
///
///     private final class PairSink: SerialSink<Int, (Int, Int)>, @unchecked Sendable {
///       private var latest = (0, 0)
///
///       override func onNext(_ element: Int) { update { $0.0 = element } }
///
///       func update(_ change: @escaping @Sendable (inout (Int, Int)) -> Void) {
///         serialize {
///           change(&self.latest)
///           self.forwardNext(self.latest)
///         }
///       }
///     }
///
///     final class Pair: Producer<(Int, Int)>, @unchecked Sendable {
///       let first: Observable<Int>
///       let second: Observable<Int>
///
///       init(_ first: Observable<Int>, _ second: Observable<Int>) {
///         self.first = first
///         self.second = second
///       }
///
///       override func run(
///         _ observer: ObserverBase<(Int, Int)>, cancel: any Cancelable
///       ) -> (sink: any Disposable, subscription: any Disposable) {
///         let sink = PairSink(observer: observer, cancel: cancel)
///         let one = first.subscribe(sink)
///         let two = second.subscribe(
///           onNext: { element in sink.update { $0.1 = element } }, onError: { sink.onError($0) })
///         return (sink, Disposables.create(one, two))
///       }
///     }
open class SerialSink<Element, Output>: Sink<Element, Output>, @unchecked Sendable {
  private final let delivery = SerialDelivery()

  /// Forwards the error, in order with all other serialised jobs.
  open override func onError(_ error: any Error) {
    serialize(error) { $0.forwardError($1) }
  }

  /// Forwards the completion, in order with all other serialised jobs.
  open override func onCompleted() {
    serialize { $0.forwardCompleted() }
  }

  /// Runs `job` when no other job is running.
  ///
  /// The job runs immediately, or, if another job is running, after that job and on its thread. Jobs run in the order
  /// of the calls.
  ///
  /// The job may run on another thread, so its captures must be `Sendable`.
  @preconcurrency
  public final func serialize(_ job: @escaping @Sendable () -> Void) {
    serialize(job) { $1() }
  }

  @inline(__always)
  final func enter() -> Bool { delivery.enter() }

  @inline(__always)
  final func leave() {
    if !delivery.leave() { drain() }
  }

  @inline(never)
  final func postpone(_ job: @escaping () -> Void) {
    if delivery.lock.withLock({ delivery.append(job) }) || delivery.takesOver() { drain() }
  }

  private final func drain() { delivery.drain() }
}

/// Serial execution for the library's own sinks.
///
/// Jobs take arguments instead of capturing values, so that the usual case allocates no closure. Elements passed as
/// arguments need not be `Sendable`, because the source's thread has handed them over.
protocol Serializing: AnyObject {
  /// Returns whether the caller may run its job now. If so, the caller must call ``leave()`` afterwards; otherwise, it
  /// must call ``postpone(_:)``.
  func enter() -> Bool
  /// Lets the next caller enter, after running the jobs postponed since ``enter()``.
  func leave()
  /// Runs `job` after all previously postponed jobs.
  func postpone(_ job: @escaping () -> Void)
}

extension SerialSink: Serializing {}

extension Serializing {
  /// Runs `job` with the sink and `value` when no other job is running: see ``SerialSink/serialize(_:)``.
  @inline(__always)
  func serialize<Value>(_ value: Value, _ job: @escaping (Self, Value) -> Void) {
    if enter() {
      job(self, value)
      leave()
    } else {
      postpone { job(self, value) }
    }
  }

  /// Like the method with one value. (Passing a tuple to that method would cost a type look-up.)
  @inline(__always)
  func serialize<First, Second>(_ first: First, _ second: Second, _ job: @escaping (Self, First, Second) -> Void) {
    if enter() {
      job(self, first, second)
      leave()
    } else {
      postpone { job(self, first, second) }
    }
  }

  @inline(__always)
  func serialize(_ job: @escaping (Self) -> Void) { serialize(()) { sink, _ in job(sink) } }
}
