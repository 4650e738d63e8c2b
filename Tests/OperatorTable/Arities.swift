public import RxCore

// One function for all arities of `combineLatest`, and one for `zip`, so that a test can iterate over the arities.

/// Calls the overload of `combineLatest` for this number of sources, from 2 to 8.
public func combineLatest(
  _ sources: [Observable<Int>], _ combine: @escaping @Sendable ([Int]) throws -> Int
) -> Observable<Int> {
  let s = sources
  switch s.count {
  case 2: return .combineLatest(s[0], s[1]) { try combine([$0, $1]) }
  case 3: return .combineLatest(s[0], s[1], s[2]) { try combine([$0, $1, $2]) }
  case 4: return .combineLatest(s[0], s[1], s[2], s[3]) { try combine([$0, $1, $2, $3]) }
  case 5: return .combineLatest(s[0], s[1], s[2], s[3], s[4]) { try combine([$0, $1, $2, $3, $4]) }
  case 6: return .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { try combine([$0, $1, $2, $3, $4, $5]) }
  case 7: return .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { try combine([$0, $1, $2, $3, $4, $5, $6]) }
  default:
    return .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
      try combine([$0, $1, $2, $3, $4, $5, $6, $7])
    }
  }
}

/// Calls the overload of `combineLatest` that emits tuples, for this number of sources, from 2 to 8.
public func combineLatestTuples(_ sources: [Observable<Int>]) -> Observable<[Int]> {
  let s = sources
  switch s.count {
  case 2: return Observable.combineLatest(s[0], s[1]).map { [$0.0, $0.1] }
  case 3: return Observable.combineLatest(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2] }
  case 4: return Observable.combineLatest(s[0], s[1], s[2], s[3]).map { [$0.0, $0.1, $0.2, $0.3] }
  case 5: return Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }
  case 6:
    return Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5] }
  case 7:
    return Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6]
    }
  default:
    return Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7]
    }
  }
}

/// Calls the overload of `zip` for this number of sources, from 2 to 8.
public func zip(
  _ sources: [Observable<Int>], _ combine: @escaping @Sendable ([Int]) throws -> Int
) -> Observable<Int> {
  let s = sources
  switch s.count {
  case 2: return .zip(s[0], s[1]) { try combine([$0, $1]) }
  case 3: return .zip(s[0], s[1], s[2]) { try combine([$0, $1, $2]) }
  case 4: return .zip(s[0], s[1], s[2], s[3]) { try combine([$0, $1, $2, $3]) }
  case 5: return .zip(s[0], s[1], s[2], s[3], s[4]) { try combine([$0, $1, $2, $3, $4]) }
  case 6: return .zip(s[0], s[1], s[2], s[3], s[4], s[5]) { try combine([$0, $1, $2, $3, $4, $5]) }
  case 7: return .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { try combine([$0, $1, $2, $3, $4, $5, $6]) }
  default:
    return .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { try combine([$0, $1, $2, $3, $4, $5, $6, $7]) }
  }
}

/// Calls the overload of `zip` that emits tuples, for this number of sources, from 2 to 8.
public func zipTuples(_ sources: [Observable<Int>]) -> Observable<[Int]> {
  let s = sources
  switch s.count {
  case 2: return Observable.zip(s[0], s[1]).map { [$0.0, $0.1] }
  case 3: return Observable.zip(s[0], s[1], s[2]).map { [$0.0, $0.1, $0.2] }
  case 4: return Observable.zip(s[0], s[1], s[2], s[3]).map { [$0.0, $0.1, $0.2, $0.3] }
  case 5: return Observable.zip(s[0], s[1], s[2], s[3], s[4]).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }
  case 6: return Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5] }
  case 7:
    return Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6] }
  default:
    return Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7]
    }
  }
}
