import Foundation
import RxCore
import RxFoundation
import TestSupport
import Testing

@Suite("Foundation's decoders")
struct DecodersTests {
  private struct User: Codable, Equatable {
    var name: String
  }

  @Test("decode creates values from JSON and from property lists")
  func decodes() throws {
    let seen = Recording<String>()
    let list = try PropertyListEncoder().encode(User(name: "Grace"))
    _ = Observable.just(Data(#"{"name": "Ada"}"#.utf8)).decode(type: User.self, decoder: JSONDecoder())
      .subscribe(onNext: { seen.add($0.name) })
    _ = Observable.just(list).decode(type: User.self, decoder: PropertyListDecoder())
      .subscribe(onNext: { seen.add($0.name) })
    #expect(seen.elements == ["Ada", "Grace"])
  }

  @Test("data that cannot be decoded ends the sequence with the decoder's error")
  func fails() {
    let seen = Recording<String>()
    _ = Observable.just(Data("[]".utf8)).decode(type: User.self, decoder: JSONDecoder())
      .subscribe(onNext: { seen.add($0.name) }, onError: { seen.add($0 is DecodingError ? "decoding" : "other") })
    #expect(seen.elements == ["decoding"])
  }
}
