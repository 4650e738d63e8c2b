public import BindableKit
import Dispatch
public import RxCore

extension SignalSequence {
  /// Returns an observable that emits the number of each signal, on a queue of the subscription's own.
  ///
  ///     MainQueue.signals(SIGHUP).asObservable()
  ///       .observe(on: MainScheduler.instance)
  ///       .subscribe(onNext: { _ in settings.reload() })
  ///       .disposed(by: bag)
  ///
  /// A subscription receives each signal that arrives until it is disposed, and the first one also those that arrived
  /// before it. The signals have their former effect again when the sequence, the observable and its subscriptions have
  /// been released. It never fails, and completes after `end()` of the sequence.
  public func asObservable() -> Observable<Int32> {
    .deferred { [receiver] in
      // The signals' thread must not wait for an observer.
      let scheduler = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "signals")
      return Observable.create { observer in
        let receiver = SignalReceiver(for: receiver) { arrivals in
          let hasEnded = arrivals.hasEnded  // Read first: a signal may arrive with the end.
          while let number = arrivals.take() { observer.onNext(number) }
          if hasEnded { observer.onCompleted() }
        }
        return Disposables.create { receiver.end() }
      }
      .observe(on: scheduler)
    }
  }
}
