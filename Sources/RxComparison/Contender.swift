public import BindableKit
public import Dispatch
import RxBindable
public import RxCore
public import RxTesting

/// One way to hold a value and deliver its changes, or one form of a view model, under a name for reports.
///
/// For values there are ``bindable``, ``behaviorSubject``, ``publishSubject``, ``behaviorRelay``, ``publishRelay``,
/// ``driver``, chains of operators (`rx`), the bridges (``bridge``, ``subjectAsBindable``), and the standard library's
/// `@Observable` (``observable``, ``observations``). For a type of your own, write a ``ContenderDriver``:
///
///     let mine = Contender("Counter") { initial in CounterDriver(initial) }
///
/// and for a whole view model, which needs no initial value:
///
///     let search: Contender<SearchInput, SearchOutput> = .viewModel("Rx search") { scheduler in RxSearchDriver(scheduler) }
///
/// A closure that needs the run's scheduler takes it as its last argument; the scheduler's ticks are milliseconds.
///
/// In `queues`, list the queues that the contender itself uses. As with the scenario's queues, a run keeps these queues
/// from executing work while it takes steps, and waits for them afterwards. Use serial queues, because a concurrent
/// queue calls several subscribers in any order. With a global queue, a run throws a ``ScenarioError``; with one that
/// targets another of the scenario's queues or the main queue, it does not end.
public struct Contender<Input: Sendable, Output: Equatable & Sendable>: Sendable {
  /// Makes a driver for one run.
  enum Factory: Sendable {
    case value(@Sendable (_ initial: Input, _ scheduler: TestScheduler) -> any ContenderDriver<Input, Output>)
    case viewModel(@Sendable (_ scheduler: TestScheduler) -> any ContenderDriver<Input, Output>)
  }

  /// The name in reports.
  public let name: String

  /// The queues that the contender itself uses; a run waits for them.
  let queues: [DispatchQueue]

  let factory: Factory

  private init(_ name: String, queues: [DispatchQueue], factory: Factory) {
    self.name = name
    self.queues = queues
    self.factory = factory
  }
}

extension Contender {
  /// A view model with a driver of your own. It needs no initial value.
  ///
  ///     .viewModel("Rx counter") { RxCounterDriver() }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the contender itself uses.
  ///   - makeDriver: called for each run.
  public static func viewModel(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable () -> any ContenderDriver<Input, Output>
  ) -> Contender {
    Contender(name, queues: queues, factory: .viewModel { _ in makeDriver() })
  }

  /// A view model that uses time, with a driver of your own.
  ///
  ///     .viewModel("Rx search") { scheduler in RxSearchDriver(scheduler) }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the contender itself uses.
  ///   - makeDriver: called for each run, with the run's scheduler.
  public static func viewModel(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable (_ scheduler: TestScheduler) -> any ContenderDriver<Input, Output>
  ) -> Contender {
    Contender(name, queues: queues, factory: .viewModel(makeDriver))
  }
}

extension Contender where Output == Input {
  /// Makes a contender with a driver of your own.
  ///
  ///     Contender("Counter") { initial in CounterDriver(initial) }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the contender itself uses.
  ///   - makeDriver: called for each run, with the initial value.
  public init(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable (_ initial: Input) -> any ContenderDriver<Input, Output>
  ) {
    self.init(name, queues: queues, factory: .value { initial, _ in makeDriver(initial) })
  }

  /// Makes a contender that uses time, with a driver of your own.
  ///
  ///     Contender("paced") { initial, scheduler in PacedDriver(initial, scheduler: scheduler) }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the contender itself uses.
  ///   - makeDriver: called for each run, with the initial value and the run's scheduler.
  public init(
    _ name: String, queues: [DispatchQueue] = [],
    makeDriver: @escaping @Sendable (_ initial: Input, _ scheduler: TestScheduler) -> any ContenderDriver<Input, Output>
  ) {
    self.init(name, queues: queues, factory: .value(makeDriver))
  }
}

extension Contender where Output == Input {
  /// A `Bindable`, with an owner for each observer.
  public static var bindable: Contender { bindable("Bindable") }

  /// A `Bindable` under a name of your own.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queue: where the Bindable calls observers that have no queue of their own; by default on the setting thread.
  ///   - policy: which values an observer with a slow queue of its own receives.
  ///   - derive: derives the value that is observed, as in `.bindable("distinct") { $0.distinct() }`.
  public static func bindable(
    _ name: String, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    _ derive: @escaping @Sendable (ReadOnlyBindable<Input>) -> ReadOnlyBindable<Input> = { $0 }
  ) -> Contender {
    Contender(name, queues: queue.map { [$0] } ?? []) { initial in
      let bindable = Bindable(initial, queue: queue)
      return BindableDriver(bindable, policy: policy, derive: derive)
    }
  }

  /// A `BehaviorSubject`, with an owner for each subscription.
  public static var behaviorSubject: Contender {
    Contender("BehaviorSubject") { initial in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: subject) { try subject.value() }
    }
  }

  /// A `PublishSubject`, which holds no value.
  public static var publishSubject: Contender {
    Contender("PublishSubject") { _ in
      let subject = PublishSubject<Input>()
      return RxDriver(source: subject, observable: subject) { throw UnsupportedStep("a PublishSubject holds no value") }
    }
  }

  /// A `BehaviorRelay`, with an owner for each subscription. It has no terminal events.
  public static var behaviorRelay: Contender {
    Contender("BehaviorRelay") { initial in
      let relay = BehaviorRelay(value: initial)
      let observable = relay.asObservable()
      return RelayDriver(relay, accept: { $0.accept($1) }, value: { $0.value }) { subscriber, owner in
        observable.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A `PublishRelay`, which holds no value and has no terminal events.
  public static var publishRelay: Contender {
    Contender("PublishRelay") { _ in
      let relay = PublishRelay<Input>()
      let observable = relay.asObservable()
      return RelayDriver(
        relay, accept: { $0.accept($1) }, value: { _ in throw UnsupportedStep("a PublishRelay holds no value") }
      ) { subscriber, owner in
        observable.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A `BehaviorRelay` that is read through its `Driver`, which delivers on the main queue.
  ///
  /// A subscriber without a queue uses `drive`, so it must subscribe in a step on the main queue:
  /// `.at(10, .subscribe("view"), from: .main)`. Elsewhere the step is refused. A subscriber with a queue reads the
  /// `Driver` as an observable.
  public static var driver: Contender {
    Contender("Driver", queues: [.main]) { initial in
      let relay = BehaviorRelay(value: initial)
      let driver = relay.asDriver()
      return RelayDriver(relay, accept: { $0.accept($1) }, value: { $0.value }) { subscriber, owner in
        try driver.subscribe(subscriber, owner: owner)
      }
    }
  }

  /// A property of an `@Observable` model, read with `withObservationTracking`, and again after each change.
  ///
  /// The model belongs to the main actor, so set, read and subscribe there: `.at(10, .set(1), from: .main)`. Elsewhere
  /// these steps are refused. A subscriber reads the value inside the step that subscribes, and again in a later job on
  /// the main queue after a change. Of several values set without a pause, the subscriber receives only the last.
  /// Setting an equal value is not a change.
  public static var observable: Contender {
    Contender("@Observable", queues: [.main]) { initial in TrackingDriver(initial) }
  }

  /// A property of an `@Observable` model, read with `Observations` in a task on the main actor.
  ///
  /// As with ``observable``, set, read and subscribe on the main queue. A subscriber receives values, including the
  /// first, only after the step has ended.
  public static var observations: Contender {
    Contender("Observations", queues: [.main]) { initial in ObservationsDriver(initial) }
  }

  /// A chain of operators on a `BehaviorSubject`.
  ///
  ///     .rx("distinct") { source in source.distinctUntilChanged() }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the chain uses.
  ///   - chain: makes the chain, once for each run.
  public static func rx(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: BehaviorSubject<Input>) -> Observable<Input>
  ) -> Contender {
    rx(name, queues: queues) { source, _ in chain(source) }
  }

  /// A chain of operators on a `BehaviorSubject`, with operators that need a scheduler.
  ///
  ///     .rx("debounced") { source, scheduler in source.debounce(.milliseconds(30), scheduler: scheduler) }
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the chain uses.
  ///   - chain: makes the chain, once for each run. Give its operators the run's scheduler, or a scheduler of a queue
  ///     in `queues`.
  public static func rx(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: BehaviorSubject<Input>, _ scheduler: TestScheduler) -> Observable<Input>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let subject = BehaviorSubject(value: initial)
      return RxDriver(source: subject, observable: chain(subject, scheduler)) { [weak subject] in
        guard let subject else { throw UnsupportedStep("the source was released") }
        return try subject.value()
      }
    }
  }

  /// A `Bindable` that is read through its observable.
  public static var bridge: Contender { bridge("Bridge") { source in source } }

  /// A `Bindable` that is read through a chain of operators on its observable.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the chain uses.
  ///   - chain: makes the chain, once for each run.
  public static func bridge(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: Observable<Input>) -> Observable<Input>
  ) -> Contender {
    bridge(name, queues: queues) { source, _ in chain(source) }
  }

  /// A `Bindable` read through a chain of operators on its observable, some of which need a scheduler.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - queues: the queues that the chain uses.
  ///   - chain: makes the chain, once for each run. Give its operators the run's scheduler, or a scheduler of a queue
  ///     in `queues`.
  public static func bridge(
    _ name: String, queues: [DispatchQueue] = [],
    _ chain: @escaping @Sendable (_ source: Observable<Input>, _ scheduler: TestScheduler) -> Observable<Input>
  ) -> Contender {
    Contender(name, queues: queues) { initial, scheduler in
      let bindable = Bindable(initial)
      return BridgeDriver(bindable, observable: chain(bindable.asObservable(), scheduler))
    }
  }

  /// A `BehaviorSubject` that is read through a `Bindable`. If the subject fails, the Bindable keeps its value.
  public static var subjectAsBindable: Contender { subjectAsBindable("Subject as Bindable") }

  /// A `BehaviorSubject` that is read through a `Bindable`, under a name of your own.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - policy: which values a slow queue receives.
  public static func subjectAsBindable(_ name: String, policy: DeliveryPolicy = .every) -> Contender {
    Contender(name) { initial in SubjectAsBindableDriver(initial, policy: policy) }
  }
}
