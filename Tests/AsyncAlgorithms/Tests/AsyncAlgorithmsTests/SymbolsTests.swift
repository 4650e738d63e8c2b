import AsyncAlgorithms
import BindableKit
import Dispatch
import RxBindable
import RxCore
import RxTesting
import Testing

@Suite("swift-async-algorithms on the values of a Bindable")
@MainActor struct SymbolsTests {
  @Test("debounce, in virtual time")
  func debounce() async {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
    let symbols = Symbols(["AMD", "ARM", "MSFT"], clock: scheduler.virtualClock)
    await scheduler.advance(by: .seconds(1))
    symbols.filter.value = "A"
    await scheduler.advance(by: .milliseconds(100))
    symbols.filter.value = "AR"
    await scheduler.advance(by: .milliseconds(299))
    #expect(symbols.visible.value == ["AMD", "ARM", "MSFT"])
    await scheduler.advance(by: .milliseconds(1))
    #expect(symbols.visible.value == ["ARM"])
  }

  @Test("debounce, the same with the real clock")
  func realClock() async {
    let symbols = Symbols(["AMD", "ARM", "MSFT"], clock: ContinuousClock())
    symbols.filter.value = "A"
    symbols.filter.value = "M"
    for await visible in symbols.visible.values where visible.count == 1 {
      #expect(visible == ["MSFT"])
      break
    }
    withExtendedLifetime(symbols) {}
  }

  @Test("throttle shows the first value and then at most one in each interval")
  func throttle() async {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
    let percent = Bindable(0)
    let shown = Bindable<[Int]>([])
    let slower = percent.values._throttle(for: .milliseconds(33), clock: scheduler.virtualClock)
    let loop = Task { for await value in slower { shown.modify { $0.append(value) } } }
    await scheduler.settle()
    for value in 1...100 {
      await scheduler.advance(by: .milliseconds(1))
      percent.value = value
      await scheduler.settle()
    }
    #expect(shown.value == [0, 33, 66, 99])
    loop.cancel()
  }

  @Test("debounce shows what the bridge's debounce shows, at the same times")
  func bridge() async {
    for gaps in [[300, 299, 1, 301, 10], [1, 2, 3, 600, 299], [500, 500, 100, 100, 300]] {
      let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
      let query = Bindable("")
      let shown = Bindable<[Recorded<Event<String>>]>([])
      let typed = query.values.debounce(for: .milliseconds(300), clock: scheduler.virtualClock)
      let loop = Task { for await text in typed { shown.modify { $0.append(.next(scheduler.clock, text)) } } }
      let bridged = scheduler.record(query.asObservable().debounce(.milliseconds(300), scheduler: scheduler))
      await scheduler.settle()
      for (number, gap) in gaps.enumerated() {
        await scheduler.advance(by: .milliseconds(gap))
        query.value = "\(number)"
      }
      await scheduler.run()
      #expect(shown.value == bridged.events)
      loop.cancel()
    }
  }
}
