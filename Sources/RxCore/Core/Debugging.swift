#if DEBUG
  internal import DeliveryCore
  import Synchronization

  // Debug builds only.

  // MARK: Printing a subscription

  /// The stages of a subscription from the source to the last operator, and where the subscription was made:
  ///
  ///     print(subscription)  // subject > map > filter, subscribed at App/View.swift:12
  ///
  /// A first stage that has not been subscribed to its source yet, or waits for another, comes after `waiting`.
  extension SinkDisposer: CustomStringConvertible {
    var description: String { describe(stage(after: nil)) }
  }

  /// The classes of the same stages:
  ///
  ///     debugPrint(subscription)  // SinkDisposer: SubjectEntry > MapSink > FilterSink, subscribed at App/View.swift:12
  extension SinkDisposer: CustomDebugStringConvertible {
    var debugDescription: String { "SinkDisposer: " + describe(stage(after: nil), by: className) }
  }

  extension SubjectEntry: CustomStringConvertible {
    package var description: String { describe(isRemoved ? nil : self) }
  }

  extension CompositeDisposable {
    func describeContents() -> String { describe(contentsOf: self) }
  }

  extension BinaryDisposable: CustomStringConvertible {
    var description: String { describe(contentsOf: self) }
  }

  /// The subscriptions among the contents. A subscription with an `onDisposed` is a ``BinaryDisposable``.
  private func describe(contentsOf container: any Disposable) -> String {
    var parts: [String] = []
    var pending: [any Disposable] = [container]
    var known: Set<ObjectIdentifier> = []  // Composites may hold each other.
    while let next = pending.popLast() {
      if let composite = next as? CompositeDisposable {
        if known.insert(ObjectIdentifier(composite)).inserted { pending += composite.contents.reversed() }
      } else if let pair = next as? BinaryDisposable {
        if known.insert(ObjectIdentifier(pair)).inserted { pending += pair.contents.reversed() }
      } else if let part = next as? any CustomStringConvertible {
        parts.append(part.description)
      }
    }
    return parts.isEmpty ? describe(nil) : parts.joined(separator: "; ")
  }

  private func describe(_ last: (any Upstream)?, by name: (any Upstream) -> String = operatorName) -> String {
    guard let last else { return "an ended subscription" }
    var names: [String] = []
    var (former, next): ((any Upstream)?, (any Upstream)?) = (nil, last)
    while let stage = next, !(stage is NopDisposable) {
      if let disposer = stage as? SinkDisposer {  // Stands between a sink with a `cancel` and its source.
        next = disposer.stage(after: former)
      } else {
        names.append(name(stage))
        next = stage.stageUpstream
      }
      former = stage
    }
    if next == nil { names.append("waiting") }
    let operators = names.filter { $0 != "identity" }  // Such a stage only stands between others.
    let stages = (operators.isEmpty ? names : operators).reversed().joined(separator: " > ")
    return last.subscriptionPlace.map { "\(stages), subscribed at \($0)" } ?? stages
  }

  private func className(_ stage: any Upstream) -> String { String("\(type(of: stage))".prefix { $0 != "<" }) }

  /// The operator's name, as far as the type of its stage has it.
  private func operatorName(_ stage: any Upstream) -> String {
    var name = className(stage)[...]
    switch name {
    case "AnonymousObservableSink": return "create"
    case "SubjectEntry": return "subject"
    case "AnonymousDisposable", "SingleAssignmentDisposable", "BinaryDisposable", "CompositeDisposable": return "work"
    default: break
    }
    if name.hasSuffix("Sink") { name = name.dropLast(4) }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  // MARK: Events that overlap

  /// Reports that two threads emit through one stage at the same time.
  struct OverlapWatch: ~Copyable {
    /// The identity of the thread that is forwarding an event, or zero.
    private let forwarder = Atomic<UInt>(0)

    /// Forwards an event at `stage`.
    borrowing func run(_ forward: () -> Void, at stage: any Upstream) {
      let thread = currentThread
      let (isFirst, other) = forwarder.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
      if !isFirst, other != thread { reportOverlap(at: stage) }
      forward()
      if isFirst { forwarder.store(0, ordering: .releasing) }
    }
  }

  private let hasReportedOverlap = Atomic<Bool>(false)

  /// Reports the first case of two threads that emit through one stage at the same time, on standard error.
  private func reportOverlap(at stage: any Upstream) {
    if hasReportedOverlap.exchange(true, ordering: .relaxed) { return }
    writeError(
      """
      RxCore: two threads emitted through one subscription at the same time: \(describe(stage)). Its observers and \
      operators expect one event at a time, and may lose events or crash. Emit on one thread or serial queue, or into a \
      subject, which passes events on one at a time.

      """)
  }
#endif
