public import Dispatch
public import RxCore

extension ObservableType where Element == [UInt8] {
  /// Emits the keys in what is read from a terminal.
  ///
  ///     terminal.input.keys(scheduler: MainScheduler.instance)
  ///
  /// The keys are emitted on the source's thread; only what a pause ends, such as a lone Escape, is emitted on `scheduler`. An error is
  /// forwarded at once. When the source completes, an Escape that waits is emitted before the completion.
  ///
  /// - Parameters:
  ///   - escapeAfter: how long bytes that follow an Escape are waited for, by the scheduler's clock.
  ///   - scheduler: where the time is measured.
  public func keys(
    escapeAfter: RxTimeInterval = .milliseconds(50), scheduler: any SchedulerType
  ) -> Observable<Key> {
    keysOfReads(escapeAfter: escapeAfter, scheduler: scheduler).concatMap { Observable.from($0) }
  }

  /// Like ``keys(escapeAfter:scheduler:)``, with the keys that were read at once in one element.
  func keysOfReads(
    escapeAfter: RxTimeInterval = .milliseconds(50), scheduler: any SchedulerType
  ) -> Observable<[Key]> {
    // What was read, and `nil` when nothing followed it.
    let reads: Observable<[UInt8]?> = flatMapLatest { bytes in
      Observable<Int>.timer(escapeAfter, scheduler: scheduler).map { _ in nil }.startWith(bytes)
    }
    return
      reads
      .scan(into: (parser: KeyParser(), keys: [Key]())) { state, bytes in
        state.keys = if let bytes { state.parser.parse(bytes) } else { state.parser.flush() }
      }
      .map(\.keys)
      .filter { !$0.isEmpty }
  }
}
