public import BindableKit
public import RxCore

extension ReadOnlyBindable {
  /// Returns a driver that emits the current value, then each change, on the main queue.
  ///
  ///     viewModel.title.asDriver().drive(with: self, onNext: { view, title in view.show(title) }).disposed(by: bag)
  ///
  /// The driver does not keep the Bindable alive: it completes when the Bindable is deallocated, after all pending
  /// values have been emitted.
  public func asDriver() -> Driver<Value> { asDriver(onErrorDriveWith: .empty()) }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Sendable {
  /// Sets `bindable` to each element, on the main queue, until the result is disposed. Must be called on the main queue.
  ///
  /// The subscription does not keep the Bindable alive, and is disposed when the Bindable is deallocated. Completion is
  /// ignored.
  @preconcurrency
  public func drive(
    _ bindable: Bindable<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    MainScheduler.ensureRunningOnMainThread(
      errorMessage:
        "`drive` was called off the main queue and would deliver the replayed element on the calling thread. Call it "
        + "on the main actor, or use `bind(to:)`.")
    return bind(to: bindable, file: file, line: line)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy, Element: Sendable {
  /// Sets `bindable` to each element, on the main queue, until the result is disposed. May be called from any thread.
  ///
  /// The subscription does not keep the Bindable alive, and is disposed when the Bindable is deallocated. Completion is
  /// ignored.
  @preconcurrency
  public func emit(
    to bindable: Bindable<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    bind(to: bindable, file: file, line: line)
  }
}
