import RxCore
import TestSupport
import Testing

@MainActor
@Suite("zip and combineLatest of 2 to 8 shared sequences")
struct SharedSequenceArityTests {
  private let relays = (1...8).map { BehaviorRelay(value: $0) }
  private let bag = DisposeBag()

  /// The elements that `sequence` emits while the value of each relay in turn increases by a hundred.
  private func play<Element: Sendable>(_ sequence: Driver<Element>) -> [String] {
    let log = Recording<String>()
    sequence.drive(onNext: { log.add("\($0)") }).disposed(by: bag)
    for relay in relays { relay.accept(relay.value + 100) }
    return log.elements
  }

  private func driver(_ number: Int) -> Driver<Int> { relays[number - 1].asDriver() }

  @Test("zip emits the closure's result for the elements, or a tuple, in the order of the sources")
  func zip() {
    expect(play(Driver.zip(driver(1), driver(2)) { [$0, $1] }), 2, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2))), 2, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3)) { [$0, $1, $2] }), 3, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3))), 3, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3), driver(4)) { [$0, $1, $2, $3] }), 4, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3), driver(4))), 4, steps: 1)
    expect(
      play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5)) { [$0, $1, $2, $3, $4] }), 5, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5))), 5, steps: 1)
    expect(
      play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6)) { [$0, $1, $2, $3, $4, $5] }),
      6, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6))), 6, steps: 1)
    expect(
      play(
        Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7)) {
          [$0, $1, $2, $3, $4, $5, $6]
        }), 7, steps: 1)
    expect(play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7))), 7, steps: 1)
    expect(
      play(
        Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7), driver(8)) {
          [$0, $1, $2, $3, $4, $5, $6, $7]
        }), 8, steps: 1)
    expect(
      play(Driver.zip(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7), driver(8))), 8,
      steps: 1)
  }

  @Test("combineLatest emits the closure's result for the elements, or a tuple, in the order of the sources")
  func combineLatest() {
    expect(play(Driver.combineLatest(driver(1), driver(2)) { [$0, $1] }), 2, steps: 2)
    expect(play(Driver.combineLatest(driver(1), driver(2))), 2, steps: 2)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3)) { [$0, $1, $2] }), 3, steps: 3)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3))), 3, steps: 3)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4)) { [$0, $1, $2, $3] }), 4, steps: 4)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4))), 4, steps: 4)
    expect(
      play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5)) { [$0, $1, $2, $3, $4] }), 5,
      steps: 5)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5))), 5, steps: 5)
    expect(
      play(
        Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6)) {
          [$0, $1, $2, $3, $4, $5]
        }), 6, steps: 6)
    expect(play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6))), 6, steps: 6)
    expect(
      play(
        Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7)) {
          [$0, $1, $2, $3, $4, $5, $6]
        }), 7, steps: 7)
    expect(
      play(Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7))), 7,
      steps: 7)
    expect(
      play(
        Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7), driver(8)) {
          [$0, $1, $2, $3, $4, $5, $6, $7]
        }), 8, steps: 8)
    expect(
      play(
        Driver.combineLatest(driver(1), driver(2), driver(3), driver(4), driver(5), driver(6), driver(7), driver(8))),
      8, steps: 8)
  }

  /// Expects the initial values of the first `count` relays, then the values after each relay's change or, if `steps`
  /// is 1, only the values after the last change.
  private func expect(
    _ seen: [String], _ count: Int, steps: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let first = relays.prefix(count).map { $0.value - 100 }
    let all = [0] + (1...count).map { $0 }
    let expected = all.filter { steps > 1 || $0 == 0 || $0 == count }.map { changed in
      first.enumerated().map { $0 < changed ? $1 + 100 : $1 }
    }
    let lists = seen.map { $0.split { !$0.isNumber }.compactMap { Int($0) } }
    #expect(lists == expected, sourceLocation: sourceLocation)
  }
}
