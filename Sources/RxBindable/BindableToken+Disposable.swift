public import BindableKit
public import RxCore

/// A token is also a disposable, so it can be added to a `DisposeBag`:
///
///     viewModel.count.observe { print($0) }.disposed(by: bag)
extension BindableToken: Upstream {
  /// Ends the observation or binding, like `cancel()`.
  public func dispose() { cancel() }

  convenience init(_ disposable: any Disposable) {
    self.init { disposable.dispose() }
  }
}
