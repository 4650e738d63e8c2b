import RxCore
import Testing

private final class Lamp: ReactiveCompatible, @unchecked Sendable {
  var brightness = 0
}

extension Reactive where Base: Lamp {
  fileprivate var isOn: Bool {
    get { base.brightness > 0 }
    nonmutating set { base.brightness = newValue ? 1 : 0 }
  }

  fileprivate static var unit: String { "lumen" }
}

@Suite("Reactive")
struct ReactiveTests {
  @MainActor
  @Test("has a binder for each writable property of its base")
  func bindsProperties() {
    let lamp = Lamp()
    let brightness: Binder<Int> = lamp.rx.brightness
    brightness.onNext(5)
    #expect(lamp.brightness == 5)
  }

  @Test("extensions can declare computed properties, settable ones and static ones")
  func hasExtensions() {
    var lamp = Lamp()
    lamp.rx.isOn = true
    #expect(lamp.rx.isOn)
    #expect(lamp.rx.base === lamp)
    #expect(Lamp.rx.unit == "lumen")
    lamp = Lamp()
    #expect(!lamp.rx.isOn)
  }
}
