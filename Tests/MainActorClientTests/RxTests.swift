import Dispatch
import RxCore
import Testing

// A view and its view model on the main actor, in Swift 6 mode, as a user writes them: no escape hatch of their own.

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
  private func turn() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test("what is sent on the main actor arrives there, inline")
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

  @Test("what is sent from other threads arrives on the main queue, in order")
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
    while view.lines.last(where: { $0 == "done" }) == nil { await turn() }
    #expect(view.lines.filter { $0.hasPrefix("count") } == (0...100).map { "count \($0)" })
    #expect(!view.wasElsewhere)
  }

  @Test("nothing arrives after the view has disposed its bag, not even what waited")
  func disposal() async {
    let viewModel = CounterViewModel()
    let view = CounterView(viewModel: viewModel)
    view.appear()
    let count = viewModel.count
    let before = view.lines
    DispatchQueue.global().sync { for number in 1...10 { count.onNext(number) } }
    view.disappear()
    await turn()
    #expect(view.lines.filter { $0 != "disposed" } == before)
  }

  @Test("a view that has gone is not called, and is not kept by its subscriptions")
  func viewGone() async {
    let viewModel = CounterViewModel()
    weak var weakView: CounterView?
    do {
      let view = CounterView(viewModel: viewModel)
      weakView = view
      view.appear()
    }
    #expect(weakView == nil)
    viewModel.increment()
    await turn()
    #expect(viewModel.history == [0, 1])
  }
}
