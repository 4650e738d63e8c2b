import Foundation
import RxCore
import RxFoundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("URLSession.rx", .dedicatedThreads)
struct URLSessionTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer([
      "/user": .init(body: #"{"name": "Ada", "age": 36}"#), "/text": .init(body: "plain"),
      "/broken": .init(status: 500, body: "sorry"), "/silent": .init(isSilent: true),
    ])
  }

  /// Subscribes, waits for the end, and returns what was received.
  private func outcome<Element>(
    of source: Observable<Element>, _ describe: @escaping @Sendable (Element) -> String
  ) -> [String] {
    let seen = Recording<String>()
    let ended = DispatchSemaphore(value: 0)
    let subscription = source.subscribe(
      onNext: { seen.add(describe($0)) },
      onError: { error in
        seen.add("\(error)")
        ended.signal()
      },
      onCompleted: {
        seen.add("completed")
        ended.signal()
      })
    defer { subscription.dispose() }
    #expect(ended.wait(timeout: .now() + limit) == .success)
    return seen.elements
  }

  @Test("response emits the response with its body, whatever its status")
  func responds() throws {
    for (path, expected) in [("/text", "200 plain"), ("/broken", "500 sorry"), ("/nowhere", "404 nothing here")] {
      let request = URLRequest(url: try server.url(path))
      let seen = outcome(of: URLSession.shared.rx.response(request: request)) { response, data in
        "\(response.statusCode) \(String(decoding: data, as: UTF8.self))"
      }
      #expect(seen == [expected, "completed"])
    }
  }

  @Test("data emits the body; a status other than 200 to 299 is an error that carries it")
  func emitsData() throws {
    let session = URLSession.shared
    let good = session.rx.data(request: URLRequest(url: try server.url("/text")))
    #expect(outcome(of: good) { String(decoding: $0, as: UTF8.self) } == ["plain", "completed"])
    let bad = session.rx.data(request: URLRequest(url: try server.url("/broken")))
    let recovered = bad.catch { error in
      guard case RxCocoaURLError.httpRequestFailed(let response, let data) = error else { return .error(error) }
      return .just(Data("\(response.statusCode) ".utf8) + (data ?? Data()))
    }
    #expect(outcome(of: recovered) { String(decoding: $0, as: UTF8.self) } == ["500 sorry", "completed"])
  }

  @Test("json emits the value; a body that is not JSON is an error")
  func emitsJSON() throws {
    let value = outcome(of: URLSession.shared.rx.json(url: try server.url("/user"))) { value in
      "\((value as? [String: Any])?["name"] ?? "nothing")"
    }
    #expect(value == ["Ada", "completed"])
    let broken = outcome(of: URLSession.shared.rx.json(url: try server.url("/text"))) { "\($0)" }
    #expect(broken.count == 1)
    #expect(broken.first?.contains("deserialization") == true)
  }

  @Test("each subscription makes its own request, and without a subscription no request is made")
  func isCold() throws {
    let source = URLSession.shared.rx.data(request: URLRequest(url: try server.url("/text")))
    #expect(server.requests.elements == [])
    for _ in 0..<2 { _ = outcome(of: source) { "\($0.count)" } }
    #expect(server.requests.elements == ["/text", "/text"])
  }

  @Test("an error from the connection is forwarded")
  func forwardsErrors() throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let failed = URLSession.shared.rx.data(request: URLRequest(url: url)).map { "\($0)" }
      .catch { .just("\(($0 as? URLError)?.code == .cannotConnectToHost)") }
    #expect(outcome(of: failed) { $0 } == ["true", "completed"])
  }

  @Test("disposal cancels the request")
  func cancels() throws {
    let source = URLSession.shared.rx.data(request: URLRequest(url: try server.url("/silent")))
    let seen = Recording<String>()
    let subscription = source.subscribe(onNext: { _ in seen.add("next") }, onError: { seen.add("\($0)") })
    #expect(server.received.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
    #expect(server.closed.wait(timeout: .now() + limit) == .success)
    #expect(seen.elements == [])
  }
}
