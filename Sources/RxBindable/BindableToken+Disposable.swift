public import BindableKit
public import RxCore

/// A token is a disposable as well, so that it can be put into a `DisposeBag`:
///
///     viewModel.count.observe { print($0) }.disposed(by: bag)
extension BindableToken: Disposable {
  /// Ends the observation or binding. The same as `cancel()`.
  public func dispose() { cancel() }
}
