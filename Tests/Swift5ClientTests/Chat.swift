import Foundation
import RxCore
import RxTesting
import Testing

// A chat: a shared connection that reconnects, a history, typed messages and alerts.

struct ChatMessage: Equatable {
  let author: String
  let text: String
}

enum ConnectionState: Equatable {
  case connecting(attempt: Int)
  case connected
  case disconnected
}

enum SocketEvent {
  case opened
  case message(ChatMessage)
}

struct SocketError: Error, Equatable {
  let code: Int
}

protocol Socket: AnyObject {
  var events: Observable<SocketEvent> { get }
  func send(_ text: String) -> Completable
}

class ChatClient {
  // Inputs
  let sendTapped = PublishRelay<Void>()
  let draft = BehaviorRelay<String>(value: "")
  let reconnectNow = PublishRelay<Void>()

  // Outputs
  let messages: Observable<ChatMessage>
  let connection: Driver<ConnectionState>
  let alerts: Signal<String>
  let unread: Driver<Int>

  private let history = ReplaySubject<ChatMessage>.create(bufferSize: 2)
  private let alertRelay = PublishRelay<String>()
  private let connectionRelay = BehaviorRelay<ConnectionState>(value: .disconnected)
  private let isVisible = BehaviorRelay(value: true)
  private let disposeBag = DisposeBag()
  private weak var socket: Socket?
  private var attempts = 0

  init(socket: Socket, scheduler: SchedulerType) {
    self.socket = socket
    connection = connectionRelay.asDriver().distinctUntilChanged()
    alerts = alertRelay.asSignal()

    let connectionRelay = self.connectionRelay
    let alertRelay = self.alertRelay
    let reconnectNow = self.reconnectNow

    let events = Observable.deferred { socket.events }
      .do(
        onError: { error in
          connectionRelay.accept(.disconnected)
          if let error = error as? SocketError { alertRelay.accept("lost connection (\(error.code))") }
        })
      .retry { (errors: Observable<Error>) in
        errors.enumerated().flatMapLatest { attempt, error -> Observable<Void> in
          guard attempt < 3, (error as? SocketError)?.code != 401 else { return .error(error) }
          return Observable.amb([
            Observable<Int>.timer(.seconds(5 * (attempt + 1)), scheduler: scheduler).map { _ in },
            reconnectNow.asObservable(),
          ])
          .take(1)
        }
      }
      .share(replay: 0, scope: .whileConnected)

    messages = history.asObservable()

    unread =
      Observable
      .combineLatest(
        events.compactMap { event -> ChatMessage? in
          if case .message(let message) = event { return message }
          return nil
        },
        isVisible
      )
      .scan(0) { count, pair in pair.1 ? 0 : count + 1 }
      .startWith(0)
      .asDriver(onErrorJustReturn: 0)

    events
      .materialize()
      .subscribe(onNext: { [weak self] event in
        guard let self = self else { return }
        switch event {
        case .next(.opened):
          self.connectionRelay.accept(.connected)
        case .next(.message(let message)):
          self.history.onNext(message)
        case .error(let error):
          self.alertRelay.accept("gave up: \(error)")
        case .completed:
          self.connectionRelay.accept(.disconnected)
        }
      })
      .disposed(by: disposeBag)

    sendTapped
      .withLatestFrom(draft)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
      .do(onNext: { [draft] _ in draft.accept("") })
      .concatMap { [weak self] text -> Observable<Event<Never>> in
        guard let socket = self?.socket else { return .empty() }
        return socket.send(text).asObservable().materialize()
      }
      .subscribe(
        with: self,
        onNext: { owner, event in
          if case .error = event {
            owner.alertRelay.accept("not sent")
          }
        }
      )
      .disposed(by: disposeBag)
  }

  func show() {
    isVisible.accept(true)
  }

  func hide() {
    isVisible.accept(false)
  }
}

// MARK: Tests

private class FakeSocket: Socket {
  var connections: [Observable<SocketEvent>] = []
  var opened: [Int] = []
  var sent: [String] = []
  var refusesToSend = false
  let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  var events: Observable<SocketEvent> {
    opened.append(scheduler.clock)
    return connections.isEmpty ? .never() : connections.removeFirst()
  }

  func send(_ text: String) -> Completable {
    .create { [unowned self] observer in
      if self.refusesToSend {
        observer(.error(SocketError(code: 500)))
      } else {
        self.sent.append(text)
        observer(.completed)
      }
      return Disposables.create()
    }
  }

  func add(_ events: Recorded<Event<SocketEvent>>...) {
    connections.append(scheduler.createColdObservable(events).asObservable())
  }
}

private func message(_ text: String) -> SocketEvent {
  .message(ChatMessage(author: "Eve", text: text))
}

@MainActor
@Suite("A chat")
struct ChatTests {
  let scheduler = TestScheduler(initialClock: 0)
  let disposeBag = DisposeBag()

  @Test("a lost connection is restored after a growing delay, or immediately on request")
  func reconnection() {
    let socket = FakeSocket(scheduler)
    socket.add(.next(5, .opened), .next(10, message("a")), .error(20, SocketError(code: 1)))
    socket.add(.error(5, SocketError(code: 2)))
    socket.add(.next(5, .opened), .next(10, message("b")))
    let states = scheduler.createObserver(ConnectionState.self)
    let alerts = scheduler.createObserver(String.self)
    let texts = scheduler.createObserver(String.self)
    SharingScheduler.mock(scheduler: scheduler) {
      let chat = ChatClient(socket: socket, scheduler: scheduler)
      chat.connection.drive(states).disposed(by: disposeBag)
      chat.alerts.emit(to: alerts).disposed(by: disposeBag)
      chat.messages.map { $0.text }.subscribe(texts).disposed(by: disposeBag)
      scheduler.scheduleAt(33) { chat.reconnectNow.accept(()) }
      scheduler.start()
    }
    // The first delay lasts from 20 to 25. The second would last from 30 to 40, but is cut short at 33.
    #expect(socket.opened == [0, 25, 33])
    #expect(states.elements == [.disconnected, .connected, .disconnected, .connected])
    #expect(alerts.events == [.next(21, "lost connection (1)"), .next(31, "lost connection (2)")])
    #expect(texts.events == [.next(10, "a"), .next(43, "b")])
  }

  @Test("a refused login is final")
  func refusal() {
    let socket = FakeSocket(scheduler)
    socket.add(.error(5, SocketError(code: 401)))
    var alerts: [String] = []
    SharingScheduler.mock(scheduler: scheduler) {
      let chat = ChatClient(socket: socket, scheduler: scheduler)
      chat.alerts.emit(onNext: { alerts.append($0) }).disposed(by: disposeBag)
      scheduler.start()
    }
    #expect(socket.opened == [0])
    #expect(alerts == ["lost connection (401)", "gave up: SocketError(code: 401)"])
  }

  @Test("a new subscriber receives the most recent messages")
  func history() {
    let socket = FakeSocket(scheduler)
    socket.add(.next(1, message("a")), .next(2, message("b")), .next(3, message("c")), .completed(4))
    var texts: [String] = []
    let states = scheduler.createObserver(ConnectionState.self)
    SharingScheduler.mock(scheduler: scheduler) {
      let chat = ChatClient(socket: socket, scheduler: scheduler)
      chat.connection.drive(states).disposed(by: disposeBag)
      scheduler.start()
      chat.messages.subscribe(onNext: { texts.append($0.text) }).disposed(by: disposeBag)
    }
    #expect(texts == ["b", "c"])
    #expect(states.elements == [.disconnected])
  }

  @Test("messages are counted while the chat is hidden")
  func unread() {
    let socket = FakeSocket(scheduler)
    socket.add(.next(10, message("a")), .next(20, message("b")), .next(30, message("c")))
    socket.add(.next(10, message("a")), .next(20, message("b")), .next(30, message("c")))
    let counts = scheduler.createObserver(Int.self)
    SharingScheduler.mock(scheduler: scheduler) {
      let chat = ChatClient(socket: socket, scheduler: scheduler)
      chat.unread.drive(counts).disposed(by: disposeBag)
      scheduler.scheduleAt(15) { chat.hide() }
      scheduler.scheduleAt(35) { chat.show() }
      scheduler.start()
    }
    #expect(socket.opened == [0])
    #expect(counts.elements == [0, 0, 1, 2, 3, 0])
  }

  @Test("texts are sent one by one; a failure causes an alert, and the next text is sent")
  func sending() {
    let socket = FakeSocket(scheduler)
    var alerts: [String] = []
    SharingScheduler.mock(scheduler: scheduler) {
      let chat = ChatClient(socket: socket, scheduler: scheduler)
      chat.alerts.emit(onNext: { alerts.append($0) }).disposed(by: disposeBag)
      for (index, text) in ["one", " ", "two", "three"].enumerated() {
        scheduler.scheduleAt(10 * (index + 1)) {
          socket.refusesToSend = text == "two"
          chat.draft.accept(text)
          chat.sendTapped.accept(())
          chat.sendTapped.accept(())
          #expect(chat.draft.value == (text == " " ? " " : ""))
        }
      }
      scheduler.start()
    }
    #expect(socket.sent == ["one", "three"])
    #expect(alerts == ["not sent"])
  }
}
