import Observation
import RxComparison
import RxCore
import TestSupport

/// A changing value in an `@Observable` class.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Observable
final class ObservableModel: @unchecked Sendable {  // Used on the main actor, like the models of views.
  /// Sets are numbered, so that the driver knows whether all subscribers have received them.
  var state: (value: Int, number: Int)

  init(_ value: Int) {
    state = (value, 0)
  }
}

/// Drives an `@Observable` model that is read with `Observations`. All steps run on the main queue.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class ObservableDriver: ContenderDriver {
  private let model: ObservableModel
  /// The number of the last set that each subscriber received.
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

  /// Waits until all subscribers have received the last set; with a limit, so that a lost set fails the test.
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
