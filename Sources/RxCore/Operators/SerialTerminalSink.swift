/// A serial sink that forwards the terminal event of its source in order with everything else it forwards.
class SerialTerminalSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  override func onCompleted() {
    serially { self.forwardCompleted() }
  }
}
