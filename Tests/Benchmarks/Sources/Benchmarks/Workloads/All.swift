extension Workload {
  /// All workloads, in the order in which they are run.
  static var all: [Workload] {
    var all = [1, 2, 10].map(subjectPump) + [behaviorPump, subjectCreate, subjectEnded]
    all += [mapFilterPump, mapFilterCreate, flatMapPump, flatMapCreate, flatMapToFive, flatMapLatestToFive]
    all += [combineLatestPump, retryMade, singleMade, concatHundred]
    all += families + [timers, debouncePump]
    all += [1, 10, 1000].map(propertySet) + [propertyModify, propertyCombine, bindableMade, history]
    all += [observeChurnAmongNone, observeChurnAmongMany, queueDelivery, queueDelivery(observers: 10)]
    all += [virtualTimeOfThousand, virtualTimeOfMillion] + scaling
    #if os(Linux)
      all += [2, 8].flatMap(contendedSet)
      all += [bytesPerObserver, bytesPerChain]
    #endif
    return all
  }
}
