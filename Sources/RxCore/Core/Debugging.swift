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
  extension SinkHandle: CustomStringConvertible {
    var description: String { describe(current) }
  }

  extension SubjectEntry: CustomStringConvertible {
    package var description: String { describe(isRemoved ? nil : self) }
  }

  extension CompositeDisposable {
    /// The subscriptions among the contents. A subscription with an `onDisposed` is a composite.
    func describeContents() -> String {
      var parts: [String] = []
      var pending: [any Disposable] = [self]
      var composites: Set<ObjectIdentifier> = []  // Composites may hold each other.
      while let next = pending.popLast() {
        if let composite = next as? CompositeDisposable {
          if composites.insert(ObjectIdentifier(composite)).inserted { pending += composite.contents.reversed() }
        } else if let part = next as? any CustomStringConvertible {
          parts.append(part.description)
        }
      }
      return parts.isEmpty ? describe(nil) : parts.joined(separator: "; ")
    }
  }

  private func describe(_ last: (any Upstream)?) -> String {
    guard let last else { return "an ended subscription" }
    var names: [String] = []
    var next: (any Upstream)? = last
    while let stage = next, !(stage is NopDisposable) {
      names.append(name(of: stage))
      next = stage.stageUpstream
    }
    if next == nil { names.append("waiting") }
    let operators = names.filter { $0 != "identity" }  // Such a stage only stands between others.
    let stages = (operators.isEmpty ? names : operators).reversed().joined(separator: " > ")
    return last.subscriptionPlace.map { "\(stages), subscribed at \($0)" } ?? stages
  }

  /// The operator's name, as far as the type of its stage has it.
  private func name(of stage: any Upstream) -> String {
    var name = "\(type(of: stage))".prefix { $0 != "<" }
    switch name {
    case "AnonymousObservableSink": return "create"
    case "SubjectEntry": return "subject"
    case "AnonymousDisposable", "SinkHandle", "SingleAssignmentDisposable", "CompositeDisposable": return "work"
    default: break
    }
    if name.hasSuffix("Sink") { name = name.dropLast(4) }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  // MARK: Events that overlap

  private let hasReportedOverlap = Atomic<Bool>(false)

  /// Reports the first case of two threads that emit through one stage at the same time, on standard error.
  func reportOverlap(at stage: any Upstream) {
    if hasReportedOverlap.exchange(true, ordering: .relaxed) { return }
    writeError(
      """
      RxCore: two threads emitted through one subscription at the same time: \(describe(stage)). Its observers and \
      operators expect one event at a time, and may lose events or crash. Emit on one thread or serial queue, or into a \
      subject, which passes events on one at a time.

      """)
  }
#endif
