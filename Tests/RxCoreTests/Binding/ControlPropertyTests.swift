import RxCore
import TestSupport
import Testing

@MainActor
@Suite("ControlProperty")
struct ControlPropertyTests {
  private let text = BehaviorSubject<String?>(value: nil)
  private var property: ControlProperty<String?> { ControlProperty(values: text, valueSink: text) }

  @Test("emits the current value and the user's changes, and sets the values that it receives")
  func readsAndSets() {
    let recording = property.record()
    #expect(recording.elements == [nil])
    text.onNext("typed")
    property.onNext("set")
    #expect(recording.elements == [nil, "typed", "set"])
    #expect(property.asControlProperty().asObservable().record().elements == ["set"])
  }

  @Test("changed does not emit the current value")
  func changed() {
    let recording = property.changed.record()
    #expect(recording.elements == [])
    text.onNext("typed")
    #expect(recording.elements == ["typed"])
  }

  @Test("orEmpty replaces nil by an empty string")
  func orEmpty() {
    let property = property.orEmpty
    let recording = property.record()
    #expect(recording.elements == [""])
    property.onNext("set")
    #expect(recording.elements == ["", "set"])
  }

  @Test("forwards completion to its value sink")
  func completes() {
    let recording = property.record()
    property.onCompleted()
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error is reported, and is not forwarded to the value sink")
  func reportsErrors() async {
    await #expect(processExitsWith: .success) {
      let reports = Recording<String>()
      Hooks.defaultErrorHandler = { _, error in reports.add("\(error)") }
      let text = PublishSubject<String>()
      let recording = text.record()
      ControlProperty(values: text, valueSink: text).onError(TestError.one)
      precondition(reports.elements == ["one"])
      precondition(recording.terminals.isEmpty)
    }
  }
}
