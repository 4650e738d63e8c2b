// A view on the main actor in Swift 6 mode with all kinds of bindings. It must compile without a warning and without an
// escape hatch.

import Dispatch
import RxCore
import Testing

@MainActor
private final class Window {
  var title = "" {
    didSet {
      MainScheduler.ensureExecutingOnScheduler()
      changed?()
    }
  }
  var changed: (() -> Void)?
  let bag = DisposeBag()

  var titleBinder: Binder<String> { Binder(self) { window, title in window.title = title } }
  var namedBinder: Binder<String> { Binder(self, scheduler: MainScheduler.instance) { $0.title = $1 } }

  /// Returns once the title has been set to `expected`.
  func wait(for expected: String) async {
    await withCheckedContinuation { continuation in
      if title == expected { return continuation.resume() }
      changed = { [unowned self] in
        guard title == expected else { return }
        changed = nil
        continuation.resume()
      }
    }
  }
}

extension Window: ReactiveCompatible {}

extension Reactive where Base: Window {
  @MainActor fileprivate var caption: Binder<String> { Binder(base) { $0.title = "caption " + $1 } }
}

@MainActor
@Suite("Binding a view on the main actor")
struct BinderTests {
  @Test("an element emitted on the main queue is set before the call returns")
  func inline() {
    let window = Window()
    let titles = PublishSubject<String>()
    for binder in [window.titleBinder, window.namedBinder, window.rx.title] {
      let binding = titles.bind(to: binder)
      titles.onNext("one")
      #expect(window.title == "one")
      window.title = ""
      binding.dispose()
    }
  }

  @Test("an element emitted on another thread is set on the main queue")
  func fromAnotherThread() async {
    let window = Window()
    let titles = PublishSubject<String>()
    titles.bind(to: window.titleBinder).disposed(by: window.bag)
    DispatchQueue.global().async { titles.onNext("one") }
    await window.wait(for: "one")
    #expect(window.title == "one")
  }

  @Test("rx offers a binder for each writable property, and extensions can declare others")
  func reactive() async {
    let window = Window()
    let titles = PublishSubject<String>()
    let binding = titles.bind(to: window.rx.title)
    DispatchQueue.global().async { titles.onNext("one") }
    await window.wait(for: "one")
    binding.dispose()
    titles.bind(to: window.rx.caption).disposed(by: window.bag)
    titles.onNext("two")
    // The other thread may still be inside its call, and then delivers this, too.
    await window.wait(for: "caption two")
  }

  @Test("bind(with:) delivers on the main queue")
  func bindWith() async {
    let window = Window()
    let titles = PublishSubject<String>()
    titles.bind(with: window) { window, title in window.title = title }.disposed(by: window.bag)
    titles.onNext("one")
    #expect(window.title == "one")
    DispatchQueue.global().async { titles.onNext("two") }
    await window.wait(for: "two")
    #expect(window.title == "two")
  }
}
