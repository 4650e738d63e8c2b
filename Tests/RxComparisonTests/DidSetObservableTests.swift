import BindableKit
import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

/// The values that the didSet observable from blogs loses. The article "Coming from a didSet
/// observable" shows the same texts.
@Suite("Scenarios in which the didSet observable from blogs and Bindable differ", .dedicatedThreads)
struct DidSetObservableTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  private func compare(_ actions: Actions, _ contenders: Contender<Int, Int>...) async throws -> Comparison<Int> {
    try await Scenario(0, actions).compare(contenders)
  }

  /// A Bindable that delivers where the didSet observable does.
  private var bindableOnMain: Contender<Int, Int> { .bindable("Bindable", queue: .main) }

  @Test("with single changes and live observers both behave alike")
  func agreement() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), .subscribe("other"), from: .main), .at(20, .set(1)), .at(30, .set(2)),
        .at(40, .dispose("view")), .at(50, .set(3)), .at(60, .read("value")),
      ],
      bindableOnMain, .didSet)
    #expect(comparison.isEquivalent)
    #expect(comparison.recordings[1].events(of: "view") == [.next(10, 0), .next(20, 1), .next(30, 2)])
  }

  @Test("of two values set in a row, the last is delivered twice and the first never")
  func quickSets() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view"), from: .main), .at(20, .set(1), .set(2))], bindableOnMain, .didSet)
    #expect(
      "\(comparison)" == """
        view, Bindable  ----------0---------(12)
        view, didSet    ----------0---------(22)
        ticks           0         10        20

        Bindable and didSet differ:
          Bindable delivers next(1) to "view" at tick 20, didSet delivers next(2).

        """)
  }

  @Test("a value set inside a notification is delivered twice to later observers, and the first value never")
  func setInsideNotification() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .set(2)), .at(20, .set(1))],
      .bindable, .inlineDidSet)
    #expect(
      "\(comparison)" == """
        first, Bindable        ----------0---------(12)
        first, inline didSet   ----------0---------(12)
        second, Bindable       ----------0---------(12)
        second, inline didSet  ----------0---------(22)
        ticks                  0         10        20

        Bindable and inline didSet differ:
          Bindable delivers next(1) to "second" at tick 20, inline didSet delivers next(2).

        """)
  }

  @Test("if the value is passed on, later observers receive the values in another order, and end with the old one")
  func reordered() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .set(2)), .at(20, .set(1)),
        .at(30, .read("value")),
      ],
      .bindable, .passingDidSet)
    #expect(
      "\(comparison)" == """
        first, Bindable         ----------0---------(12)----------
        first, passing didSet   ----------0---------(12)----------
        second, Bindable        ----------0---------(12)----------
        second, passing didSet  ----------0---------(21)----------
        value, Bindable         ---------------------   ---------2
        value, passing didSet   ---------------------   ---------2
        ticks                   0         10        20           30

        Bindable and passing didSet differ:
          Bindable delivers next(1) to "second" at tick 20 before next(2) to "second", passing didSet after it.

        """)
  }

  @Test("a deallocated observer is still called")
  func deadObservers() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view"), from: .main), .at(20, .releaseOwner("view")), .at(30, .set(1))],
      bindableOnMain, .didSet)
    #expect(
      "\(comparison)" == """
        view, Bindable  ----------0--------------------
        view, didSet    ----------0-------------------1
        ticks           0         10        20        30

        Bindable and didSet differ:
          didSet delivers next(1) to "view" at tick 30, Bindable does not.

        """)
  }

  @Test(
    "a deallocated observer remains in the list with its captures, even if others are removed"
  )
  func growingList() {
    let (observable, bindable) = (DidSetObservable(0), Bindable(0))
    let (captured, capturedByBindable) = (Lifetimes(), Lifetimes())
    for _ in 0..<100 {
      let owner = Owner()
      let (value, other) = (captured.make(), capturedByBindable.make())
      observable.observe(on: owner) { _ in value.touch() }
      bindable.observe(on: owner) { _ in other.touch() }
    }
    let last = Owner()
    observable.observe(on: last) { _ in }
    observable.remove(observer: last)
    bindable.value = 1  // A Bindable frees the entries of deallocated observers when it next uses its list.
    withExtendedLifetime((observable, bindable)) {
      #expect(observable.observers.count == 100)
      #expect(captured.alive == 100)
      #expect(capturedByBindable.alive == 0)
    }
  }

  @Test("an observer removed inside another one's callback is still called")
  func removedInsideNotification() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .dispose("second")),
        .at(20, .set(1)),
      ],
      .bindable, .inlineDidSet)
    #expect(
      "\(comparison)" == """
        first, Bindable        ----------0---------1
        first, inline didSet   ----------0---------1
        second, Bindable       ----------0----------
        second, inline didSet  ----------0---------1
        ticks                  0         10        20

        Bindable and inline didSet differ:
          inline didSet delivers next(1) to "second" at tick 20, Bindable does not.

        """)
  }

  @Test("two threads that both read and then set lose one of the two changes; modify loses none")
  func lostChange() {
    // Each step waits for the previous one, so there is no data race. The steps are one possible interleaving.
    let observable = DidSetObservable(0)
    let (hasRead, hasSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    startThread {
      let value = observable.value
      hasRead.signal()
      hasSet.wait()
      observable.value = value + 1
      hasRead.signal()
    }
    hasRead.wait()
    observable.value += 1
    hasSet.signal()
    hasRead.wait()
    #expect(observable.value == 1)

    let bindable = Bindable(0)
    onThreads(2) { _ in bindable.modify { $0 += 1 } }
    #expect(bindable.value == 2)
  }

  @Test("a value set by another thread during a notification overtakes it, and is delivered twice")
  func setElsewhere() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("first"), .subscribe("second")), .at(20, .set(1))],
      Contender("Bindable") { initial in SetElsewhereDriver(Bindable(initial)) },
      Contender("inline didSet") { initial in SetElsewhereDriver(InlineDidSetObservable(initial)) })
    #expect(
      "\(comparison)" == """
        first, Bindable        ----------0---------(12)
        first, inline didSet   ----------0---------(12)
        second, Bindable       ----------0---------(12)
        second, inline didSet  ----------0---------(22)
        ticks                  0         10        20

        Bindable and inline didSet differ:
          Bindable delivers next(2) to "first" at tick 20 on the scenario's thread, inline didSet on another thread.
          Bindable delivers next(1) to "second" at tick 20, inline didSet delivers next(2).

        """)
  }

  @Test("a value set by another thread during a notification is delivered twice on the main queue as well")
  func setElsewhereOnMain() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("first"), .subscribe("second"), from: .main), .at(20, .set(1))],
      Contender("Bindable", queues: [.main]) { initial in SetElsewhereDriver(Bindable(initial, queue: .main)) },
      Contender("didSet", queues: [.main]) { initial in SetElsewhereDriver(DidSetObservable(initial)) })
    #expect(
      "\(comparison)" == """
        first, Bindable   ----------0---------(12)
        first, didSet     ----------0---------(12)
        second, Bindable  ----------0---------(12)
        second, didSet    ----------0---------(22)
        ticks             0         10        20

        Bindable and didSet differ:
          Bindable delivers next(1) to "second" at tick 20, didSet delivers next(2).

        """)
  }

  @Test("if the value is passed on, a change by another thread leaves later observers with the old value")
  func setElsewherePassing() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("first"), .subscribe("second")), .at(20, .set(1))],
      Contender("Bindable") { initial in SetElsewhereDriver(Bindable(initial)) },
      Contender("passing didSet") { initial in SetElsewhereDriver(PassingDidSetObservable(initial)) })
    #expect(
      "\(comparison)" == """
        first, Bindable         ----------0---------(12)
        first, passing didSet   ----------0---------(12)
        second, Bindable        ----------0---------(12)
        second, passing didSet  ----------0---------(21)
        ticks                   0         10        20

        Bindable and passing didSet differ:
          Bindable delivers next(2) to "first" at tick 20 on the scenario's thread, passing didSet on another thread.
          Bindable delivers next(2) to "second" at tick 20 on the scenario's thread, passing didSet on another thread.
          Bindable delivers next(1) to "second" at tick 20 before next(2) to "second", passing didSet after it.

        """)
  }
}

/// An owner of observations.
private final class Owner: Sendable {}
