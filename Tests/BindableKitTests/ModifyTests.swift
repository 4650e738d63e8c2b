import BindableKit
import Foundation
import TestSupport
import Testing

/// B3's exception: the body of `modify` runs under the lock, and using the Bindable in the body stops the program.
@Suite struct ModifyTests {
  private struct Refused: Error {}

  @Test("modify returns the result of its body, and notifies once")
  func returns() {
    let list = Bindable([3, 1, 2])
    let log = Recording<[Int]>()
    let token = list.observe(replay: false) { log.add($0) }
    let last = list.modify { list in
      list.sort()
      return list.popLast()
    }
    #expect(last == 3)
    #expect(log.elements == [[1, 2]])
    withExtendedLifetime(token) {}
  }

  @Test("a change made before the body throws remains and is notified")
  func throwing() {
    let count = Bindable(0)
    let log = Recording<Int>()
    let token = count.observe(replay: false) { log.add($0) }
    #expect(throws: Refused.self) {
      try count.modify { value in
        value = 5
        throw Refused()
      }
    }
    count.value = 6
    #expect(log.elements == [5, 6])
    withExtendedLifetime(token) {}
  }

  @Test("the body can use other Bindables")
  func others() {
    let (count, other) = (Bindable(0), Bindable(0))
    let token = other.observe(replay: false) { _ in }
    count.modify { value in
      other.modify { $0 += 1 }
      value += other.value
    }
    #expect(count.value == 1)
    withExtendedLifetime(token) {}
  }

  enum Misuse: String, CaseIterable, Codable {
    case get, set, modify, observe, remove, cancel, observerOfAnother, deinitOfValue
    case tokenDeinit, wrappedValue, values, mapped, combined, observeMapped, observeCombined, removeMapped
    case bind, bindOther, bindBothWays, bindOtherBothWays, bindMapped, cancelBinding
  }

  @Test("using the Bindable inside its own modify stops the program with a message", arguments: Misuse.allCases)
  func misuse(kind: Misuse) async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [kind] in
      let count = Bindable(0)
      let other = Bindable(0)
      let owner = Owner()
      switch kind {
      case .get: count.modify { $0 = count.value + 1 }
      case .set: count.modify { _ in count.value = 1 }
      case .modify: count.modify { _ in count.modify { $0 += 1 } }
      case .observe: count.modify { _ in count.observe(on: owner) { _ in } }
      case .remove: count.modify { _ in count.remove(observer: owner) }
      case .cancel:
        let token = count.observe { _ in }
        count.modify { _ in token.cancel() }
      case .observerOfAnother:
        let token = other.observe(replay: false) { _ in _ = count.value }
        count.modify { _ in other.value = 1 }
        withExtendedLifetime(token) {}
      case .deinitOfValue:
        let holder = Box<Bindable<Owner?>>()
        let cell = Bindable<Owner?>(Owner { holder.content?.value = nil })
        holder.content = cell
        cell.modify { $0 = nil }
      case .tokenDeinit:
        var token: BindableToken? = count.observe { _ in }
        count.modify { _ in token = nil }
        withExtendedLifetime(token) {}
      case .wrappedValue: count.modify { $0 = count.wrappedValue }
      case .values: count.modify { _ in _ = count.values }
      case .mapped: count.modify { $0 = count.map { $0 + 1 }.value }
      case .combined: count.modify { $0 = ReadOnlyBindable.combine(other, count) { $0 + $1 }.value }
      case .observeMapped: count.modify { _ in count.map { $0 + 1 }.observe(on: owner) { _ in } }
      case .observeCombined:
        count.modify { _ in ReadOnlyBindable.combine(other, count) { $0 + $1 }.observe(on: owner) { _ in } }
      case .removeMapped: count.modify { _ in count.map { $0 + 1 }.remove(observer: owner) }
      case .bind: count.modify { _ in _ = count.bind(to: other) }
      case .bindOther: count.modify { _ in _ = other.bind(to: count) }
      case .bindBothWays: count.modify { _ in _ = count.bind(bothWays: other) }
      case .bindOtherBothWays: count.modify { _ in _ = other.bind(bothWays: count) }
      case .bindMapped: count.modify { _ in _ = count.map { $0 + 1 }.bind(to: other) }
      case .cancelBinding:
        let token = count.bind(to: other)
        count.modify { _ in token.cancel() }
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("was used inside the body of its own modify(_:)"))
    #expect(message.contains("Bindable<"))
  }
}
