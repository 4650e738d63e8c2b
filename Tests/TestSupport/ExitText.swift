public import Testing

extension ExitTest.Result? {
  /// Expects that what the process wrote to standard error contains `text`.
  public func says(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let written = String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
    #expect(written.contains(text), sourceLocation: sourceLocation)
  }
}
