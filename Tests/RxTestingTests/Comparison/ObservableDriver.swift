import Observation
import RxCore
import RxTesting
import TestSupport

/// The standard library's way to hold a value that changes.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Observable
final class ObservableModel: @unchecked Sendable {  // Used on the main actor, as the models of views are.
  /// With a number of its own for each set, by which is known whether all have seen it.
  var state: (value: Int, number: Int)

  init(_ value: Int) {
    state = (value, 0)
  }
}

/// Drives an `@Observable` model that is followed with `Observations`. All steps are taken on the main queue.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class ObservableDriver: ContenderDriver {
  private let model: ObservableModel
  /// The number of the last set that each subscriber has seen.
  private let seen = Guarded<[String: Int]>([:])

  init(_ initial: Int) {
    model = ObservableModel(initial)
  }

  func set(_ value: Int) {
    MainActor.assumeIsolated { model.state = (value, model.state.number + 1) }
  }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    let name = subscriber.name
    seen.withLock { $0[name] = -1 }
    let task = Task { @MainActor [model, seen] in
      for await state in Observations({ model.state }) {
        if Task.isCancelled { break }
        subscriber.receive(.next(state.value))
        seen.withLock { $0[name] = state.number }
      }
    }
    owner.keep(
      Disposables.create { [seen] in
        task.cancel()
        seen.withLock { $0[name] = nil }
      })
  }

  /// Waits until everyone has seen the last set; not for ever, so that a lost one fails the test that asks for it.
  func settle() async {
    for _ in 0..<100_000 {
      if await isSettled() { return }
      await Task.yield()
    }
  }

  @MainActor
  private func isSettled() -> Bool {
    let last = model.state.number
    return seen.withLock { $0.values.allSatisfy { $0 == last } }
  }
}
