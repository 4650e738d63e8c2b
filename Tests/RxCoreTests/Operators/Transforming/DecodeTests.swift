import RxCore
import TestSupport
import Testing

/// Decodes numbers written as text.
private struct TextDecoder: DataDecoder {
  func decode<Item: Decodable>(_ type: Item.Type, from data: String) throws -> Item {
    guard let item = Int(data) as? Item else { throw TestError.one }
    return item
  }
}

@Suite("decode")
struct DecodeTests {
  @Test("emits the decoder's result for each element")
  func decodes() {
    let recording = Observable.of("1", "2").decode(type: Int.self, decoder: TextDecoder()).record()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error from the decoder ends the sequence and frees the source")
  func fails() {
    let probe = SourceProbe<String>()
    let recording = probe.observable.decode(type: Int.self, decoder: TextDecoder()).record()
    probe.send("1", "one", "2")
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }
}
