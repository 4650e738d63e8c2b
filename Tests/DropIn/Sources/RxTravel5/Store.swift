import RxCocoa
import RxSwift

/// Runs work after the work that is running, on the same thread.
public final class TurnScheduler: ImmediateSchedulerType {
  private var waiting: [() -> Void] = []
  private var isRunning = false

  public init() {}

  public func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
    let disposable = SingleAssignmentDisposable()
    waiting.append {
      guard !disposable.isDisposed else { return }
      disposable.setDisposable(action(state))
    }
    run()
    return disposable
  }

  private func run() {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    while !waiting.isEmpty { waiting.removeFirst()() }
  }
}

/// A state that changes only through mutations, some of which follow from the state.
public final class Store<State, Mutation> {
  public typealias Feedback = (Observable<State>) -> Observable<Mutation>

  @Relayed public private(set) var state: State

  private let mutations = PublishSubject<Mutation>()
  private let bag = DisposeBag()

  public init(
    _ initial: State, scheduler: ImmediateSchedulerType = TurnScheduler(), feedback: [Feedback] = [],
    reduce: @escaping (inout State, Mutation) -> Void
  ) {
    _state = Relayed(wrappedValue: initial)
    mutations
      .observe(on: scheduler)
      .scan(into: initial, accumulator: reduce)
      .subscribe(onNext: { [weak self] in self?.state = $0 })
      .disposed(by: bag)
    for loop in feedback {
      loop(_state.asObservable()).subscribe(onNext: { [mutations] in mutations.onNext($0) }).disposed(by: bag)
    }
    mutations.disposed(by: bag)
  }

  public func mutate(_ mutation: Mutation) { mutations.onNext(mutation) }
}

extension Store {
  /// A feedback that starts work for each request in the state, and ends it when the state has another request or none.
  public static func request<Request: Equatable>(
    _ request: @escaping (State) -> Request?, work: @escaping (Request) -> Single<Mutation>
  ) -> Feedback {
    { state in
      state.map(request).distinctUntilChanged().flatMapLatest { request -> Observable<Mutation> in
        request.map { work($0).asObservable() } ?? .empty()
      }
    }
  }
}
