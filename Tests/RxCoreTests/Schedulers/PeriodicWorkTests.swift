import TestSupport
import Testing

@testable import RxCore

@Suite("Periodic work")
struct PeriodicWorkTests {
  /// The scheduled runs, which the test executes.
  private let runs = Recording<PeriodicWork<Int>.Run>()

  private func start(_ action: @escaping @Sendable (Int) -> Int) -> any Disposable {
    let work = PeriodicWork(0, action) { [runs] run in
      runs.add(run)
      return Disposables.create()
    }
    return work.start { [runs] run in
      runs.add(run)
      return Disposables.create()
    }
  }

  @Test("each run schedules the next one before it calls the action")
  func schedulesNext() {
    let log = Recording<Int>()
    let work = start { [runs] state in
      log.add(runs.elements.count)
      return state + 1
    }
    for index in 0..<3 { runs.elements[index]() }
    #expect(log.elements == [2, 3, 4])
    work.dispose()
  }

  @Test("periods that elapse during the action cause one more call")
  func coalesces() {
    let log = Recording<Int>()
    let work = start { [runs] state in
      log.add(state)
      if state == 0 { for index in 1...3 { runs.elements[index]() } }
      return state + 1
    }
    runs.elements[0]()
    #expect(log.elements == [0, 1])
    runs.elements[4]()
    #expect(log.elements == [0, 1, 2])
    work.dispose()
  }

  @Test("disposal inside the action ends the work, even if another period has elapsed")
  func disposedInside() {
    let log = Recording<Int>()
    let work = SerialDisposable()
    work.disposable = start { [runs] state in
      log.add(state)
      runs.elements[1]()
      work.dispose()
      return state + 1
    }
    runs.elements[0]()
    runs.elements[2]()
    #expect(log.elements == [0])
  }
}
