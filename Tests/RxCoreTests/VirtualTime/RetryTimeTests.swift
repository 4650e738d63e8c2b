import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("retry in virtual time")
struct RetryTimeTests {
  @Test("subscribes again when the source fails, until disposed")
  func retries() throws {
    try play("^-------!") { try $0.cold("--1#").retry() }.expect("--1--1", ["^--!", "---^--!", "------^-!"])
  }

  @Test("ends with the source")
  func ends() throws {
    try play { try $0.cold("-1|").retry() }.expect("-1|", "^-!")
    try play { try $0.cold("-1|").retry(2) }.expect("-1|", "^-!")
    try play { try $0.cold("-1|").retry(when: { (errors: Observable<any Error>) in errors }) }.expect("-1|", "^-!")
  }

  @Test("so many times, and then fails with the last error")
  func givesUp() throws {
    try play { try $0.cold("-1#").retry(2) }.expect("-1-1#", ["^-!", "--^-!"])
    try play { try $0.cold("-1#").retry(1) }.expect("-1#", "^-!")
    try play { try $0.cold("-1#").retry(0) }.expect("|", [])
  }

  @Test("when: subscribes again when the trigger sends, until disposed")
  func retriesWhen() throws {
    try play("^--------!") { stage in
      try stage.cold("-1#").retry(when: { (errors: Observable<any Error>) in
        errors.map { _ in 0 }.delay(.seconds(3), scheduler: stage.scheduler)
      })
    }.expect("-1----1", ["^-!", "-----^-!"])
    try play("^-----!") { stage in
      try stage.cold("-1-2|").retry(when: { (errors: Observable<any Error>) in errors })
    }.expect("-1-2|", "^---!")
  }

  @Test("when: an error or the end of the trigger counts when an error waits for it")
  func endsWithTrigger() throws {
    try play { try $0.cold("-1#").retry(when: { (errors: Observable<any Error>) in errors.take(1) }) }
      .expect("-1-1|", ["^-!", "--^-!"])
    try play { stage in
      let trigger = try stage.hot("----#", error: TestError.two)
      return try stage.cold("-1#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("-1--#", "^---!", "^-!", error: TestError.two)
    try play { stage in
      let trigger = try stage.hot("-|")
      return try stage.cold("--1#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("--1|", "^!", "^--!")
  }

  @Test("when: disposal frees trigger and source")
  func disposesWhen() throws {
    try play("^--!") { stage in
      let trigger = try stage.hot("----0")
      return try stage.cold("-1-#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("-1", "^--!", "^--!")
  }
}
