import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

// A view model and views on the main actor, in Swift 6 mode and without any escape hatch. They must compile without a
// warning.

@MainActor private final class ViewModel {
  let count = Bindable(0)

  func increase() { count.value += 1 }
}

/// A view written for the didSet observable from blogs, which passes itself as the owner of its observation.
@MainActor private final class ArticleView {
  private let viewModel: ViewModel
  private(set) var shown: [Int] = []

  init(_ viewModel: ViewModel) {
    self.viewModel = viewModel
    viewModel.count.observe(on: self) { [weak self] in self?.update($0) }
  }

  func update(_ count: Int) {
    dispatchPrecondition(condition: .onQueue(.main))
    shown.append(count)
  }
}

@MainActor private final class OwnerView {
  private(set) var shown: [Int] = []
  private(set) var changes: [String] = []

  init(_ viewModel: ViewModel) {
    viewModel.count.observe(with: self) { view, count in view.shown.append(count) }
    viewModel.count.changes().observe(with: self, replay: false) { view, change in
      view.changes.append("\(change.old)>\(change.new)")
    }
  }
}

@MainActor private final class TokenView {
  private(set) var shown: [Int] = []
  private var tokens: [BindableToken] = []

  init(_ viewModel: ViewModel) {
    viewModel.count.observe { [weak self] in self?.shown.append($0) }.store(in: &tokens)
  }
}

@MainActor private final class RxView: ReactiveCompatible {
  var title = ""
  private(set) var shown: [Int] = []
  private let bag = DisposeBag()

  init(_ counts: Observable<Int>) {
    counts.subscribe(with: self, onNext: { view, count in view.shown.append(count) }).disposed(by: bag)
    counts.bind(with: self) { view, count in view.shown.append(-count) }.disposed(by: bag)
    counts.map { "\($0)" }.bind(to: Binder(self) { view, title in view.title = title }).disposed(by: bag)
  }
}

@Suite("a Swift 6 client on the main actor")
@MainActor struct ArticleTests {
  @Test("a view written for a didSet observable is notified inline when the value is set on the main queue")
  func articleView() {
    let viewModel = ViewModel()
    let view = ArticleView(viewModel)
    viewModel.increase()
    viewModel.increase()
    #expect(view.shown == [0, 1, 2])
  }

  @Test("values set on another thread reach the view on the main queue, in order")
  func setOnAnotherThread() async {
    let viewModel = ViewModel()
    let view = ArticleView(viewModel)
    let count = viewModel.count
    await Task.detached { for value in 1...100 { count.value = value } }.value
    await mainQueueRound()
    #expect(view.shown == Array(0...100))
  }

  @Test("views with an owner or a token are notified until they are deallocated")
  func ownersAndTokens() async {
    let viewModel = ViewModel()
    var owner: OwnerView? = OwnerView(viewModel)
    var token: TokenView? = TokenView(viewModel)
    viewModel.increase()
    #expect(owner?.shown == [0, 1])
    #expect(owner?.changes == ["0>1"])
    #expect(token?.shown == [0, 1])
    weak let weakOwner = owner
    weak let weakToken = token
    owner = nil
    token = nil
    #expect(weakOwner == nil)
    #expect(weakToken == nil)
    viewModel.increase()
  }

  @Test("an Rx view receives elements from any thread on the main queue, until its bag is deallocated")
  func rxView() async {
    let subject = PublishSubject<Int>()
    var view: RxView? = RxView(subject)
    subject.onNext(1)
    #expect(view?.shown == [1, -1])
    #expect(view?.title == "1")
    await Task.detached { subject.onNext(2) }.value
    await mainQueueRound()
    #expect(view?.shown == [1, -1, 2, -2])
    #expect(view?.title == "2")
    view = nil
    #expect(!subject.hasObservers)
  }

  @Test("the bridge converts the Bindable of a main-actor view model to an observable and back")
  func bridge() async {
    let viewModel = ViewModel()
    let doubled = viewModel.count.asObservable().map { $0 * 2 }.asBindable(initial: 0, onError: .handle { _ in })
    viewModel.increase()
    #expect(doubled.value == 2)
  }
}
