public import RxCore

// MARK: Events

extension Sequence {
  /// The first difference between the recording and a diagram with elements from `values`; `nil` if there is none.
  ///
  ///     #expect(observer.events.mismatch(with: "--a--b|", values: ["a": 1, "b": 2]) == nil)    // Swift Testing
  ///     XCTAssertNil(observer.events.mismatch(with: "--a--b|", values: ["a": 1, "b": 2]))      // XCTest
  ///
  /// Both frameworks report the mismatch as two diagrams. If the diagram cannot be parsed, the mismatch says why.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - values: the element for each symbol.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func mismatch<Value: Equatable>(
    with marbles: String, values: [Character: Value], error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(values: values, error: error) }
  }

  /// The first difference between the recording and a diagram whose symbols are the elements; `nil` if there is none.
  ///
  /// Each element is its symbol: a character, a string or, for a digit, a number.
  ///
  ///     #expect(observer.events.mismatch(with: "--1--2|", scale: .from(200)) == nil)
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func mismatch<Value: Equatable & LosslessStringConvertible>(
    with marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(error: error) }
  }

  /// The first difference between the recording and a diagram with elements from a closure; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  ///   - transform: returns the element for a symbol. An error it throws is a mismatch.
  public func mismatch<Value: Equatable>(
    with marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale(),
    _ transform: (Character) throws -> Value
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(error: error, transform) }
  }

  /// Throws the first difference between the recording and a marble diagram with elements from `values`, if any.
  ///
  /// See ``mismatch(with:values:error:scale:)``.
  ///
  ///     try observer.events.expect("--a--b|", values: ["a": 1, "b": 2])
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - values: the element for each symbol.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func expect<Value: Equatable>(
    _ marbles: String, values: [Character: Value], error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale(), file: StaticString = #fileID, line: UInt = #line
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, values: values, error: error, scale: scale) {
      throw mismatch.at(file, line)
    }
  }

  /// Throws the first difference, if any, between the recording and a marble diagram whose symbols are the elements.
  ///
  /// See ``mismatch(with:error:scale:)``.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func expect<Value: Equatable & LosslessStringConvertible>(
    _ marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale(),
    file: StaticString = #fileID, line: UInt = #line
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, error: error, scale: scale) { throw mismatch.at(file, line) }
  }

  /// Throws the first difference between the recording and a marble diagram with elements from a closure, if any.
  ///
  /// See ``mismatch(with:error:scale:_:)``.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  ///   - transform: returns the element for a symbol. An error it throws is a mismatch.
  public func expect<Value: Equatable>(
    _ marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale(),
    file: StaticString = #fileID, line: UInt = #line, _ transform: (Character) throws -> Value
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, error: error, scale: scale, transform) { throw mismatch.at(file, line) }
  }

  private func mismatch<Value: Equatable>(
    with text: String, scale: MarbleScale, read: (Marbles) throws -> [Recorded<Event<Value>>]
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    do {
      let marbles = try Marbles(text, scale: scale)
      let expected = try read(marbles)
      var seen: Set<Character> = []
      let known = zip(marbles.symbols, expected.compactMap(\.value.element)).filter { seen.insert($0.0).inserted }
      return MarbleMismatch(
        expected: expected, actual: Array(self), known: known.map { (symbol: $0, element: $1) }, scale: scale)
    } catch {
      return MarbleMismatch(unreadable: error)
    }
  }
}

// MARK: Subscriptions

extension Sequence<Subscription> {
  /// The first difference between the subscriptions and their diagrams; `nil` if there is none.
  ///
  ///     #expect(source.subscriptions.mismatch(with: "--^---!", "-----^-!") == nil)
  ///
  /// - Parameters:
  ///   - marbles: a diagram for each subscription, in order. See ``Subscription/init(marbles:scale:)``.
  ///   - scale: maps frames to ticks.
  public func mismatch(with marbles: String..., scale: MarbleScale = MarbleScale()) -> MarbleMismatch? {
    mismatch(with: marbles, scale: scale)
  }

  /// The first difference between the subscriptions and their diagrams; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - marbles: a diagram for each subscription, in order; empty if no subscription is expected.
  ///   - scale: maps frames to ticks.
  public func mismatch(with marbles: [String], scale: MarbleScale = MarbleScale()) -> MarbleMismatch? {
    do {
      let expected = try marbles.map { try Subscription(marbles: $0, scale: scale) }
      return MarbleMismatch(expected: expected, actual: Array(self), scale: scale)
    } catch {
      return MarbleMismatch(unreadable: error)
    }
  }

  /// Throws the first difference between the subscriptions and their diagrams, if any.
  ///
  ///     try source.subscriptions.expect("--^---!", "-----^-!")
  ///
  /// - Parameters:
  ///   - marbles: a diagram for each subscription, in order. See ``Subscription/init(marbles:scale:)``.
  ///   - scale: maps frames to ticks.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func expect(
    _ marbles: String..., scale: MarbleScale = MarbleScale(), file: StaticString = #fileID, line: UInt = #line
  ) throws(MarbleMismatch) {
    try expect(marbles, scale: scale, file: file, line: line)
  }

  /// Throws the first difference between the subscriptions and their diagrams, if any.
  ///
  /// - Parameters:
  ///   - marbles: a diagram for each subscription, in order; empty if no subscription is expected.
  ///   - scale: maps frames to ticks.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func expect(
    _ marbles: [String], scale: MarbleScale = MarbleScale(), file: StaticString = #fileID, line: UInt = #line
  ) throws(MarbleMismatch) {
    if let mismatch = mismatch(with: marbles, scale: scale) { throw mismatch.at(file, line) }
  }
}
