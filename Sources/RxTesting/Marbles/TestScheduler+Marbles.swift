extension TestScheduler {
  /// A hot observable that emits the events of a marble diagram to all current subscribers.
  ///
  ///     let keys = try scheduler.createHotObservable(marbles: "-a-^-b--c-|", values: ["a": 1, "b": 2, "c": 3])
  ///
  /// The `^`, or the first frame if there is no `^`, is at tick 0 unless `scale` says otherwise. ``start(_:)``
  /// subscribes at tick 200, so pass `.from(200)` here and in the expectation. Throws an error for the first mistake in
  /// the diagram or its values.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - values: the element for each symbol.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func createHotObservable<Element>(
    marbles: String, values: [Character: Element], error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createHotObservable(try Marbles(marbles, scale: scale).events(values: values, error: error))
  }

  /// A hot observable that emits the symbols of a marble diagram as characters, strings or numbers.
  ///
  ///     let keys: TestableObservable<String> = try scheduler.createHotObservable(marbles: "-a-^-b--c-|")
  ///
  /// Throws an error for the first mistake in the diagram.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - type: the type of the elements.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func createHotObservable<Element: LosslessStringConvertible>(
    marbles: String, of type: Element.Type = Element.self, error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createHotObservable(try Marbles(marbles, scale: scale).events(error: error))
  }

  /// A cold observable that emits the events of a marble diagram, with times relative to each subscription.
  ///
  ///     let answer = try scheduler.createColdObservable(marbles: "---x|", values: ["x": [1, 2]])
  ///
  /// Throws an error for the first mistake in the diagram or its values.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - values: the element for each symbol.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func createColdObservable<Element>(
    marbles: String, values: [Character: Element], error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createColdObservable(try Marbles(cold: marbles, scale: scale).events(values: values, error: error))
  }

  /// A cold observable that emits the symbols of a marble diagram as characters, strings or numbers.
  ///
  ///     let answer: TestableObservable<Int> = try scheduler.createColdObservable(marbles: "---1|")
  ///
  /// Throws an error for the first mistake in the diagram.
  ///
  /// - Parameters:
  ///   - marbles: the diagram. See ``Marbles``.
  ///   - type: the type of the elements.
  ///   - error: the error for `#`.
  ///   - scale: maps frames to ticks.
  public func createColdObservable<Element: LosslessStringConvertible>(
    marbles: String, of type: Element.Type = Element.self, error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createColdObservable(try Marbles(cold: marbles, scale: scale).events(error: error))
  }
}
