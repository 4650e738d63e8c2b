import Foundation
import RxCore
import RxTesting
import Testing

// A game whose loop is an interval: a scan computes the state from ticks and keys.

enum Key: Equatable {
  case up, down, left, right
  case pause
}

struct Point: Hashable {
  var x: Int
  var y: Int

  func moved(_ key: Key) -> Point {
    switch key {
    case .up: return Point(x: x, y: y - 1)
    case .down: return Point(x: x, y: y + 1)
    case .left: return Point(x: x - 1, y: y)
    case .right: return Point(x: x + 1, y: y)
    case .pause: return self
    }
  }
}

struct GameState: Equatable {
  var frame = 0
  var player = Point(x: 0, y: 0)
  var coins: Set<Point> = []
  var score = 0
  var lives = 1

  var isRunning: Bool { lives > 0 }
}

class Game {
  let keys = PublishSubject<Key>()

  let states: Observable<GameState>
  let frames: Observable<String>
  let keysPerSecond: Observable<Int>
  let gameOver: Single<Int>

  private let width: Int
  private let connection: Disposable

  init(width: Int, coins: Set<Point>, scheduler: SchedulerType) {
    self.width = width

    let ticks = Observable<Int>.interval(.seconds(1), scheduler: scheduler)

    let isPaused =
      keys
      .filter { $0 == .pause }
      .scan(false) { isPaused, _ in !isPaused }
      .startWith(false)

    let direction =
      keys
      .filter { $0 != .pause }
      .startWith(.right)

    let loop =
      ticks
      .withLatestFrom(isPaused) { (tick: $0, isPaused: $1) }
      .filter { !$0.isPaused }
      .withLatestFrom(direction) { $1 }
      .scan(into: GameState(coins: coins)) { state, key in
        state.frame += 1
        state.player = state.player.moved(key)
        if state.coins.remove(state.player) != nil { state.score += 10 }
        if !(0..<width).contains(state.player.x) || !(0..<width).contains(state.player.y) { state.lives -= 1 }
      }
      .take(while: { $0.isRunning }, behavior: .inclusive)
      .publish()

    states = loop.asObservable()

    frames =
      loop
      .sample(Observable<Int>.interval(.seconds(3), scheduler: scheduler))
      .map { "\($0.frame): (\($0.player.x), \($0.player.y)) \($0.score)" }

    keysPerSecond =
      keys
      .window(timeSpan: .seconds(10), count: 100, scheduler: scheduler)
      .concatMap { window in window.reduce(0) { count, _ in count + 1 } }

    gameOver = loop.takeLast(1).map { $0.score }.asSingle()

    connection = loop.connect()
  }

  deinit {
    connection.dispose()
  }
}

class HighScores {
  private let scores = BehaviorRelay<[Int]>(value: [])
  private let disposeBag = DisposeBag()

  var best: Observable<Int> {
    scores.compactMap { $0.max() }.distinctUntilChanged()
  }

  func record(_ game: Game) {
    game.gameOver
      .subscribe(onSuccess: { [weak self] score in
        guard let scores = self?.scores else { return }
        scores.accept(scores.value + [score])
      })
      .disposed(by: disposeBag)
  }
}

// MARK: Tests

@Suite("A game loop")
struct GameLoopTests {
  let scheduler = TestScheduler(initialClock: 0)
  let disposeBag = DisposeBag()

  @Test("each tick moves the player, up to the edge")
  func moves() {
    let game = Game(width: 4, coins: [Point(x: 2, y: 0)], scheduler: scheduler)
    let states = scheduler.createObserver(GameState.self)
    let xs = scheduler.createObserver(Int.self)
    game.states.subscribe(states).disposed(by: disposeBag)
    game.states.map(\.player.x).subscribe(xs).disposed(by: disposeBag)
    scheduler.start()
    #expect(xs.events == [.next(1, 1), .next(2, 2), .next(3, 3), .next(4, 4), .completed(4)])
    #expect(states.elements.map(\.score) == [0, 10, 10, 10])
    #expect(states.elements.last?.isRunning == false)
  }

  @Test("keys change the direction, and pause the game")
  func keysAndPause() {
    let game = Game(width: 5, coins: [], scheduler: scheduler)
    let points = scheduler.createObserver(Point.self)
    game.states.map { $0.player }.subscribe(points).disposed(by: disposeBag)
    scheduler.createHotObservable([.next(2, Key.down), .next(4, .pause), .next(6, .pause), .next(7, .up)])
      .subscribe(game.keys)
      .disposed(by: disposeBag)
    scheduler.advanceTo(10)
    #expect(
      points.events == [
        .next(1, Point(x: 1, y: 0)), .next(2, Point(x: 1, y: 1)), .next(3, Point(x: 1, y: 2)),
        .next(6, Point(x: 1, y: 3)), .next(7, Point(x: 1, y: 2)), .next(8, Point(x: 1, y: 1)),
        .next(9, Point(x: 1, y: 0)), .next(10, Point(x: 1, y: -1)), .completed(10),
      ])
  }

  @Test("the screen shows the state every three seconds, unless it has not changed")
  func samples() {
    let game = Game(width: 100, coins: [], scheduler: scheduler)
    let frames = scheduler.createObserver(String.self)
    game.frames.subscribe(frames).disposed(by: disposeBag)
    scheduler.scheduleAt(4) { game.keys.onNext(.pause) }
    scheduler.scheduleAt(11) { game.keys.onNext(.pause) }
    scheduler.advanceTo(13)
    #expect(frames.events == [.next(3, "2: (2, 0) 0"), .next(6, "3: (3, 0) 0"), .next(12, "4: (4, 0) 0")])
  }

  @Test("the keys of each window are counted")
  func windows() {
    let game = Game(width: 100, coins: [], scheduler: scheduler)
    let counts = scheduler.createObserver(Int.self)
    game.keysPerSecond.subscribe(counts).disposed(by: disposeBag)
    for time in [1, 2, 3, 12, 25] {
      scheduler.scheduleAt(time) { game.keys.onNext(.up) }
    }
    scheduler.scheduleAt(26) { game.keys.onCompleted() }
    scheduler.advanceTo(40)
    #expect(counts.events == [.next(10, 3), .next(20, 1), .next(26, 1), .completed(26)])
  }

  @Test("the best score is kept")
  func highScores() {
    let scores = HighScores()
    var best: [Int] = []
    scores.best.subscribe(onNext: { best.append($0) }).disposed(by: disposeBag)
    for coins in [1, 3, 2] {
      let game = Game(width: 5, coins: Set((1...coins).map { Point(x: $0, y: 0) }), scheduler: scheduler)
      scores.record(game)
      scheduler.start()
    }
    #expect(best == [10, 30])
  }

  @Test("a released game stops its loop")
  func release() {
    var game: Game? = Game(width: 100, coins: [], scheduler: scheduler)
    let frames = scheduler.createObserver(Int.self)
    game?.states.map(\.frame).subscribe(frames).disposed(by: disposeBag)
    scheduler.scheduleAt(3) { game = nil }
    scheduler.start()
    #expect(frames.elements == [1, 2])
  }
}
