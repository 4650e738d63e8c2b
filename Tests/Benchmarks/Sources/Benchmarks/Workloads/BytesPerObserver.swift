#if os(Linux)
  import BindableKit
  import OpenCombine
  import RxCore

  extension Workload {
    /// The resident memory of an observer of one property. An operation is one observer. The figures are bytes, even in
    /// the JSON file, whose keys name nanoseconds. Each figure is measured in a separate process, so that earlier
    /// measurements do not affect it. Tokens and subscriptions are included, because a program must keep them.
    static var bytesPerObserver: Workload {
      Workload(
        "bytes-per-observer", operations: 100_000, unit: .bytes,
        bars: [
          .atMost(220, of: nil), .atMost(220, of: nil, for: "ours-token"),
          .atMost(400, of: nil, for: "ours-behavior-subject"),
        ],
        MemoryProbe.observers.map { probe in
          Contender(measured: probe.name) { { probe.measure(observers: $0) } }
        })
    }

    /// The resident memory of a subscription to a chain of six `map` and six `filter`, including the chain. An
    /// operation is one subscription.
    static var bytesPerChain: Workload {
      Workload(
        "bytes-per-chain", operations: 20_000, unit: .bytes, bars: [],
        MemoryProbe.chains.map { probe in
          Contender(measured: probe.displayName) { { probe.measure(observers: $0) } }
        })
    }
  }

  extension MemoryProbe {
    static var all: [MemoryProbe] { observers + chains }

    static var chains: [MemoryProbe] {
      [
        MemoryProbe(name: "chain-ours", displayName: "ours") { count, kept in
          let sum = Sum()
          let subject = PublishSubject<Int>()
          for index in 0..<count {
            kept[index] = Workload.mapFilter(subject).subscribe(onNext: { sum.value &+= $0 }) as AnyObject
          }
          return subject
        },
        MemoryProbe(name: "chain-OpenCombine", displayName: "OpenCombine") { count, kept in
          let sum = Sum()
          let subject = PassthroughSubject<Int, Never>()
          for index in 0..<count { kept[index] = Workload.mapFilter(subject) { sum.value &+= $0 } }
          return subject
        },
      ]
    }

    static var observers: [MemoryProbe] {
      [
        MemoryProbe(name: "ours") { count, _ in
          let sum = Sum()
          let owner = Owner()
          let bindable = Bindable(0)
          for _ in 0..<count { bindable.observe(on: owner) { sum.value &+= $0 } }
          return (bindable, owner)
        },
        MemoryProbe(name: "ours-own-owner") { count, kept in
          let sum = Sum()
          let bindable = Bindable(0)
          for index in 0..<count {
            let owner = Owner()
            bindable.observe(on: owner) { sum.value &+= $0 }
            kept[index] = owner
          }
          return bindable
        },
        MemoryProbe(name: "ours-token") { count, kept in
          let sum = Sum()
          let bindable = Bindable(0)
          for index in 0..<count { kept[index] = bindable.observe { sum.value &+= $0 } }
          return bindable
        },
        MemoryProbe(name: "ours-behavior-subject") { count, kept in
          let sum = Sum()
          let subject = BehaviorSubject(value: 0)
          for index in 0..<count { kept[index] = subject.subscribe(onNext: { sum.value &+= $0 }) as AnyObject }
          return subject
        },
        MemoryProbe(name: "floor") { count, _ in
          let sum = Sum()
          let owner = Owner()
          let observable = FloorObservable(0)
          for _ in 0..<count { observable.observe(on: owner) { sum.value &+= $0 } }
          return (observable, owner)
        },
        MemoryProbe(name: "OpenCombine") { count, kept in
          let sum = Sum()
          let subject = CurrentValueSubject<Int, Never>(0)
          for index in 0..<count { kept[index] = subject.sink { sum.value &+= $0 } }
          return subject
        },
        .observable, .asyncStream,
      ]
    }
  }
#endif
