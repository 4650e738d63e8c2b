import Dispatch
package import RxCore

extension ObservableType where Element == [UInt8] {
  /// Emits the keys in the bytes read from a terminal.
  ///
  ///     terminal.input.keys(scheduler: MainScheduler.instance)
  ///
  /// Keys are emitted on the source's thread; only those that a pause ends, such as a lone Escape, are emitted on
  /// `scheduler`. An error is forwarded immediately. On completion, a pending Escape is emitted first.
  ///
  /// - Parameters:
  ///   - escapeAfter: how long to wait for more bytes after an Escape.
  ///   - scheduler: measures that time.
  package func keys(
    escapeAfter: RxTimeInterval = .milliseconds(50), scheduler: any SchedulerType
  ) -> Observable<Key> {
    keysOfReads(escapeAfter: escapeAfter, scheduler: scheduler).concatMap { Observable.from($0) }
  }

  /// Like ``keys(escapeAfter:scheduler:)``, but emits the keys of each read as one element.
  func keysOfReads(
    escapeAfter: RxTimeInterval = .milliseconds(50), scheduler: any SchedulerType
  ) -> Observable<[Key]> {
    // Emits the bytes of each read, and `nil` after a pause.
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
