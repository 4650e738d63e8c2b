import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP server on the loopback address that answers requests one by one, by path, until it is deallocated.
final class LoopbackServer: Sendable {
  struct Answer: Sendable {
    var status = 200
    var body = ""
    /// Whether the connection is kept open without an answer.
    var isSilent = false
  }

  private let listener: Int32
  let port: UInt16
  /// The requested paths.
  let requests = Recording<String>()
  /// Signalled when a client closes a connection that was kept open.
  let closed = DispatchSemaphore(value: 0)
  /// Signalled with each request.
  let received = DispatchSemaphore(value: 0)

  init(_ answers: [String: Answer]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    let (requests, received, closed) = (requests, received, closed)
    startThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        startThread { Self.serve(connection, answers, requests, received, closed) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  private static func serve(
    _ connection: Int32, _ answers: [String: Answer], _ requests: Recording<String>, _ received: DispatchSemaphore,
    _ closed: DispatchSemaphore
  ) {
    defer { close(connection) }
    var request = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = read(connection, &bytes, bytes.count)
      if count <= 0 { return }
      request += String(decoding: bytes[..<count], as: UTF8.self)
    }
    let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    requests.add(path)
    received.signal()
    let answer = answers[path] ?? Answer(status: 404, body: "nothing here")
    if answer.isSilent {
      // Wait for the client to close the connection.
      while read(connection, &bytes, bytes.count) > 0 {}
      closed.signal()
      return
    }
    let head =
      "HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(answer.body.utf8.count)\r\n"
      + "Content-Type: application/json\r\nConnection: close\r\n\r\n"
    let text = Array((head + answer.body).utf8)
    var sent = 0
    while sent < text.count {
      let count = text[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      sent += count
    }
  }
}
