import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("merge and flatMap in virtual time")
struct MergeTimeTests {
  @Test("flatMap: sends what the sequences send, from when their elements came")
  func sends() throws {
    try play { stage in
      let inner = [try stage.cold("-1-3-5|"), try stage.cold("-2-4|")]
      return try stage.hot("-0--1----|").flatMap { inner[$0] }
    }.expect("--1-3254-|", "-^-----!", "----^---!", "^--------!")
    try play { stage in
      let inner = [try stage.cold("-1-3-5|"), try stage.cold("-2-4|")]
      return try stage.hot("-0--1|").flatMap { inner[$0] }
    }.expect("--1-3254|", "-^-----!", "----^---!", "^----!")
  }

  @Test("flatMap: fails with the source, a sequence, or what the closure throws, and frees the rest")
  func fails() throws {
    try play { stage in
      let inner = try stage.cold("-1-3-5|")
      return try stage.hot("-0--#").flatMap { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { stage in
      let inner = [try stage.cold("-1--5|"), try stage.cold("-#", error: TestError.two)]
      return try stage.hot("-0-1---|").flatMap { inner[$0] }
    }.expect("--1-#", "-^--!", "---^!", "^---!", error: TestError.two)
    try play { stage in
      let inner = try stage.cold("-1-3-5|")
      return try stage.hot("-0-1---|").flatMap { if $0 == 1 { throw TestError.one } else { inner } }
    }.expect("--1#", "-^-!", "^--!", error: TestError.one)
  }

  @Test("flatMap: disposal frees the source and the sequences")
  func disposes() throws {
    try play("^----!") { stage in
      let inner = [try stage.cold("-1-3-5|"), try stage.cold("-2-4|")]
      return try stage.hot("-0-1---|").flatMap { inner[$0] }
    }.expect("--1-(32)", "-^---!", "---^-!", "^----!")
  }

  @Test("flatMap: a sequence is freed when it ends, while the others go on")
  func freesInner() throws {
    try play { stage in
      // What comes after the end would be heard if the subscription were still there.
      let inner = stage.scheduler.createColdObservable([.next(1, 1), .completed(2), .next(4, 2)])
      return try stage.hot("-0-----|").flatMap { _ in inner }
    }.expect("--1----|", "^------!")
  }

  @Test("merge: sends what the inner sequences send, from when they came")
  func mergesInner() throws {
    try play { stage in
      let inner = [try stage.cold("-1-3-5|"), try stage.cold("-2-4|")]
      return try stage.hot("-0--1----|").map { inner[$0] }.merge()
    }.expect("--1-3254-|", "-^-----!", "----^---!", "^--------!")
    try play { stage in
      let inner = try stage.cold("-1#")
      return try stage.hot("-0--0-|").map { _ in inner }.merge()
    }.expect("--1#", ["-^-!"], "^--!")
  }

  @Test("merge: sends what the sources send until all have completed")
  func merges() throws {
    try play { Observable<Int>.merge(try $0.hot("-1--3|"), try $0.hot("--2---4|")) }
      .expect("-12-3-4|", "^----!", "^------!")
    try play { Observable<Int>.merge([try $0.hot("-1-|"), try $0.hot("--2|"), try $0.hot("-----3|")]) }
      .expect("-12--3|", "^--!", "^--!", "^-----!")
    try play { _ in Observable<Int>.merge([]) }.expect("|")
  }

  @Test("merge: fails with the first source that does; disposal frees all")
  func mergeEnds() throws {
    try play { Observable<Int>.merge(try $0.hot("-1--3|"), try $0.hot("--#")) }.expect("-1#", "^-!", "^-!")
    try play("^--!") { Observable<Int>.merge(try $0.hot("-1--3|"), try $0.hot("--2---4|")) }.expect(
      "-12", "^--!", "^--!")
  }
}
