import Dispatch
import RxCore

// A program that imports of this package RxCore alone, and whose timers are of a main queue that nothing runs. It plays the part that is named
// as its argument.

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
