// A program that uses BindableKit and RxCore. Linked statically and stripped, the program shows how much they add to a
// binary.

import BindableKit
import Dispatch
import RxCore

let work = DispatchQueue(label: "work")
let count = Bindable(0)
let doubled = BehaviorRelay(value: 0)
let bag = DisposeBag()
let token = count.observe(queue: work) { doubled.accept(2 * $0) }
doubled.filter { $0 > 0 }.map { "twice: \($0)" }.subscribe(onNext: { print($0) }).disposed(by: bag)
for number in 1...3 { count.value = number }
work.sync {}
token.cancel()
