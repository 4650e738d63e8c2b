public import Testing

extension ExitTest.Result? {
  /// Expects that the standard error of the process contains `text`.
  public func says(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let written = String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
    #expect(written.contains(text), sourceLocation: sourceLocation)
  }
}
