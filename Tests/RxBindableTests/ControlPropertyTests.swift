import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

/// A text field as seen by a control: it emits what the user types, but not what the program sets.
private final class Field: Sendable {
  let text: Guarded<String>
  let sets = Guarded(0)
  private let typed = PublishSubject<String>()

  init(_ text: String) { self.text = Guarded(text) }

  func type(_ new: String) {
    text.withLock { $0 = new }
    typed.onNext(new)
  }

  func makeProperty() -> ControlProperty<String> {
    ControlProperty(
      values: Observable.deferred { self.typed.startWith(self.text.withLock { $0 }) },
      valueSink: AnyObserver<String> { event in
        guard let new = event.element else { return }
        self.text.withLock { $0 = new }
        self.sets.withLock { $0 += 1 }
      })
  }

  var hasObservers: Bool { typed.hasObservers }
}

/// X5, with a control. Controls must be used on the main queue.
@MainActor @Suite("A Bindable and a control, bound both ways")
struct ControlPropertyTests {
  @Test("the Bindable named first determines the initial value, and nothing is echoed")
  func bindableLeads() {
    let (field, bindable) = (Field("field"), Bindable("bindable"))
    let told = Recording<String>()
    let token = bindable.observe(replay: false) { value in told.add(value) }
    let binding = bindable.bind(bothWays: field.makeProperty())
    #expect(field.text.withLock { $0 } == "bindable")
    field.type("typed")
    #expect(bindable.value == "typed")
    bindable.value = "set"
    #expect(field.text.withLock { $0 } == "set")
    #expect(told.elements == ["typed", "set"])
    #expect(field.sets.withLock { $0 } == 2)
    binding.dispose()
    bindable.value = "alone"
    field.type("alone too")
    #expect(told.elements == ["typed", "set", "alone"])
    #expect(field.sets.withLock { $0 } == 2)
    token.cancel()
  }

  @Test("the control named first determines the initial value, and nothing is echoed")
  func controlLeads() {
    let (field, bindable) = (Field("field"), Bindable("bindable"))
    let binding = field.makeProperty().bind(bothWays: bindable)
    #expect(bindable.value == "field")
    #expect(field.sets.withLock { $0 } == 0)
    bindable.value = "set"
    #expect(field.text.withLock { $0 } == "set")
    field.type("typed")
    #expect(bindable.value == "typed")
    #expect(field.sets.withLock { $0 } == 1)
    binding.dispose()
  }

  @Test("what the user types before the control shows an earlier value from another thread remains")
  func typedBeforeShown() async {
    let (field, bindable) = (Field("field"), Bindable("bindable"))
    let shown = Binder(field) { field, new in field.text.withLock { $0 = new } }
    let property = ControlProperty(values: field.makeProperty().asObservable(), valueSink: shown)
    let binding = bindable.bind(bothWays: property)
    onAnotherThread { bindable.value = "set" }
    field.type("typed")
    await mainQueueRound()
    #expect(bindable.value == "typed")
    #expect(field.text.withLock { $0 } == "typed")
    binding.dispose()
  }

  @Test(
    "both sides are equal after the user types while a binding made by another thread waits for the main queue",
    arguments: 253...257)
  func typedWhileBinding(waiting: Int) async {
    let (field, bindable, filler) = (Field("field"), Bindable("bindable"), Bindable(0))
    let filled = filler.observe(replay: false, queue: .main) { _ in }
    let property = field.makeProperty()
    let binding = Guarded<BindableToken?>(nil)
    onAnotherThread {
      for number in 1...waiting { filler.value = number }  // A turn delivers 256 items.
      binding.withLock { $0 = bindable.bind(bothWays: property) }
      DispatchQueue.main.async { field.type("typed") }
    }
    await mainQueueRound()
    #expect(bindable.value == field.text.withLock { $0 })
    binding.withLock { $0 }?.cancel()
    filled.cancel()
  }

  @Test("a value that waits for the control when the binding ends does not reach it")
  func endsWhileWaiting() async {
    let (field, bindable) = (Field("field"), Bindable("bindable"))
    var binding: BindableToken? = bindable.bind(bothWays: field.makeProperty())
    onAnotherThread { bindable.value = "set" }
    withExtendedLifetime(binding) {}
    binding = nil
    await mainQueueRound()
    #expect(field.text.withLock { $0 } == "bindable")
  }

  @Test("the binding does not retain the Bindable, and ends with it")
  func lifetime() {
    let field = Field("field")
    var bindable: Bindable<String>? = Bindable("bindable")
    weak let gone = bindable
    let binding = bindable?.bind(bothWays: field.makeProperty())
    #expect(field.hasObservers)
    bindable = nil
    #expect(gone == nil)
    #expect(!field.hasObservers)
    binding?.dispose()
  }
}
