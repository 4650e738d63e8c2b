import Dispatch
import OperatorTable
import RxCore
import RxTesting

extension OperatorCase {
  /// The operator's sequence on `scheduler`, with one second of virtual time as the unit.
  func apply(_ source: Observable<Int>, _ other: Observable<Int>, _ scheduler: TestScheduler) -> Observable<Int> {
    self(Setting(source: source, other: other, scheduler: scheduler, span: { .seconds($0) }, touch: {}))
  }
}
