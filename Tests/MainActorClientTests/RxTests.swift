import Dispatch
import RxCore
import TestSupport
import Testing

// A view and its view model on the main actor in Swift 6 mode, as users write them, without any escape hatch.

@MainActor
private final class CounterViewModel {
  let count = BehaviorSubject(value: 0)
  let failure = PublishSubject<String>()
  private(set) var history: [Int] = []
  private let bag = DisposeBag()

  var isEven: Observable<Bool> { count.map { $0 % 2 == 0 } }

  init() {
    count.subscribe(with: self, onNext: { viewModel, count in viewModel.history.append(count) }).disposed(by: bag)
  }

  func increment() {
    if let last = history.last { count.onNext(last + 1) }
  }
}

@MainActor
private final class CounterView {
  private let viewModel: CounterViewModel
  private var bag = DisposeBag()
  private(set) var lines: [String] = []
  private let key = DispatchSpecificKey<Bool>()
  private(set) var wasElsewhere = false

  init(viewModel: CounterViewModel) {
    self.viewModel = viewModel
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  func appear() {
    viewModel.count.map { "count \($0)" }
      .subscribe(with: self, onNext: { view, line in view.show(line) }, onCompleted: { $0.show("done") })
      .disposed(by: bag)
    viewModel.isEven.subscribe(with: self) { view, isEven in view.show(isEven ? "even" : "odd") }.disposed(by: bag)
    Observable.combineLatest(viewModel.count, viewModel.failure) { "\($0) \($1)" }
      .observe(on: MainScheduler.instance)
      .subscribe(with: self, onNext: { $0.show($1) }, onDisposed: { $0.show("disposed") })
      .disposed(by: bag)
  }

  func disappear() {
    bag = DisposeBag()
  }

  private func show(_ line: String) {
    lines.append(line)
    if DispatchQueue.getSpecific(key: key) != true { wasElsewhere = true }
  }
}

@Suite("Rx from the main actor in Swift 6 mode")
@MainActor
struct RxTests {
  @Test("elements emitted on the main actor are delivered there inline")
  func inline() {
    let viewModel = CounterViewModel()
    let view = CounterView(viewModel: viewModel)
    view.appear()
    viewModel.increment()
    viewModel.failure.onNext("oops")
    #expect(view.lines == ["count 0", "even", "count 1", "odd", "1 oops"])
    #expect(viewModel.history == [0, 1])
    view.disappear()
    #expect(view.lines.last == "disposed")
  }

  @Test("elements emitted on other threads are delivered on the main queue, in order")
  func fromOtherThreads() async {
    let viewModel = CounterViewModel()
    let view = CounterView(viewModel: viewModel)
    view.appear()
    let count = viewModel.count
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for number in 1...100 { count.onNext(number) }
        count.onCompleted()
        continuation.resume()
      }
    }
    while view.lines.last(where: { $0 == "done" }) == nil { await mainQueueRound() }
    #expect(view.lines.filter { $0.hasPrefix("count") } == (0...100).map { "count \($0)" })
    #expect(!view.wasElsewhere)
  }

  @Test("after the view has disposed its bag, waiting elements are not delivered")
  func disposal() async {
    let viewModel = CounterViewModel()
    let view = CounterView(viewModel: viewModel)
    view.appear()
    let count = viewModel.count
    let before = view.lines
    DispatchQueue.global().sync { for number in 1...10 { count.onNext(number) } }
    view.disappear()
    await mainQueueRound()
    #expect(view.lines.filter { $0 != "disposed" } == before)
  }

  @Test("subscriptions do not retain their view, and do not call it after it is deallocated")
  func deallocatedView() async {
    let viewModel = CounterViewModel()
    weak var weakView: CounterView?
    do {
      let view = CounterView(viewModel: viewModel)
      weakView = view
      view.appear()
    }
    #expect(weakView == nil)
    viewModel.increment()
    await mainQueueRound()
    #expect(viewModel.history == [0, 1])
  }
}
