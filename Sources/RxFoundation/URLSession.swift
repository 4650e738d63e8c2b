public import Foundation
public import RxCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Request errors, in addition to those that `URLSession` reports.
public enum RxCocoaURLError: Error {
  /// The request ended without a complete response and without an error.
  case unknown
  /// The response is not an HTTP response.
  case nonHTTPResponse(response: URLResponse)
  /// The status code is not in the range 200 to 299.
  case httpRequestFailed(response: HTTPURLResponse, data: Data?)
  /// The body could not be decoded, for the reason in `error`.
  case deserializationError(error: any Error)
}

extension RxCocoaURLError: CustomDebugStringConvertible {
  /// A textual description of the error.
  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error has occurred."
    case .nonHTTPResponse(let response): "Response is not NSHTTPURLResponse `\(response)`."
    case .httpRequestFailed(let response, _): "HTTP request failed with `\(response.statusCode)`."
    case .deserializationError(let error): "Error during deserialization of the response: \(error)"
    }
  }
}

extension Reactive where Base: URLSession {
  /// Returns a sequence that makes a request for each subscription, emits the response and its body, whatever the
  /// status code, and completes.
  ///
  /// Events are emitted on the session's delegate queue. Disposal cancels the request. On Linux, a request that is
  /// cancelled about when its answer arrives may stop the program inside FoundationNetworking, unless the session's
  /// `configuration.urlCache` is `nil`.
  public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
    let session: URLSession = base
    return Observable.create { observer in
      let task = session.dataTask(with: request) { data, response, error in
        guard let response, let data else { return observer.onError(error ?? RxCocoaURLError.unknown) }
        guard let httpResponse = response as? HTTPURLResponse else {
          return observer.onError(RxCocoaURLError.nonHTTPResponse(response: response))
        }
        observer.onNext((httpResponse, data))
        observer.onCompleted()
      }
      task.resume()
      return Disposables.create(with: { task.cancel() })
    }
  }

  /// Returns a sequence that makes a request for each subscription, emits the body of the response, and completes.
  ///
  /// A status code outside 200 to 299 is an error. Events are emitted on the session's delegate queue. Disposal cancels
  /// the request.
  public func data(request: URLRequest) -> Observable<Data> {
    response(request: request).map { response, data in
      guard 200..<300 ~= response.statusCode else {
        throw RxCocoaURLError.httpRequestFailed(response: response, data: data)
      }
      return data
    }
  }

  /// Returns a sequence that makes a request for each subscription, emits the JSON value in the body of the response,
  /// and completes.
  ///
  /// A status code outside 200 to 299 and a body that is not JSON are errors. Events are emitted on the session's
  /// delegate queue. Disposal cancels the request.
  public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
    data(request: request).map { data in
      do {
        return try JSONSerialization.jsonObject(with: data, options: options)
      } catch {
        throw RxCocoaURLError.deserializationError(error: error)
      }
    }
  }

  /// Like ``json(request:options:)``, for a URL.
  public func json(url: URL) -> Observable<Any> {
    json(request: URLRequest(url: url))
  }
}
