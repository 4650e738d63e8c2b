extension TestScheduler {
  /// A hot observable that sends what a marble diagram says, to whoever is subscribed then.
  ///
  ///     let keys = try scheduler.createHotObservable(marbles: "-a-^-b--c-|", values: ["a": 1, "b": 2, "c": 3])
  ///
  /// The `^`, or without one the first frame, is at tick 0 unless `scale` says otherwise. The observer of `start` subscribes
  /// at tick 200: there give `.from(200)` here and to the expectation. Throws what is wrong with the diagram or its values.
  public func createHotObservable<Element>(
    marbles: String, values: [Character: Element], error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createHotObservable(try Marbles(marbles, scale: scale).events(values: values, error: error))
  }

  /// A hot observable that sends the signs of a marble diagram as characters, strings, or numbers.
  ///
  ///     let keys: TestableObservable<String> = try scheduler.createHotObservable(marbles: "-a-^-b--c-|")
  public func createHotObservable<Element: LosslessStringConvertible>(
    marbles: String, of type: Element.Type = Element.self, error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createHotObservable(try Marbles(marbles, scale: scale).events(error: error))
  }

  /// A cold observable that sends what a marble diagram says to each observer, counted from when it subscribes.
  ///
  ///     let answer = try scheduler.createColdObservable(marbles: "---x|", values: ["x": [1, 2]])
  ///
  /// Throws what is wrong with the diagram or its values.
  public func createColdObservable<Element>(
    marbles: String, values: [Character: Element], error: any Error = MarbleError(), scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createColdObservable(try Marbles(cold: marbles, scale: scale).events(values: values, error: error))
  }

  /// A cold observable that sends the signs of a marble diagram as characters, strings, or numbers.
  ///
  ///     let answer: TestableObservable<Int> = try scheduler.createColdObservable(marbles: "---1|")
  public func createColdObservable<Element: LosslessStringConvertible>(
    marbles: String, of type: Element.Type = Element.self, error: any Error = MarbleError(),
    scale: MarbleScale = MarbleScale()
  ) throws -> TestableObservable<Element> {
    createColdObservable(try Marbles(cold: marbles, scale: scale).events(error: error))
  }
}
