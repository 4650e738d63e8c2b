public import RxCore

// MARK: Events

extension Sequence {
  /// What differs between the recording and a marble diagram; `nil` if nothing does. Signs of the diagram stand for
  /// what `values` has for them.
  ///
  ///     #expect(observer.events.mismatch(with: "--a--b|", values: ["a": 1, "b": 2]) == nil)    // Swift Testing
  ///     XCTAssertNil(observer.events.mismatch(with: "--a--b|", values: ["a": 1, "b": 2]))      // XCTest
  ///
  /// Both show the mismatch as two diagrams. A diagram that cannot be read is a mismatch as well, and says why.
  public func mismatch<Value: Equatable>(
    with marbles: String, values: [Character: Value], error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(values: values, error: error) }
  }

  /// What differs between the recording and a marble diagram whose signs are the elements themselves: characters,
  /// strings, or numbers for digits; `nil` if nothing does.
  ///
  ///     #expect(observer.events.mismatch(with: "--1--2|", scale: .from(200)) == nil)
  public func mismatch<Value: Equatable & LosslessStringConvertible>(
    with marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(error: error) }
  }

  /// What differs between the recording and a marble diagram whose signs stand for what `transform` makes of them;
  /// `nil` if nothing does.
  public func mismatch<Value: Equatable>(
    with marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale(),
    _ transform: (Character) throws -> Value
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    mismatch(with: marbles, scale: scale) { try $0.events(error: error, transform) }
  }

  /// Throws what differs between the recording and a marble diagram, if anything does. See
  /// ``mismatch(with:values:error:scale:)``.
  ///
  ///     try observer.events.expect("--a--b|", values: ["a": 1, "b": 2])
  public func expect<Value: Equatable>(
    _ marbles: String, values: [Character: Value], error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, values: values, error: error, scale: scale) { throw mismatch }
  }

  /// Throws what differs between the recording and a marble diagram whose signs are the elements themselves. See
  /// ``mismatch(with:error:scale:)``.
  public func expect<Value: Equatable & LosslessStringConvertible>(
    _ marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, error: error, scale: scale) { throw mismatch }
  }

  /// Throws what differs between the recording and a marble diagram whose signs stand for what `transform` makes of
  /// them. See ``mismatch(with:error:scale:_:)``.
  public func expect<Value: Equatable>(
    _ marbles: String, error: any Error = MarbleError(), scale: MarbleScale = MarbleScale(),
    _ transform: (Character) throws -> Value
  ) throws(MarbleMismatch) where Element == Recorded<Event<Value>> {
    if let mismatch = mismatch(with: marbles, error: error, scale: scale, transform) { throw mismatch }
  }

  private func mismatch<Value: Equatable>(
    with text: String, scale: MarbleScale, read: (Marbles) throws -> [Recorded<Event<Value>>]
  ) -> MarbleMismatch? where Element == Recorded<Event<Value>> {
    do {
      let marbles = try Marbles(text, scale: scale)
      let expected = try read(marbles)
      var seen: Set<Character> = []
      let known = zip(marbles.signs, expected.compactMap(\.value.element)).filter { seen.insert($0.0).inserted }
      return MarbleMismatch(
        expected: expected, actual: Array(self), known: known.map { (sign: $0, element: $1) }, scale: scale)
    } catch {
      return MarbleMismatch(unreadable: error)
    }
  }
}

// MARK: Subscriptions

extension Sequence<Subscription> {
  /// What differs between the subscriptions and their diagrams, one for each in order; `nil` if nothing does.
  ///
  ///     #expect(source.subscriptions.mismatch(with: "--^---!", "-----^-!") == nil)
  public func mismatch(with marbles: String..., scale: MarbleScale = MarbleScale()) -> MarbleMismatch? {
    mismatch(with: marbles, scale: scale)
  }

  /// What differs between the subscriptions and their diagrams, one for each in order; `nil` if nothing does. With no
  /// diagram it is expected that nobody subscribed.
  public func mismatch(with marbles: [String], scale: MarbleScale = MarbleScale()) -> MarbleMismatch? {
    do {
      let expected = try marbles.map { try Subscription(marbles: $0, scale: scale) }
      return MarbleMismatch(expected: expected, actual: Array(self), scale: scale)
    } catch {
      return MarbleMismatch(unreadable: error)
    }
  }

  /// Throws what differs between the subscriptions and their diagrams, if anything does. See
  /// ``mismatch(with:scale:)``.
  ///
  ///     try source.subscriptions.expect("--^---!", "-----^-!")
  public func expect(_ marbles: String..., scale: MarbleScale = MarbleScale()) throws(MarbleMismatch) {
    if let mismatch = mismatch(with: marbles, scale: scale) { throw mismatch }
  }

  /// Throws what differs between the subscriptions and their diagrams, if anything does. With no diagram it is expected
  /// that nobody subscribed.
  public func expect(_ marbles: [String], scale: MarbleScale = MarbleScale()) throws(MarbleMismatch) {
    if let mismatch = mismatch(with: marbles, scale: scale) { throw mismatch }
  }
}
