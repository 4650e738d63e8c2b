internal import DeliveryCore

/// A sink that receives from several sources, on any threads, and forwards one event at a time.
///
/// One thread at a time runs what an operator does inside ``serialize(_:)``, so the sink's state needs no lock: a thread that
/// finds the sink busy leaves its job to the busy thread. No lock is held while an observer is called. An operator with two
/// sources, which emits a pair whenever one of them emits:
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

  /// Makes a sink that forwards to `observer`.
  public override init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    super.init(observer: observer, cancel: cancel)
  }

  override init(observer: ObserverBase<Output>) {
    super.init(observer: observer)
  }

  /// Forwards the error, in order with everything else that is forwarded.
  open override func onError(_ error: any Error) {
    serialize(error) { $0.forwardError($1) }
  }

  /// Forwards the completion, in order with everything else that is forwarded.
  open override func onCompleted() {
    serialize { $0.forwardCompleted() }
  }

  /// Runs `job` when no other job runs: immediately, or on the thread that runs the other one, before that returns. Jobs run in
  /// the order of their calls.
  ///
  /// The job may carry elements to another thread, so what it captures must be `Sendable`.
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
    if delivery.lock.withLock({ delivery.append(job) }) { drain() }
  }

  private final func drain() { _ = delivery.drain() }
}

/// What the library's own sinks do serially. The jobs get what they need as arguments and capture nothing, so that the usual
/// case makes no closure. They may pass on elements of any kind, which the thread of their source has given up.
protocol Serializing: AnyObject {
  /// Whether the caller may act now. If so it calls ``leave()`` afterwards, if not ``postpone(_:)``.
  func enter() -> Bool
  /// Ends what ``enter()`` began, and runs the jobs that were postponed meanwhile.
  func leave()
  /// Runs `job` after all jobs that were postponed before.
  func postpone(_ job: @escaping () -> Void)
}

extension SerialSink: Serializing {}

extension Serializing {
  /// Runs `job` with this and `value` when no other job runs: see ``SerialSink/serialize(_:)``.
  @inline(__always)
  func serialize<Value>(_ value: Value, _ job: @escaping (Self, Value) -> Void) {
    if enter() {
      job(self, value)
      leave()
    } else {
      postpone { job(self, value) }
    }
  }

  /// The same with two values. (A tuple of them would cost a look-up of its type.)
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
  func serialize(_ job: @escaping (Self) -> Void) {
    if enter() {
      job(self)
      leave()
    } else {
      postpone { job(self) }
    }
  }
}
