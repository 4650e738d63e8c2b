// Built with each import. Linked statically and stripped, both programs must have the same size.

#if DROP_IN
  import RxSwift
#else
  import RxCore
#endif

let numbers = PublishSubject<Int>()
let bag = DisposeBag()
numbers.filter { $0 > 1 }.map { "twice: \(2 * $0)" }.subscribe(onNext: { print($0) }).disposed(by: bag)
for number in 1...3 { numbers.onNext(number) }
