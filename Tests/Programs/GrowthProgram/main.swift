// For each operator of the table, compares the cost of an event among a million with the cost among a thousand, and
// prints the operators for which the ratio exceeds 1.3. Run this program in release, on an idle machine:
//
//     swift run -c release --package-path Tests GrowthProgram
//
// The argument `depth` prints how many levels of nesting fit on a stack of 512 KB instead.

import Dispatch
import Foundation
import OperatorTable
import RxCore

/// Nanoseconds per event, if a subscription receives `count` events.
func cost(_ operatorCase: OperatorCase, count: Int) -> Double {
  let subject = PublishSubject<Int>()
  let subscription = operatorCase(
    OperatorCase.Setting(
      source: subject, other: .just(1), scheduler: HistoricalScheduler(), touch: {})
  ).subscribe(onNext: { _ in }, onError: { _ in })
  let clock = ContinuousClock()
  let time = clock.measure { for number in 0..<count { subject.onNext(number) } }
  subscription.dispose()
  let (seconds, attoseconds) = time.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
}

if CommandLine.arguments.dropFirst().first == "depth" {
  printStackDepths()
  exit(0)
}

let large = 1_000_000
let small = 1000
var growing = 0
for operatorCase in OperatorCase.all {
  // Take fast runs, because other programs may slow down some of the runs.
  let amongFew = (0..<200).map { _ in cost(operatorCase, count: small) }.sorted()[50]
  let amongMany = (0..<2).map { _ in cost(operatorCase, count: large) }.min() ?? 0
  let ratio = amongMany / amongFew
  let columns = [amongFew, amongMany].map { "\(Int($0.rounded())) ns" }.joined(separator: " -> ")
  if ratio > 1.3 {
    growing += 1
    print("GROWS \((ratio * 100).rounded() / 100)  \(columns)  \(operatorCase)")
  }
}
print(
  "\(OperatorCase.all.count) operators, of which \(growing) cost more among a million events than 1.3 times as much.")
