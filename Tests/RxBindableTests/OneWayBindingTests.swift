import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

/// X6: a binding from a value to which nothing is bound loses nothing and doubles nothing.
@Suite("the bridge: one-way bindings", .dedicatedThreads)
struct OneWayBindingTests {
  enum Source: CaseIterable {
    case publishSubject, behaviorSubject, publishRelay, behaviorRelay, bindable, observable, derived

    /// Creates a source. Returns closures that emit an element and bind the source to a Bindable.
    func make() -> (emit: @Sendable (Int) -> Void, bind: @Sendable (Bindable<Int>) -> any Disposable) {
      switch self {
      case .publishSubject:
        let subject = PublishSubject<Int>()
        return ({ subject.onNext($0) }, { subject.bind(to: $0) })
      case .behaviorSubject:
        let subject = BehaviorSubject(value: 0)
        return ({ subject.onNext($0) }, { subject.bind(to: $0) })
      case .publishRelay:
        let relay = PublishRelay<Int>()
        return ({ relay.accept($0) }, { relay.bind(to: $0) })
      case .behaviorRelay:
        let relay = BehaviorRelay(value: 0)
        return ({ relay.accept($0) }, { relay.bind(to: $0) })
      case .bindable:
        let bindable = Bindable(0)
        return ({ bindable.value = $0 }, { bindable.bind(to: $0) })
      case .observable:
        let bindable = Bindable(0)
        return ({ bindable.value = $0 }, { bindable.asObservable().bind(to: $0) })
      case .derived:
        let bindable = Bindable(0)
        return ({ bindable.value = -$0 }, { bindable.map { -$0 }.bind(to: $0) })
      }
    }
  }

  @Test("a value set by an observer of the source does not overtake the value being delivered")
  func oneThread() {
    let (a, b, target) = (PublishSubject<Int>(), PublishSubject<Int>(), Bindable(0))
    let received = Recording<Int>()
    let token = target.observe(replay: false) { received.add($0) }
    let earlier = a.subscribe(onNext: { b.onNext($0 + 100) })
    let bindings = [a.bind(to: target), b.bind(to: target)]
    for element in 1...3 { a.onNext(element) }
    #expect(received.elements == [101, 1, 102, 2, 103, 3])
    withExtendedLifetime((token, earlier, bindings)) {}
  }

  @Test("a target that an earlier observer of the source resets still receives the value", arguments: Source.allCases)
  func reset(kind: Source) {
    let (source, target) = (kind.make(), Bindable(-1))
    let first = Bindable(0)
    let earlier = source.bind(first)
    let resetting = first.observe(replay: false) { _ in target.value = 0 }
    let binding = source.bind(target)
    let received = Recording<Int>()
    let token = target.observe(replay: false) { received.add($0) }
    source.emit(7)
    #expect(received.elements == [0, 7])
    withExtendedLifetime((earlier, resetting, binding, token)) {}
  }

  @Test("two threads lose and double no value", arguments: Source.allCases, Source.allCases)
  func twoThreads(one: Source, other: Source) {
    for _ in 0..<300 {
      let (sources, target) = ([one.make(), other.make()], Bindable(0))
      let received = Recording<Int>()
      let bindings = sources.map { $0.bind(target) }
      let token = target.observe(replay: false) { received.add($0) }
      onThreads(2) { thread in
        for value in 1...20 { sources[thread].emit(thread * 100 + value) }
      }
      for thread in 0..<2 {
        #expect(received.elements.filter { $0 / 100 == thread } == (1...20).map { thread * 100 + $0 })
      }
      withExtendedLifetime((bindings, token)) {}
    }
  }

  @Test("two threads lose and double no value if one of them sets the target itself", arguments: Source.allCases)
  func setDirectly(kind: Source) {
    for _ in 0..<300 {
      let (source, target) = (kind.make(), Bindable(0))
      let received = Recording<Int>()
      let binding = source.bind(target)
      let token = target.observe(replay: false) { received.add($0) }
      onThreads(2) { thread in
        for value in 1...20 { if thread == 0 { source.emit(value) } else { target.value = 100 + value } }
      }
      for thread in 0..<2 {
        #expect(received.elements.filter { $0 / 100 == thread } == (1...20).map { thread * 100 + $0 })
      }
      withExtendedLifetime((binding, token)) {}
    }
  }

  @Test("the current value that a new binding passes on is not lost if another thread sets the target")
  func currentValue() {
    for _ in 0..<300 {
      let (subject, target) = (BehaviorSubject(value: 7), Bindable(0))
      let received = Recording<Int>()
      let token = target.observe(replay: false) { received.add($0) }
      let start = Barrier(of: 2)
      onThreads(2) { thread in
        start.wait()
        if thread == 0 {
          for value in 101...110 { target.value = value }
        } else {
          _ = subject.bind(to: target)
        }
      }
      #expect(received.elements.filter { $0 == 7 } == [7])
      withExtendedLifetime(token) {}
    }
  }

  @Test("values that are pending when another value is bound to the source still reach the target")
  func pendingWhenBound() throws {
    let queue = DispatchQueue(label: "source")
    let (source, other) = (Bindable(0, queue: queue), Bindable(9))
    let (target, subject, combined) = (Bindable(-1), BehaviorSubject(value: -1), Bindable(-1))
    let received = [Recording<Int>(), Recording<Int>()]
    let bindings = [
      source.bind(to: target), source.bind(to: subject),
      ReadOnlyBindable.combine(source, other.map { $0 }) { one, _ in one }.bind(to: combined),
    ]
    queue.settle()
    let token = target.observe(replay: false) { received[0].add($0) }
    let subscription = subject.skip(1).subscribe(onNext: { received[1].add($0) })
    queue.suspend()
    for value in 1...3 { source.value = value }
    let later = other.bind(to: source)
    queue.resume()
    queue.settle()
    for log in received { #expect(log.elements == [1, 2, 3, 9]) }
    #expect((target.value, try subject.value(), combined.value) == (9, 9, 9))
    subscription.dispose()
    withExtendedLifetime((bindings, token, later)) {}
  }

  /// Ways to make a value that follows a subject.
  enum Bridge: CaseIterable {
    case asBindable, asTwoWayBindable, bind, bindBothWays
  }

  @Test("nothing is emitted twice or lost while another thread makes and drops bridges", arguments: Bridge.allCases)
  func bridgesMeanwhile(bridge: Bridge) throws {
    for _ in 0..<300 {
      let subject = BehaviorSubject(value: 0)
      let recording = subject.record()
      let isDone = Guarded(false)
      onThreads(2) { thread in
        if thread == 0 {
          for element in 1...200 { subject.onNext(element) }
          isDone.withLock { $0 = true }
          return
        }
        while !isDone.withLock({ $0 }) {
          let bindable = Bindable(0)
          switch bridge {
          case .asBindable: _ = try? subject.asBindable(onError: .handle { _ in })
          case .asTwoWayBindable: _ = try? subject.asTwoWayBindable()
          case .bind: subject.bind(to: bindable).dispose()
          case .bindBothWays: subject.bind(bothWays: bindable).dispose()
          }
        }
      }
      #expect(recording.elements == Array(0...200))
      recording.dispose()
    }
  }
}
