/// The observable of any other operator. Creates a sink for each subscription, and connects it to its sources.
///
///     CustomOperator { TakeUntilSink(observer: $0) } connect: { sink in
///       sink.subscribe(toTrigger: other)
///       source.subscribe(stage: sink)
///     }
final class CustomOperator<Input, Output, Stage: Sink<Input, Output>>: Producer<Output>, @unchecked Sendable {
  private let makeSink: (ObserverBase<Output>) -> Stage
  private let connect: (Stage) throws -> Void

  /// - Parameters:
  ///   - makeSink: see ``Operator/init(_:makeSink:)``, also for what both closures may capture.
  ///   - connect: subscribes the sink to its sources, or starts its work. An error that it throws fails the sequence.
  init(
    makeSink: @escaping (_ observer: ObserverBase<Output>) -> Stage, connect: @escaping (Stage) throws -> Void
  ) {
    self.makeSink = makeSink
    self.connect = connect
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    let sink = makeSink(observer)
    observer.onSubscribe(sink)
    do {
      try connect(sink)
    } catch {
      sink.forwardError(error)
    }
    return sink
  }
}
