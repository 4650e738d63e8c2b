public import BindableKit
public import RxCore

/// A token is also a disposable, so it can be added to a `DisposeBag`:
///
///     viewModel.count.observe { print($0) }.disposed(by: bag)
extension BindableToken: Disposable {
  /// Ends the observation or binding, like `cancel()`.
  public func dispose() { cancel() }
}
