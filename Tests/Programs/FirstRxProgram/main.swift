import Dispatch
import RxCore

// A program that imports only RxCore from this package, and whose timers are on a main queue that nothing runs. The
// argument names the part to run.

let subject = PublishSubject<Int>()
let subscription: any Disposable

switch CommandLine.arguments.dropFirst().first {
case "debounce":
  subscription = subject.debounce(.milliseconds(1), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  subject.onNext(1)

case "delay":
  subscription = subject.delay(.milliseconds(1), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  subject.onNext(1)

case "interval":
  subscription = Observable<Int>.interval(.milliseconds(1), scheduler: MainScheduler.instance)
    .subscribe(onNext: { print($0) })

case "disposed":
  subscription = Observable<Int>.interval(.milliseconds(1), scheduler: MainScheduler.instance)
    .subscribe(onNext: { print($0) })
  subscription.dispose()

default:
  subscription = Disposables.create()
  print("no such part")
}
