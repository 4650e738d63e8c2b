import RxCore
import RxTesting
import Testing

@Suite("merge in virtual time")
struct MergeTimeTests {
  @Test("emits the elements of each inner sequence from its subscription on")
  func mergesInner() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0--1----|").map { inner[$0] }.merge()
    }.expect("--1-3254-|", "-^-----!", "----^---!", "^--------!")
    try play { marbles in
      let inner = try marbles.cold("-1#")
      return try marbles.hot("-0--0-|").map { _ in inner }.merge()
    }.expect("--1#", ["-^-!"], "^--!")
  }

  @Test("emits the elements of the sources until all have completed")
  func merges() throws {
    try play { Observable<Int>.merge(try $0.hot("-1--3|"), try $0.hot("--2---4|")) }
      .expect("-12-3-4|", "^----!", "^------!")
    try play { Observable<Int>.merge([try $0.hot("-1-|"), try $0.hot("--2|"), try $0.hot("-----3|")]) }
      .expect("-12--3|", "^--!", "^--!", "^-----!")
    try play { _ in Observable<Int>.merge([]) }.expect("|")
  }
}
