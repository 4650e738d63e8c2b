import Foundation
import RxCore
import RxTesting
import Testing

// Many downloads, a few at a time, with progress, retries and cancellation.

struct Download: Hashable {
  let host: String
  let file: String
}

enum DownloadEvent: Equatable {
  case waiting(Download)
  case progress(Download, percent: Int)
  case finished(Download)
  case cancelled(Download)
  case failed(Download, reason: String)

  var download: Download {
    switch self {
    case .waiting(let download), .progress(let download, _), .finished(let download), .cancelled(let download),
      .failed(let download, _):
      return download
    }
  }

  var isEnd: Bool {
    switch self {
    case .waiting, .progress: return false
    case .finished, .cancelled, .failed: return true
    }
  }
}

enum DownloadError: Error {
  case connectionLost
  case gone
}

protocol DownloadTask: AnyObject {
  func cancel()
}

protocol DownloadClient: AnyObject {
  func start(
    _ download: Download, onProgress: @escaping (Int) -> Void, completion: @escaping (Error?) -> Void
  ) -> DownloadTask
}

extension DownloadClient {
  func rxDownload(_ download: Download) -> Observable<Int> {
    Observable.create { [weak self] observer in
      guard let self = self else {
        observer.onCompleted()
        return Disposables.create()
      }
      let task = self.start(
        download,
        onProgress: { observer.onNext($0) },
        completion: { error in
          if let error = error {
            observer.onError(error)
          } else {
            observer.onCompleted()
          }
        })
      return Disposables.create { task.cancel() }
    }
  }
}

struct RetryPolicy {
  var maxAttempts = 3
  var delay: (Int) -> RxTimeInterval = { attempt in .seconds(1 << attempt) }
}

extension ObservableType {
  func retry(_ policy: RetryPolicy, scheduler: SchedulerType) -> Observable<Element> {
    self.retry(when: { errors in
      errors.enumerated().flatMap { attempt, error -> Observable<Int> in
        if attempt + 1 >= policy.maxAttempts { return .error(error) }
        if case DownloadError.gone = error { return .error(error) }
        return Observable<Int>.timer(policy.delay(attempt), scheduler: scheduler)
      }
    })
  }
}

class DownloadManager {
  private let client: DownloadClient
  private let scheduler: SchedulerType
  private let queue = PublishSubject<Download>()
  private let cancellations = PublishRelay<Download>()
  private let eventSubject = PublishSubject<DownloadEvent>()
  private let disposeBag = DisposeBag()
  private(set) var running: Set<Download> = []

  var events: Observable<DownloadEvent> { eventSubject.asObservable() }

  /// The number of finished downloads for each host.
  var hosts: Observable<(host: String, finished: Int)> {
    events
      .groupBy { $0.download.host }
      .flatMap { group in
        group
          .filter { event in
            if case .finished = event { return true }
            return false
          }
          .scan(0) { count, _ in count + 1 }
          .map { (host: group.key, finished: $0) }
      }
  }

  /// The files whose downloads have ended, in batches, as comma-separated lines for a log.
  var logLines: Observable<String> {
    events
      .filter { $0.isEnd }
      .buffer(timeSpan: .seconds(20), count: 2, scheduler: scheduler)
      .filter { !$0.isEmpty }
      .map { $0.map { "\($0.download.file)" }.joined(separator: ",") }
  }

  init(client: DownloadClient, maxConcurrent: Int, scheduler: SchedulerType) {
    self.client = client
    self.scheduler = scheduler

    queue
      .do(onNext: { [weak self] in self?.eventSubject.onNext(.waiting($0)) })
      .map { [unowned self] download in self.events(of: download) }
      .merge(maxConcurrent: maxConcurrent)
      .subscribe(
        onNext: { [weak self] in self?.eventSubject.onNext($0) },
        onCompleted: { [weak self] in self?.eventSubject.onCompleted() }
      )
      .disposed(by: disposeBag)
  }

  func enqueue(_ downloads: Download...) {
    downloads.forEach(queue.onNext)
  }

  func cancel(_ download: Download) {
    cancellations.accept(download)
  }

  func close() {
    queue.onCompleted()
  }

  private func events(of download: Download) -> Observable<DownloadEvent> {
    let cancelled = cancellations.filter { $0 == download }
    let progress = client.rxDownload(download)
      .timeout(.seconds(30), scheduler: scheduler)
      .retry(RetryPolicy(), scheduler: scheduler)
      .distinctUntilChanged()
      .map { DownloadEvent.progress(download, percent: $0) }

    return
      progress
      .concat(Observable.just(.finished(download)))
      .catch { error in .just(.failed(download, reason: "\(error)")) }
      .take(until: cancelled)
      .ifEmpty(default: .cancelled(download))
      .do(
        onSubscribe: { [weak self] in self?.running.insert(download) },
        onDispose: { [weak self] in self?.running.remove(download) })
  }
}

// MARK: Tests

private final class FakeTask: DownloadTask {
  let steps: Disposable
  private(set) var isCancelled = false

  init(_ steps: Disposable) {
    self.steps = steps
  }

  func cancel() {
    isCancelled = true
    steps.dispose()
  }
}

private final class FakeClient: DownloadClient {
  let scheduler: TestScheduler
  var scripts: [String: [[Recorded<Event<Int>>]]] = [:]
  var starts: [String] = []

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  func start(
    _ download: Download, onProgress: @escaping (Int) -> Void, completion: @escaping (Error?) -> Void
  ) -> DownloadTask {
    starts.append("\(download.file)@\(scheduler.clock)")
    // swift-format-ignore: NeverForceUnwrap
    let script = scripts[download.file]?.isEmpty == false ? scripts[download.file]!.removeFirst() : []
    let steps = scheduler.createColdObservable(script).subscribe(
      onNext: onProgress, onError: { completion($0) }, onCompleted: { completion(nil) })
    return FakeTask(steps)
  }
}

@Suite("A download manager")
struct DownloadManagerTests {
  let scheduler = TestScheduler(initialClock: 0)
  let disposeBag = DisposeBag()
  private let a = Download(host: "x", file: "a")
  private let b = Download(host: "y", file: "b")
  private let c = Download(host: "x", file: "c")

  @Test("two downloads run at a time, and a third when one has ended")
  func concurrency() {
    let client = FakeClient(scheduler)
    client.scripts = [
      "a": [[.next(5, 50), .next(10, 100), .completed(10)]],
      "b": [[.next(10, 50), .next(10, 50), .next(20, 100), .completed(20)]],
      "c": [[.next(5, 100), .completed(5)]],
    ]
    let manager = DownloadManager(client: client, maxConcurrent: 2, scheduler: scheduler)
    let events = scheduler.createObserver(DownloadEvent.self)
    let lines = scheduler.createObserver(String.self)
    var finished: [String] = []
    manager.events.subscribe(events).disposed(by: disposeBag)
    manager.logLines.subscribe(lines).disposed(by: disposeBag)
    manager.hosts
      .subscribe(onNext: { host, count in finished.append("\(host):\(count)") })
      .disposed(by: disposeBag)

    scheduler.scheduleAt(10) { manager.enqueue(a, b, c) }
    scheduler.scheduleAt(12) { #expect(manager.running == [a, b]) }
    scheduler.scheduleAt(100) { manager.close() }
    scheduler.start()

    #expect(client.starts == ["a@10", "b@10", "c@20"])
    #expect(
      events.events == [
        .next(10, .waiting(a)), .next(10, .waiting(b)), .next(10, .waiting(c)),
        .next(15, .progress(a, percent: 50)), .next(20, .progress(a, percent: 100)), .next(20, .finished(a)),
        .next(20, .progress(b, percent: 50)), .next(25, .progress(c, percent: 100)), .next(25, .finished(c)),
        .next(30, .progress(b, percent: 100)), .next(30, .finished(b)), .completed(100),
      ])
    #expect(finished == ["x:1", "x:2", "y:1"])
    #expect(lines.events == [.next(25, "a,c"), .next(45, "b"), .completed(100)])
    #expect(manager.running.isEmpty)
  }

  @Test("after a lost connection, a download is retried after one and two seconds, then reported")
  func retries() {
    let client = FakeClient(scheduler)
    client.scripts = [
      "a": [
        [.next(1, 10), .error(2, DownloadError.connectionLost)], [.error(2, DownloadError.connectionLost)],
        [.next(3, 100), .completed(4)],
      ],
      "b": Array(repeating: [.error(1, DownloadError.connectionLost)], count: 3),
      "c": [[.error(1, DownloadError.gone)]],
    ]
    let manager = DownloadManager(client: client, maxConcurrent: 1, scheduler: scheduler)
    let events = scheduler.createObserver(DownloadEvent.self)
    manager.events.filter { $0.isEnd }.subscribe(events).disposed(by: disposeBag)
    scheduler.scheduleAt(10) { manager.enqueue(a, b, c) }
    scheduler.start()
    // The first file's attempts last from 10 to 12, 13 to 15 and 17 to 21, with delays of one and two seconds.
    #expect(client.starts == ["a@10", "a@13", "a@17", "b@21", "b@23", "b@26", "c@27"])
    #expect(
      events.events == [
        .next(21, .finished(a)), .next(27, .failed(b, reason: "connectionLost")), .next(28, .failed(c, reason: "gone")),
      ])
  }

  @Test("a download without progress times out and is retried")
  func timeouts() {
    let client = FakeClient(scheduler)
    let manager = DownloadManager(client: client, maxConcurrent: 1, scheduler: scheduler)
    let events = scheduler.createObserver(DownloadEvent.self)
    manager.events.subscribe(events).disposed(by: disposeBag)
    scheduler.scheduleAt(10) { manager.enqueue(a) }
    scheduler.start()
    #expect(client.starts == ["a@10", "a@41", "a@73"])
    #expect(events.elements.last == .failed(a, reason: "Sequence timeout."))
  }

  @Test("cancelling ends one download; releasing the manager ends all")
  func cancellation() {
    let client = FakeClient(scheduler)
    client.scripts = ["a": [[.next(90, 1)]], "b": [[.next(5, 1), .next(90, 2)]], "c": [[.next(90, 1)]]]
    var manager: DownloadManager? = DownloadManager(client: client, maxConcurrent: 2, scheduler: scheduler)
    var ended = false
    let events = scheduler.createObserver(DownloadEvent.self)
    manager?.events
      .do(onDispose: { ended = true })
      .subscribe(events)
      .disposed(by: disposeBag)
    scheduler.scheduleAt(10) { [a, b, c] in manager?.enqueue(a, b, c) }
    scheduler.scheduleAt(20) { [a, b] in
      manager?.cancel(a)
      manager?.cancel(b)
    }
    scheduler.scheduleAt(50) { manager = nil }
    scheduler.start()
    #expect(client.starts == ["a@10", "b@10", "c@20"])
    #expect(
      events.events == [
        .next(10, .waiting(a)), .next(10, .waiting(b)), .next(10, .waiting(c)), .next(15, .progress(b, percent: 1)),
        .next(20, .cancelled(a)),
      ])
    #expect(!ended)
  }
}
