extension Workload {
  /// All workloads, in the order in which they are run.
  static var all: [Workload] {
    var all = [1, 2, 10].map(subjectPump) + [behaviorPump, subjectCreate]
    all += [mapFilterPump, mapFilterCreate, flatMapPump, flatMapCreate, combineLatestPump]
    all += families
    all += [1, 10, 1000].map(propertySet) + [propertyModify, propertyCombine]
    all += [observeChurnAmongNone, observeChurnAmongMany, queueDelivery]
    all += [virtualTimeOfThousand, virtualTimeOfMillion] + scaling
    #if os(Linux)
      all += [bytesPerObserver, bytesPerChain]
    #endif
    return all
  }
}
