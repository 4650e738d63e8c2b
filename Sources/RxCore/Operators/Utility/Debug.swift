internal import CRuntime

extension ObservableType {
  /// Prints each subscription, event and disposal to standard output, with the local time.
  ///
  ///     2026-01-01 12:00:00.000: count -> subscribed
  ///     2026-01-01 12:00:00.004: count -> Event next(1)
  ///     2026-01-01 12:00:00.009: count -> isDisposed
  ///
  /// - Parameters:
  ///   - identifier: names the sequence. The default is the location of the `debug` call.
  ///   - trimOutput: whether events of more than 40 characters are shortened in the middle.
  ///   - file: the file name in the default identifier.
  ///   - line: the line number in the default identifier.
  ///   - function: the function name in the default identifier.
  ///
  /// Semantics: ReactiveX, Do.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID, line: UInt = #line,
    function: String = #function
  ) -> Observable<Element> {
    debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function) { print($0) }
  }

  /// Like the public overload, but passes each line to `output`.
  package func debug(
    _ identifier: String?, trimOutput: Bool, file: String = #fileID, line: UInt = #line, function: String = #function,
    output: @escaping @Sendable (String) -> Void
  ) -> Observable<Element> {
    let place = "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
    let log = DebugLog(identifier: identifier ?? place, trimsEvents: trimOutput, output: output)
    return Operator(asObservable()) { DebugSink(log: log, observer: $0) }
  }
}

/// Formats the output of one `debug` call for all of its subscriptions.
private struct DebugLog: Sendable {
  private static let maximumEventLength = 40

  let identifier: String
  let trimsEvents: Bool
  let output: @Sendable (String) -> Void

  func write(_ content: String) {
    output("\(Self.localTime()): \(identifier) -> \(content)")
  }

  func write<Element>(_ event: Event<Element>) {
    let text = "\(event)"
    let isTooLong = trimsEvents && text.count > Self.maximumEventLength
    let half = Self.maximumEventLength / 2
    write("Event \(isTooLong ? "\(text.prefix(half))...\(text.suffix(half))" : text)")
  }

  private static func localTime() -> String {
    var now = timespec()
    var parts = tm()
    clock_gettime(CLOCK_REALTIME, &now)
    localtime_r(&now.tv_sec, &parts)
    let date = "\(padded(parts.tm_year + 1900, to: 4))-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    let time = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    return "\(date) \(time).\(padded(Int32(now.tv_nsec / 1_000_000), to: 3))"
  }

  private static func padded(_ number: Int32, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

private final class DebugSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let log: DebugLog

  init(log: DebugLog, observer: ObserverBase<Element>) {
    self.log = log
    super.init(observer: observer)
    log.write("subscribed")
  }

  override func onNext(_ element: Element) {
    log.write(Event.next(element))
    forwardNext(element)
  }

  override func onError(_ error: any Error) {
    log.write(Event<Element>.error(error))
    forwardError(error)
  }

  override func onCompleted() {
    log.write(Event<Element>.completed)
    forwardCompleted()
  }

  override func addResources(to rest: inout [any Upstream]) { log.write("isDisposed") }
}
