import RxCore
import TestSupport
import Testing

private final class Owner: Sendable {
  let name = "owner"
}

@Suite("withUnretained of Infallible")
struct InfallibleWithUnretainedTests {
  @Test("combines each element with the object, and completes at the first element after it is deallocated")
  func combines() throws {
    for form in 0..<2 {
      let probe = SourceProbe<Int>()
      var owner: Owner? = Owner()
      weak let weakOwner = owner
      let source = probe.observable.asInfallible(onErrorJustReturn: 0)
      let named = owner.map { owner in
        form == 0
          ? source.withUnretained(owner) { "\($0.name) \($1)" }
          : source.withUnretained(owner).map { owner, element in "\(owner.name) \(element)" }
      }
      let recording = try #require(named).record()
      probe.send(1, 2)
      owner = nil
      #expect(weakOwner == nil)
      #expect(recording.terminals == [])
      probe.send(3)
      #expect(recording.elements == ["owner 1", "owner 2"])
      #expect(recording.terminals == ["completed"])
      #expect(probe.disposals == 1)
    }
  }
}
