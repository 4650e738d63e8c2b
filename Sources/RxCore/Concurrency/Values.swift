extension ObservableConvertibleType where Element: Sendable {
  /// The elements, for a `for try await` loop. Elements that come while the loop is busy wait.
  ///
  ///     for try await line in lines.values { print(line) }
  ///
  /// An error is thrown by the loop. A loop that ends, or whose task is cancelled, disposes the subscription.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = asObservable().subscribe(
        onNext: { continuation.yield($0) }, onError: { continuation.finish(throwing: $0) },
        onCompleted: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements as a sequence: each subscription starts a task that iterates, and disposing it cancels the task.
  ///
  /// Elements are sent by that task, on whatever thread it runs.
  public func asObservable() -> Observable<Element> {
    .create { observer in
      let task = Task {
        do {
          for try await element in self { observer.onNext(element) }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create(with: { task.cancel() })
    }
  }
}
