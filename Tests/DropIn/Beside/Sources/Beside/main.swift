import BindableKit
import RxSwift

let sum = Bindable(0)
for number in RxSwift.Observable(1, 2, 3).elements { sum.modify { $0 += number } }
print(sum.value)
