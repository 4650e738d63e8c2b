import RxCore
import TestSupport
import Testing

private final class Owner: Sendable {
  let name = "owner"
}

@MainActor
@Suite("withUnretained of Signal")
struct SignalWithUnretainedTests {
  @Test("combines each element with the object, and completes at the first element after it is deallocated")
  func combines() throws {
    for form in 0..<2 {
      let taps = PublishRelay<Int>()
      var owner: Owner? = Owner()
      weak let weakOwner = owner
      let named: Signal<String>? = owner.map { owner in
        form == 0
          ? taps.asSignal().withUnretained(owner) { "\($0.name) \($1)" }
          : taps.asSignal().withUnretained(owner).map { owner, element in "\(owner.name) \(element)" }
      }
      let log = Recording<String>()
      let subscription = try #require(named)
        .emit(onNext: { log.add($0) }, onCompleted: { log.add("completed") })
      taps.accept(1)
      owner = nil
      #expect(weakOwner == nil)
      #expect(log.elements == ["owner 1"])
      taps.accept(2)
      taps.accept(3)
      #expect(log.elements == ["owner 1", "completed"])
      subscription.dispose()
    }
  }
}
