import BindableKit
import Dispatch
import TestSupport
import Testing

/// B1, B8 and B10 for a Bindable as a property wrapper.
@Suite(.dedicatedThreads) struct PropertyWrapperTests {
  private static let queue = DispatchQueue(label: "wrapper")

  private final class ViewModel {
    @Bindable var count = 0
    @Bindable(queue: PropertyWrapperTests.queue) var title = "a"
    @Bindable(queue: PropertyWrapperTests.queue, policy: .latest) var progress = 0.0
    @Bindable(queue: nil) var name = "a"
    @Bindable(policy: .latest) var step = 0
  }

  @Test("the property is the value, and $property is the Bindable")
  func wrapped() {
    let model = ViewModel()
    let log = Log<Int>()
    let token = model.$count.observe { log.add($0) }
    model.count = 1
    model.count += 1
    model.$count.modify { $0 += 1 }
    #expect(log.entries == [0, 1, 2, 3])
    #expect(model.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test("the attribute takes a queue and a policy")
  func queued() {
    let model = ViewModel()
    let titles = Log<String>()
    let progress = Log<Double>()
    Self.queue.suspend()
    let tokens = [
      model.$title.observe { titles.add($0) }, model.$progress.observe(replay: false) { progress.add($0) },
    ]
    for title in ["b", "c"] { model.title = title }
    for step in 1...10 { model.progress = Double(step) }
    Self.queue.resume()
    Self.queue.settle()
    #expect(titles.entries == ["a", "b", "c"])
    #expect(progress.entries == [10])
    withExtendedLifetime(tokens) {}
  }

  @Test("without a queue, the attribute's Bindable delivers on the thread that sets")
  func settingThread() {
    let model = ViewModel()
    let (names, steps) = (Log<String>(), Log<Int>())
    let tokens = [model.$name.observe { names.add($0) }, model.$step.observe { steps.add($0) }]
    model.name = "b"
    model.step = 1
    #expect(names.entries == ["a", "b"])
    #expect(steps.entries == [0, 1])
    withExtendedLifetime(tokens) {}
  }
}
