public import BindableKit
public import Dispatch
import RxBindable
public import RxCore

/// One way to hold a changing value and to deliver its changes, and the name by which reports call it.
///
/// There are ``bindable``, ``behaviorSubject``, ``publishSubject``, ``behaviorRelay``, ``publishRelay``, ``driver``, chains of
/// operators (``rx(_:queues:_:)``) and the bridges (``bridge``, ``bridge(_:queues:_:)``, ``subjectAsBindable``). For a type of
/// your own, write a ``ContenderDriver``:
///
///     let mine = Contender<Int>("@Observable") { initial, _ in CounterDriver(initial) }
public struct Contender<Value: Equatable & Sendable>: Sendable {
  /// The name by which reports call it.
  public let name: String

  /// The queues that it uses of its own accord; a run waits for them.
  let queues: [DispatchQueue]

  let makeDriver: @Sendable (_ initial: Value, _ scheduler: TestScheduler) -> any ContenderDriver<Value>

  /// Makes a contender with a driver of your own.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - queues: the queues that it uses of its own accord. A run holds them while it takes steps, and waits for them
  ///     afterwards, as for those that the scenario names. Name serial queues: what a concurrent one delivers to several
  ///     subscribers at a time comes in any order. A global queue stops the program.
  ///   - makeDriver: called for each run, with the value at the beginning and the scheduler of the run, whose ticks are
  ///     milliseconds.
  public init(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable (_ initial: Value, _ scheduler: TestScheduler) -> any ContenderDriver<Value>
  ) {
    for queue in queues {
      precondition(
        !QueueIdentity.of(queue).isGlobal,
        "Contender \(name): a run cannot wait for a global queue (\(queue.label)). Use a queue of your own.")
    }
    self.name = name
    self.queues = queues
    self.makeDriver = makeDriver
  }
}

extension Contender {
  /// A `Bindable`, with an owner for each observer.
  public static var bindable: Contender { bindable("Bindable") }

  /// A `Bindable` under a name of your own.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - queue: where it calls observers that have no queue of their own; without it, on the setting thread.
  ///   - policy: which values a slow queue receives, that of the Bindable or of an observer.
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

  /// A `BehaviorSubject`, with an owner for each subscription.
  public static var behaviorSubject: Contender {
    Contender("BehaviorSubject") { initial, _ in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: subject) { try subject.value() }
    }
  }

  /// A `PublishSubject`, which holds no value.
  public static var publishSubject: Contender {
    Contender("PublishSubject") { _, _ in
      let subject = PublishSubject<Value>()
      return RxDriver(source: subject, observable: subject) { throw UnsupportedStep("a PublishSubject holds no value") }
    }
  }

  /// A `BehaviorRelay`, with an owner for each subscription. It has no terminal events.
  public static var behaviorRelay: Contender {
    Contender("BehaviorRelay") { initial, _ in
      let relay = BehaviorRelay(value: initial)
      let observable = relay.asObservable()
      return RelayDriver(relay, accept: { $0.accept($1) }, value: { $0.value }) { subscriber, owner in
        observable.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A `PublishRelay`, which holds no value and has no terminal events.
  public static var publishRelay: Contender {
    Contender("PublishRelay") { _, _ in
      let relay = PublishRelay<Value>()
      let observable = relay.asObservable()
      return RelayDriver(
        relay, accept: { $0.accept($1) }, value: { _ in throw UnsupportedStep("a PublishRelay holds no value") }
      ) { subscriber, owner in
        observable.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A `BehaviorRelay` that is set, and read as its `Driver`, which delivers on the main queue.
  ///
  /// A subscriber without a queue drives, so its subscription is a step on the main queue:
  /// `.at(10, .subscribe("view"), from: .main)`. Elsewhere the step is not taken. A subscriber with a queue reads the `Driver`
  /// as an observable.
  public static var driver: Contender {
    Contender("Driver", queues: [.main]) { initial, _ in
      let relay = BehaviorRelay(value: initial)
      let driver = relay.asDriver()
      return RelayDriver(relay, accept: { $0.accept($1) }, value: { $0.value }) { subscriber, owner in
        try driver.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A chain of operators on a `BehaviorSubject`.
  ///
  ///     .rx("debounced") { source, scheduler in source.debounce(.milliseconds(30), scheduler: scheduler) }
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - queues: the queues that the chain uses. See ``init(_:queues:makeDriver:)``.
  ///   - chain: makes the chain, once for each run. Give its operators the scheduler of the run, whose ticks are
  ///     milliseconds, or one of a queue in `queues`.
  public static func rx(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: BehaviorSubject<Value>, _ scheduler: TestScheduler) -> Observable<Value>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: chain(subject, scheduler)) { [weak subject] in
        guard let subject else { throw UnsupportedStep("the source was released") }
        return try subject.value()
      }
    }
  }

  /// A `Bindable` that is set, and read as an observable.
  public static var bridge: Contender { bridge("Bridge") { source, _ in source } }

  /// A `Bindable` that is set, and read as a chain of operators on its observable.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - queues: the queues that the chain uses. See ``init(_:queues:makeDriver:)``.
  ///   - chain: makes the chain, once for each run. See ``rx(_:queues:_:)``.
  public static func bridge(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: Observable<Value>, _ scheduler: TestScheduler) -> Observable<Value>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let bindable = Bindable(initial)
      return BridgeDriver(bindable, observable: chain(bindable.asObservable(), scheduler))
    }
  }

  /// A `BehaviorSubject` that is set, and read as a `Bindable`. An error of the subject leaves the Bindable as it is.
  public static var subjectAsBindable: Contender { subjectAsBindable("Subject as Bindable") }

  /// A `BehaviorSubject` that is set, and read as a `Bindable`, under a name of your own.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - policy: which values a slow queue receives.
  public static func subjectAsBindable(_ name: String, policy: DeliveryPolicy = .every) -> Contender {
    Contender(name) { initial, _ in SubjectAsBindableDriver(initial, policy: policy) }
  }
}
