// A view and a view model on the main actor in Swift 6 mode. They must compile without a warning, and without
// annotations other than `@MainActor`.

import RxCore
import Testing

@MainActor
private final class Article {
  private let text = BehaviorRelay(value: "one")
  private let errors = PublishRelay<String>()

  var title: Driver<String> { text.asDriver().map { $0.uppercased() } }
  var messages: Signal<String> { errors.asSignal() }

  func load(_ title: String) { text.accept(title) }
  func fail(_ message: String) { errors.accept(message) }
}

@MainActor
private final class Page {
  private let bag = DisposeBag()
  private(set) var lines: [String] = []

  func bind(to article: Article) {
    article.title.drive(with: self, onNext: { page, title in page.show(title) }).disposed(by: bag)
    article.title.drive(onNext: { [weak self] title in self?.show("again " + title) }).disposed(by: bag)
    article.messages.emit(with: self, onNext: { page, message in page.alert(message) }).disposed(by: bag)
    article.messages.emit(onNext: { [weak self] in self?.alert("again " + $0) }).disposed(by: bag)
    article.title.drive(with: self) { $0.show("trailing " + $1) }.disposed(by: bag)
    article.title.drive(onNext: show).disposed(by: bag)
    article.title.drive(titleBinder).disposed(by: bag)
  }

  var titleBinder: Binder<String> { Binder(self) { page, title in page.show("binder " + title) } }

  private func show(_ title: String) { lines.append(title) }
  private func alert(_ message: String) { lines.append("! " + message) }
}

@MainActor
@Suite("A view model on the main actor")
struct ViewModelTests {
  @Test("its drivers and signals call the view on the main actor")
  func bindings() {
    let (article, page) = (Article(), Page())
    page.bind(to: article)
    #expect(page.lines == ["ONE", "again ONE", "trailing ONE", "ONE", "binder ONE"])
    article.fail("broken")
    #expect(page.lines.suffix(2) == ["! broken", "! again broken"])
    article.load("two")
    #expect(page.lines.suffix(5) == ["TWO", "again TWO", "trailing TWO", "TWO", "binder TWO"])
  }

  @Test("closures on the main actor may change its variables")
  func localVariable() {
    let article = Article()
    var titles: [String] = []
    let subscription = article.title.drive(onNext: { titles.append($0) })
    article.load("two")
    subscription.dispose()
    #expect(titles == ["ONE", "TWO"])
  }
}
