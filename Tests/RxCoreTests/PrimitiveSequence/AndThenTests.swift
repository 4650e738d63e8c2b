import RxCore
import TestSupport
import Testing

@Suite("andThen")
struct AndThenTests {
  private let first = SourceProbe<Never>()
  private let second = SourceProbe<Int>()

  private var completable: Completable { first.observable.asCompletable() }

  /// All forms as observables, with the probes as sources.
  private var forms: [Observable<Int>] {
    [
      completable.andThen(second.observable.asSingle()).asObservable(),
      completable.andThen(second.observable.asMaybe()).asObservable(),
      completable.andThen(second.observable),
      completable.andThen(second.observable.asSingle().asCompletable()).asObservable().map { never -> Int in },
    ]
  }

  @Test(
    "the second sequence is subscribed to when the first has completed, and its outcome is emitted", arguments: 0..<4)
  func continues(form: Int) {
    let recording = forms[form].record()
    #expect(second.subscriptions == 0)
    first.complete()
    #expect(second.subscriptions == 1)
    #expect(first.disposals == 1)
    #expect(recording.terminals == [])
    second.send(1)
    second.complete()
    #expect(recording.elements == (form == 3 ? [] : [1]))
    #expect(recording.terminals == ["completed"])
  }

  @Test("after an error from the first, the second is never subscribed to", arguments: 0..<4)
  func fails(form: Int) {
    let recording = forms[form].record()
    first.fail(TestError.one)
    first.complete()
    #expect(second.subscriptions == 0)
    #expect(recording.terminals == ["one"])
  }

  @Test("an error from the second ends the sequence", arguments: 0..<4)
  func secondFails(form: Int) {
    let recording = forms[form].record()
    first.complete()
    second.fail(TestError.two)
    #expect(recording.terminals == ["two"])
    #expect(second.disposals == 1)
  }

  @Test("after disposal, the second is never subscribed to", arguments: 0..<4)
  func disposes(form: Int) {
    let recording = forms[form].record()
    recording.dispose()
    #expect(first.disposals == 1)
    first.complete()
    #expect(second.subscriptions == 0)
    #expect(recording.terminals == [])
  }

  @Test("disposal while the second runs disposes the second", arguments: 0..<4)
  func disposesSecond(form: Int) {
    let recording = forms[form].record()
    first.complete()
    recording.dispose()
    #expect(second.disposals == 1)
  }

  @Test("the stack does not grow with the number of completables that complete inside their subscription")
  func isFlat() {
    let elements = Recording<Int>()
    withStack {
      let long = Completable.concat([Completable](repeating: .empty(), count: 20_000))
      _ = long.andThen(Single.just(1)).subscribe(onSuccess: { one in elements.add(one) })
    }
    #expect(elements.elements == [1])
  }
}
