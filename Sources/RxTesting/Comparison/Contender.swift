public import BindableKit
public import Dispatch
import RxBindable
public import RxCore

/// One way to hold a value that changes and to tell others of it, and the name by which reports call it.
///
/// There are ``bindable``, ``behaviorSubject``, ``publishSubject``, chains of operators (``rx(_:queues:_:)``) and the bridges
/// (``bridge``, ``bridge(_:queues:_:)``, ``subjectAsBindable``). For a way of your own, write a ``ContenderDriver``:
///
///     let mine = Contender<Int>("@Observable") { initial, _ in CounterDriver(initial) }
public struct Contender<Value: Equatable & Sendable>: Sendable {
  /// What reports call it.
  public let name: String

  /// Queues that it tells somebody on without being asked to: they are waited for.
  let queues: [DispatchQueue]

  let makeDriver: @Sendable (_ initial: Value, _ scheduler: TestScheduler) -> any ContenderDriver<Value>

  /// A contender that `makeDriver` makes for each run, from the value at the beginning and the scheduler of the run, whose
  /// ticks are milliseconds. `queues` are those that it uses of itself: like those that a scenario names, they are waited
  /// for after each step, for which they must not be global ones.
  public init(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable (_ initial: Value, _ scheduler: TestScheduler) -> any ContenderDriver<Value>
  ) {
    for queue in queues {
      precondition(
        !QueueLabel.of(queue).isGlobal,
        "Contender \(name): nobody can wait for a global queue (\(queue.label)). Use a queue of your own.")
    }
    self.name = name
    self.queues = queues
    self.makeDriver = makeDriver
  }
}

extension Contender {
  /// A ``Bindable`` as it is, with an owner for each observer.
  public static var bindable: Contender { bindable("Bindable") }

  /// A ``Bindable``, called `name`, that calls its observers on `queue` unless they ask for one of their own.
  ///
  /// - Parameters:
  ///   - policy: what a queue that is slower than the setter gets to see, that of the Bindable or those of observers.
  ///   - distinct: which values count as no change for the observers.
  public static func bindable(
    _ name: String, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil
  ) -> Contender {
    Contender(name, queues: queue.map { [$0] } ?? []) { initial, _ in
      let bindable = queue.map { Bindable(initial, queue: $0, policy: policy) } ?? Bindable(initial)
      return BindableDriver(bindable, policy: policy, distinct: distinct)
    }
  }

  /// A `BehaviorSubject`: subscriptions are in a bag of their owner.
  public static var behaviorSubject: Contender {
    Contender("BehaviorSubject") { initial, _ in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: subject) { try subject.value() }
    }
  }

  /// A `PublishSubject`, which knows no present value.
  public static var publishSubject: Contender {
    Contender("PublishSubject") { _, _ in
      let subject = PublishSubject<Value>()
      return RxDriver(source: subject, observable: subject) { throw Inability("a PublishSubject holds no value") }
    }
  }

  /// What `chain` makes of a `BehaviorSubject`. It is made once in a run; operators that take a scheduler get that of the
  /// run, whose ticks are milliseconds, or one of a queue in `queues`.
  ///
  ///     .rx("debounced") { source, scheduler in source.debounce(.milliseconds(30), scheduler: scheduler) }
  public static func rx(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: BehaviorSubject<Value>, _ scheduler: TestScheduler) -> Observable<Value>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: chain(subject, scheduler)) { [weak subject] in
        guard let subject else { throw Inability("the source has gone") }
        return try subject.value()
      }
    }
  }

  /// A ``Bindable`` that is set, and followed as an observable.
  public static var bridge: Contender { bridge("Bridge") { source, _ in source } }

  /// A ``Bindable`` that is set; what `chain` makes of it as an observable is followed. See ``rx(_:queues:_:)``.
  public static func bridge(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: Observable<Value>, _ scheduler: TestScheduler) -> Observable<Value>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let bindable = Bindable(initial)
      return BridgeDriver(bindable, observable: chain(bindable.asObservable(), scheduler))
    }
  }

  /// A `BehaviorSubject` that is sent into, and observed as a ``Bindable`` that follows it. An error of the subject leaves
  /// the Bindable as it is.
  public static var subjectAsBindable: Contender { subjectAsBindable("Subject as Bindable") }

  /// The same, called `name`. `policy` says what a queue that is slower than the sender gets to see.
  public static func subjectAsBindable(_ name: String, policy: DeliveryPolicy = .every) -> Contender {
    Contender(name) { initial, _ in SubjectAsBindableDriver(initial, policy: policy) }
  }
}
