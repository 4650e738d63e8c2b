import BindableKit
import OpenCombine
import RxCore

// Objects for a single use: an operation creates an object, uses it once and ends it.

extension Workload {
  /// An operation creates a subject with one subscriber, emits one event and completes.
  static var subjectEnded: Workload {
    Workload(
      "subject-ended", operations: 100_000, bars: [],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PublishSubject<Int>()
              let subscription = subject.subscribe(onNext: { sum.value &+= $0 })
              subject.onNext(number)
              subject.onCompleted()
              keep(subscription)
            }
          }
        },
        Contender("floor") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = FloorSubject<Int>()
              subject.subscribe { sum.value &+= $0 }
              subject.emit(number)
              subject.removeAll()
              keep(subject)
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = PassthroughSubject<Int, Never>()
              let subscription = subject.sink { sum.value &+= $0 }
              subject.send(number)
              subject.send(completion: .finished)
              keep(subscription)
            }
          }
        },
      ])
  }

  /// An operation creates a property with one observer, which receives the value, and sets it once.
  static var bindableMade: Workload {
    Workload(
      "bindable-made", operations: 100_000, bars: [.making],
      [
        Contender("ours") {
          let sum = Sum()
          let owner = Owner()
          return { operations in
            for number in 0..<operations {
              let bindable = Bindable(0)
              bindable.observe(on: owner) { sum.value &+= $0 }
              bindable.value = number
            }
            keep(owner)
          }
        },
        Contender("ours-token") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let bindable = Bindable(0)
              let token = bindable.observe { sum.value &+= $0 }
              bindable.value = number
              keep(token)
            }
          }
        },
        Contender("floor") {
          let sum = Sum()
          let owner = Owner()
          return { operations in
            for number in 0..<operations {
              let observable = FloorObservable(0)
              observable.observe(on: owner) { sum.value &+= $0 }
              observable.value = number
              keep(observable)
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let subject = CurrentValueSubject<Int, Never>(0)
              let subscription = subject.sink { sum.value &+= $0 }
              subject.value = number
              keep(subscription)
            }
          }
        },
      ])
  }

  /// An operation creates two chains with a source that fails immediately: one subscribes three times, the other
  /// replaces the error with a value. RxSwift's count includes the first attempt, OpenCombine's does not.
  static var retryMade: Workload {
    Workload(
      "retry-made", operations: 50_000, bars: [.making],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              Observable<Int>.error(RxError.unknown).retry(3)
                .subscribe(onNext: { sum.value &+= $0 }, onError: { _ in sum.value &+= 1 }).dispose()
              Observable<Int>.error(RxError.unknown).catchAndReturn(number)
                .subscribe(onNext: { sum.value &+= $0 }).dispose()
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              Fail<Int, RxError>(error: .unknown).retry(2)
                .sink(receiveCompletion: { _ in sum.value &+= 1 }, receiveValue: { sum.value &+= $0 }).cancel()
              Fail<Int, RxError>(error: .unknown).catch { _ in Just(number) }
                .sink { sum.value &+= $0 }.cancel()
            }
          }
        },
      ])
  }

  /// An operation creates a Single, maps it, maps it to another Single, and subscribes.
  ///
  /// The closure of `Single.create` passes its value to a function, like the closure of OpenCombine's Future. A Just
  /// would not be comparable: its `map` calls the closure immediately and returns another Just.
  static var singleMade: Workload {
    Workload(
      "single-made", operations: 50_000, bars: [.making],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let single = Single<Int>.create { receive in
                receive(.success(number))
                return Disposables.create()
              }
              single.map { $0 &+ 1 }.flatMap { .just($0) }.subscribe(onSuccess: { sum.value &+= $0 }).dispose()
            }
          }
        },
        Contender("ours-just") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              Single.just(number).map { $0 &+ 1 }.flatMap { .just($0) }.subscribe(onSuccess: { sum.value &+= $0 })
                .dispose()
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              let future = Future<Int, Never> { receive in receive(.success(number)) }
              future.map { $0 &+ 1 }.flatMap { Just($0) }.sink { sum.value &+= $0 }.cancel()
            }
          }
        },
        Contender("OpenCombine-just") {
          let sum = Sum()
          return { operations in
            for number in 0..<operations {
              Just(number).map { $0 &+ 1 }.flatMap { Just($0) }.sink { sum.value &+= $0 }.cancel()
            }
          }
        },
      ])
  }

  /// An operation concatenates a hundred sequences of one element and subscribes.
  ///
  /// OpenCombine's `append` joins only two publishers, so a hundred would nest a hundred operators. Its contender uses
  /// one flatMap instead, which subscribes to one publisher at a time.
  static var concatHundred: Workload {
    Workload(
      "concat-100", operations: 2_000, bars: [.flowing],
      [
        Contender("ours") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations {
              Observable.concat((0..<100).map { .just($0) }).subscribe(onNext: { sum.value &+= $0 }).dispose()
            }
          }
        },
        Contender("floor") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations {
              let parts = (0..<100).map { FloorStream.just($0) }
              for part in parts { part.subscribe { sum.value &+= $0 } }
            }
          }
        },
        Contender("OpenCombine") {
          let sum = Sum()
          return { operations in
            for _ in 0..<operations {
              (0..<100).map { Just($0) }.publisher.flatMap(maxPublishers: .max(1)) { $0 }
                .sink { sum.value &+= $0 }.cancel()
            }
          }
        },
      ])
  }
}
