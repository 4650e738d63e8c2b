import Foundation
import RxCore
import RxTesting
import Testing

// A repository that checks its cache first: Maybe, Single and Completable.

struct Article: Codable, Equatable {
  let id: Int
  var title: String
  var version = 1
}

enum RepositoryError: Error, Equatable {
  case notFound(Int)
  case offline
  case invalid
}

protocol ArticleCache: AnyObject {
  func article(id: Int) -> Maybe<Article>
  func all() -> Single<[Article]>
  func save(_ article: Article) -> Completable
  func remove(id: Int) -> Completable
}

protocol ArticleAPI: AnyObject {
  func article(id: Int) -> Single<Article>
  func list() -> Single<[Int]>
  func upload(_ article: Article) -> Single<Article>
}

class MemoryCache: ArticleCache {
  private(set) var articles: [Int: Article] = [:]
  var writes = 0
  var error: Error?

  func article(id: Int) -> Maybe<Article> {
    Maybe.create { [weak self] maybe in
      if let article = self?.articles[id] {
        maybe(.success(article))
      } else {
        maybe(.completed)
      }
      return Disposables.create()
    }
  }

  func all() -> Single<[Article]> {
    .deferred { .just(self.articles.values.sorted { $0.id < $1.id }) }
  }

  func save(_ article: Article) -> Completable {
    Completable.create { completable in
      if let error = self.error {
        completable(.error(error))
        return Disposables.create()
      }
      self.articles[article.id] = article
      self.writes += 1
      completable(.completed)
      return Disposables.create {}
    }
  }

  func remove(id: Int) -> Completable {
    Observable<Never>.deferred { [unowned self] in
      self.articles.removeValue(forKey: id)
      return .empty()
    }
    .asCompletable()
  }
}

class ArticleRepository {
  private let cache: ArticleCache
  private let api: ArticleAPI
  private let drafts = BehaviorRelay<[Article]>(value: [])

  init(cache: ArticleCache, api: ArticleAPI) {
    self.cache = cache
    self.api = api
  }

  var draftCount: Infallible<Int> {
    drafts.asInfallible(onErrorJustReturn: []).map { $0.count }.distinctUntilChanged()
  }

  /// Loads from the cache, or otherwise from the network.
  func article(id: Int) -> Single<Article> {
    cache.article(id: id)
      .ifEmpty(switchTo: fetch(id))
  }

  /// Emits the cached article, if there is one, and then the one from the network, unless the two are equal.
  func updates(id: Int) -> Observable<Article> {
    Observable.concat(
      cache.article(id: id).asObservable(),
      fetch(id).asObservable()
    )
    .distinctUntilChanged()
  }

  /// Loads from the network, or from the cache when offline.
  func freshArticle(id: Int) -> Single<Article> {
    fetch(id).catch { [cache] error in
      guard case RepositoryError.offline = error else { return .error(error) }
      return cache.article(id: id).asObservable()
        .ifEmpty(switchTo: .error(RepositoryError.notFound(id)))
        .asSingle()
    }
  }

  func title(id: Int) -> Single<String> {
    cache.article(id: id)
      .map { $0.title }
      .filter { !$0.isEmpty }
      .ifEmpty(default: "untitled")
  }

  func publish(_ article: Article) -> Completable {
    validate(article)
      .andThen(api.upload(article))
      .flatMapCompletable { [cache] in cache.save($0) }
      .catch { [weak self] error in
        guard let self = self, case RepositoryError.offline = error else { return .error(error) }
        self.drafts.accept(self.drafts.value + [article])
        return .empty()
      }
  }

  func publishDrafts() -> Completable {
    let drafts = self.drafts.value
    self.drafts.accept([])
    return Completable.concat(drafts.map { publish($0) })
  }

  /// Downloads all articles, writes them, and counts them.
  func sync() -> Single<Int> {
    api.list()
      .asObservable()
      .flatMap { Observable.from($0) }
      .concatMap { [api] id in api.article(id: id) }
      .concatMap { [cache] article in cache.save(article).andThen(Observable.just(article)) }
      .reduce(0) { count, _ in count + 1 }
      .asSingle()
  }

  func removeAll(_ ids: [Int]) -> Completable {
    Completable.zip(ids.map { cache.remove(id: $0) })
  }

  func refresh(ids: [Int]) -> Single<[Article]> {
    Single.zip(ids.map { fetch($0) })
  }

  func pair(_ first: Int, _ second: Int) -> Single<(Article, Article)> {
    Single.zip(article(id: first), article(id: second)) { ($0, $1) }
  }

  private func fetch(_ id: Int) -> Single<Article> {
    api.article(id: id)
      .flatMap { [cache] article in
        cache.save(article).andThen(.just(article))
      }
  }

  private func validate(_ article: Article) -> Completable {
    article.title.isEmpty ? .error(RepositoryError.invalid) : .empty()
  }
}

// MARK: Tests

private class FakeArticleAPI: ArticleAPI {
  var titles = [1: "one", 2: "two", 3: "three"]
  var isOffline = false
  var calls: [String] = []

  func article(id: Int) -> Single<Article> {
    Single<Article>.create { single in
      self.calls.append("article \(id)")
      if self.isOffline {
        single(.failure(RepositoryError.offline))
      } else if let title = self.titles[id] {
        single(.success(Article(id: id, title: title)))
      } else {
        single(.failure(RepositoryError.notFound(id)))
      }
      return Disposables.create()
    }
  }

  func list() -> Single<[Int]> {
    isOffline ? .error(RepositoryError.offline) : .just(titles.keys.sorted())
  }

  func upload(_ article: Article) -> Single<Article> {
    .deferred { [unowned self] in
      self.calls.append("upload \(article.id)")
      if self.isOffline { throw RepositoryError.offline }
      var article = article
      article.version += 1
      return .just(article)
    }
  }
}

@Suite("An offline-first repository")
struct OfflineFirstRepositoryTests {
  private let cache = MemoryCache()
  private let api = FakeArticleAPI()
  private let disposeBag = DisposeBag()
  private var repository: ArticleRepository { ArticleRepository(cache: cache, api: api) }

  @Test("the network is asked once, then the cache answers")
  func cacheFirst() throws {
    let repository = self.repository
    for _ in 0..<2 {
      let article = try repository.article(id: 1).toBlocking().single()
      #expect(article == Article(id: 1, title: "one"))
    }
    #expect(api.calls == ["article 1"])
    #expect(throws: RepositoryError.notFound(9)) { try repository.article(id: 9).toBlocking().first() }
  }

  @Test("updates emits the cached article, and the new one if it differs")
  func updates() throws {
    let repository = self.repository
    _ = try repository.article(id: 1).toBlocking().first()
    #expect(try repository.updates(id: 1).map { $0.title }.toBlocking().toArray() == ["one"])
    api.titles[1] = "new"
    #expect(try repository.updates(id: 1).map { $0.title }.toBlocking().toArray() == ["one", "new"])
  }

  @Test("offline, the cache answers, or an error says that it cannot")
  func offline() throws {
    let repository = self.repository
    var events: [String] = []
    _ = try repository.freshArticle(id: 1).toBlocking().single()
    api.isOffline = true
    for id in [1, 2] {
      repository.freshArticle(id: id)
        .subscribe(
          onSuccess: { events.append($0.title) }, onFailure: { events.append("\($0)") },
          onDisposed: { events.append("disposed") }
        )
        .disposed(by: disposeBag)
    }
    #expect(events == ["one", "disposed", "notFound(2)", "disposed"])
  }

  @Test("titles have a default")
  func titles() throws {
    api.titles[2] = ""
    _ = try repository.refresh(ids: [1, 2]).toBlocking().single()
    let titles = try [1, 2, 3].map { try repository.title(id: $0).toBlocking().single() }
    #expect(titles == ["one", "untitled", "untitled"])
  }

  @Test("an article that cannot be uploaded becomes a draft, which is published later")
  func drafts() {
    let repository = self.repository
    var counts: [Int] = []
    var outcomes: [String] = []
    repository.draftCount.subscribe(onNext: { counts.append($0) }).disposed(by: disposeBag)

    api.isOffline = true
    repository.publish(Article(id: 7, title: "seven"))
      .subscribe(onCompleted: { outcomes.append("kept") }, onError: { outcomes.append("\($0)") })
      .disposed(by: disposeBag)
    repository.publish(Article(id: 8, title: ""))
      .subscribe(onCompleted: { outcomes.append("kept") }, onError: { outcomes.append("\($0)") })
      .disposed(by: disposeBag)

    api.isOffline = false
    repository.publishDrafts()
      .subscribe { event in
        switch event {
        case .completed: outcomes.append("published")
        case .error(let error): outcomes.append("\(error)")
        }
      }
      .disposed(by: disposeBag)

    #expect(counts == [0, 1, 0])
    #expect(outcomes == ["kept", "invalid", "published"])
    #expect(cache.articles[7] == Article(id: 7, title: "seven", version: 2))
    #expect(api.calls == ["upload 7", "upload 7"])
  }

  @Test("sync writes article by article, and stops at the first error")
  func sync() throws {
    let repository = self.repository
    #expect(try repository.sync().toBlocking().single() == 3)
    #expect(cache.writes == 3)
    cache.error = RepositoryError.invalid
    #expect(throws: RepositoryError.invalid) { try repository.sync().toBlocking().single() }
    #expect(cache.writes == 3)
    cache.error = nil
    _ = try repository.removeAll([1, 2]).toBlocking().toArray()
    #expect(try cache.all().toBlocking().single().map(\.id) == [3])
    let (first, second) = try repository.pair(3, 2).toBlocking().single()
    #expect([first.title, second.title] == ["three", "two"])
  }

  @Test("a single and a maybe can be awaited")
  func awaited() async throws {
    let repository = self.repository
    let title = try await repository.article(id: 2).value.title
    #expect(title == "two")
    let cached = try await cache.article(id: 3).value
    #expect(cached == nil)
    try await repository.publish(Article(id: 3, title: "three")).value
    #expect(cache.writes == 2)
  }
}
