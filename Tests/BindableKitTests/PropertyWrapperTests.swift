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
    @Bindable(queue: nil) var name = "a"
  }

  @Test("the property is the value, and $property is the Bindable")
  func wrapped() {
    let model = ViewModel()
    let log = Recording<Int>()
    let token = model.$count.observe { log.add($0) }
    model.count = 1
    model.count += 1
    model.$count.modify { $0 += 1 }
    #expect(log.elements == [0, 1, 2, 3])
    #expect(model.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test("the attribute takes a queue")
  func queued() {
    let model = ViewModel()
    let titles = Recording<String>()
    Self.queue.suspend()
    let token = model.$title.observe { titles.add($0) }
    for title in ["b", "c"] { model.title = title }
    Self.queue.resume()
    Self.queue.settle()
    #expect(titles.elements == ["a", "b", "c"])
    withExtendedLifetime(token) {}
  }

  @Test("without a queue, the attribute's Bindable delivers on the thread that sets")
  func settingThread() {
    let model = ViewModel()
    let names = Recording<String>()
    let token = model.$name.observe { names.add($0) }
    model.name = "b"
    #expect(names.elements == ["a", "b"])
    withExtendedLifetime(token) {}
  }
}
