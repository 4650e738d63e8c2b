import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("Disposables", .dedicatedThreads)
struct DisposablesTests {
  private func counting(_ log: Recording<Int>, _ number: Int = 1) -> any Cancelable {
    Disposables.create { log.add(number) }
  }

  @Test("disposables that hold others dispose each once, whatever the number of threads and calls")
  func disposesOnce() {
    for _ in 0..<100 {
      let log = Recording<Int>()
      let parts = (0..<5).map { counting(log, $0) }
      let all: [any Cancelable] = [
        Disposables.create(parts[0], parts[1]), Disposables.create(parts[0], parts[1], parts[2]),
        Disposables.create(parts[0], parts[1], parts[2], parts[3], parts[4]), Disposables.create(parts),
        CompositeDisposable(parts[0], parts[1], parts[2], parts[3], parts[4]),
      ]
      DispatchQueue.concurrentPerform(iterations: 4) { _ in for one in all { one.dispose() } }
      #expect(log.elements.sorted() == [0, 1, 2, 3, 4])
      for one in all { #expect(one.isDisposed) }
    }
  }

  @Test("many disposables are disposed in the given order")
  func order() {
    let log = Recording<Int>()
    Disposables.create((0..<20).map { counting(log, $0) }).dispose()
    #expect(log.elements == Array(0..<20))
  }

  @Test("the empty disposable does nothing")
  func nop() {
    let nop = Disposables.create()
    nop.dispose()
    nop.dispose()
  }

  @Test("a closure is called once, may dispose again from inside, and is then released")
  func anonymous() {
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    let box = SerialDisposable()
    let disposable: any Cancelable
    do {
      let tracked = lifetimes.make()
      disposable = Disposables.create {
        tracked.touch()
        log.add(1)
        box.dispose()
      }
    }
    box.disposable = disposable
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(log.elements == [1])
    #expect(disposable.isDisposed)
    #expect(lifetimes.alive == 0)
  }

  @Test("a boolean disposable knows whether it was disposed")
  func boolean() {
    let disposable = BooleanDisposable()
    #expect(!disposable.isDisposed)
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(BooleanDisposable(isDisposed: true).isDisposed)
  }

  @Test("a single-assignment disposable disposes what it is given, before or after its own disposal")
  func singleAssignment() {
    let log = Recording<Int>()
    let before = SingleAssignmentDisposable()
    before.setDisposable(counting(log, 1))
    before.dispose()
    before.dispose()
    let after = SingleAssignmentDisposable()
    after.dispose()
    #expect(after.isDisposed)
    after.setDisposable(counting(log, 2))
    #expect(log.elements == [1, 2])
  }

  @Test("a second assignment stops the program")
  func secondAssignment() async {
    await #expect(processExitsWith: .failure) {
      let disposable = SingleAssignmentDisposable()
      disposable.setDisposable(Disposables.create())
      disposable.setDisposable(Disposables.create())
    }
  }

  @Test("a serial disposable disposes replaced content, and after its own disposal any new content")
  func serial() {
    let log = Recording<Int>()
    let serial = SerialDisposable()
    serial.disposable.dispose()
    serial.disposable = counting(log, 1)
    #expect(log.elements.isEmpty)
    serial.disposable = counting(log, 2)
    #expect(log.elements == [1])
    serial.dispose()
    #expect(log.elements == [1, 2])
    #expect(serial.isDisposed)
    serial.disposable = counting(log, 3)
    #expect(log.elements == [1, 2, 3])
  }

  @Test("single-assignment and serial disposables dispose their content once if another thread disposes")
  func assignmentMeetsDisposal() {
    for _ in 0..<300 {
      let log = Recording<Int>()
      let single = SingleAssignmentDisposable()
      let serial = SerialDisposable()
      let composite = CompositeDisposable()
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
          single.setDisposable(counting(log, 1))
          serial.disposable = counting(log, 2)
          _ = composite.insert(counting(log, 3))
        } else {
          single.dispose()
          serial.dispose()
          composite.dispose()
        }
      }
      #expect(log.elements.sorted() == [1, 2, 3])
    }
  }

  @Test("a composite counts, removes by key, and disposes insertions after its disposal")
  func composite() {
    let log = Recording<Int>()
    let composite = CompositeDisposable()
    let key = composite.insert(counting(log, 1))
    _ = composite.insert(counting(log, 2))
    #expect(composite.count == 2)
    if let key {
      composite.remove(for: key)
      composite.remove(for: key)
    }
    #expect(log.elements == [1])
    #expect(composite.count == 1)
    composite.dispose()
    #expect(log.elements == [1, 2])
    #expect(composite.insert(counting(log, 3)) == nil)
    #expect(log.elements == [1, 2, 3])
    #expect(composite.count == 0)
    #expect(composite.isDisposed)
  }

  @Test("no lock is held while another disposable is disposed: the inner one may use the outer one")
  func noLockHeld() {
    let log = Recording<Int>()
    let composite = CompositeDisposable()
    let serial = SerialDisposable()
    let counted = RefCountDisposable(
      disposable: Disposables.create {
        _ = composite.insert(Disposables.create { log.add(composite.count) })
        serial.disposable = Disposables.create { log.add(serial.isDisposed ? 1 : 0) }
      })
    _ = composite.insert(
      Disposables.create {
        composite.dispose()
        serial.dispose()
        counted.dispose()
      })
    serial.disposable = Disposables.create { serial.dispose() }
    composite.dispose()
    #expect(log.elements == [0, 1])
    #expect(counted.isDisposed)
  }

  @Test("a reference-counted disposable disposes its content once it and all its retained disposables are disposed")
  func refCount() {
    let log = Recording<Int>()
    let counted = RefCountDisposable(disposable: counting(log))
    let (one, two) = (counted.retain(), counted.retain())
    one.dispose()
    one.dispose()
    counted.dispose()
    counted.dispose()
    #expect(log.elements.isEmpty)
    #expect(!counted.isDisposed)
    two.dispose()
    #expect(log.elements == [1])
    #expect(counted.isDisposed)
    counted.retain().dispose()
    #expect(log.elements == [1])
  }

  @Test("a reference-counted disposable is disposed once by the last of many threads")
  func refCountConcurrently() {
    for _ in 0..<100 {
      let log = Recording<Int>()
      let counted = RefCountDisposable(disposable: counting(log))
      let all = [counted as any Disposable] + (0..<7).map { _ in counted.retain() }
      DispatchQueue.concurrentPerform(iterations: 16) { all[$0 % 8].dispose() }
      #expect(log.elements == [1])
    }
  }

  @Test("removing a disposable from a composite one twice removes nothing else", arguments: [false, true])
  func removedTwice(removesLaterFirst: Bool) throws {
    let log = Recording<Int>()
    let composite = CompositeDisposable()
    let keys = try (1...3).map { try #require(composite.insert(counting(log, $0))) }
    for index in removesLaterFirst ? [1, 2, 1, 2] : [1, 1, 2, 1] { composite.remove(for: keys[index]) }
    #expect(composite.count == 1)
    composite.dispose()
    #expect(log.elements.sorted() == [1, 2, 3])
  }

  @Test("a scheduled disposable is disposed on the scheduler, once")
  func scheduled() {
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "disposal", serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let log = Recording<Bool>()
    let done = DispatchSemaphore(value: 0)
    let disposable = ScheduledDisposable(
      scheduler: scheduler,
      disposable: Disposables.create {
        log.add(DispatchQueue.getSpecific(key: key) == true)
        done.signal()
      })
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(disposable.isDisposed)
    #expect(log.elements == [true])
  }

  @Test("a scheduled disposable counts as disposed once the scheduler has run the disposal")
  func scheduledLater() {
    let (scheduler, log) = (ManualScheduler(), Recording<Int>())
    let disposable = ScheduledDisposable(scheduler: scheduler, disposable: counting(log, 1))
    disposable.dispose()
    disposable.dispose()
    #expect(!disposable.isDisposed)
    while scheduler.runNext() {}
    #expect(disposable.isDisposed)
    #expect(log.elements == [1])
  }

  // MARK: Bags

  @Test("a bag disposes its content only when it is deallocated")
  func bag() {
    let log = Recording<Int>()
    var bag: DisposeBag? = DisposeBag()
    bag.map { counting(log, 1).disposed(by: $0) }
    bag?.insert(counting(log, 2), counting(log, 3))
    bag?.insert([counting(log, 4)])
    bag?.insert {
      counting(log, 5)
      counting(log, 6)
    }
    #expect(log.elements.isEmpty)
    bag = nil
    #expect(log.elements == [1, 2, 3, 4, 5, 6])
  }

  @Test("a bag is made from a list, from an array, or by its builder")
  func bagForms() {
    let log = Recording<Int>()
    do {
      let bags = [
        DisposeBag(disposing: counting(log, 1), counting(log, 1)), DisposeBag(disposing: [counting(log, 1)]),
        DisposeBag {
          counting(log, 1)
          counting(log, 1)
        },
      ]
      withExtendedLifetime(bags) {}
    }
    #expect(log.elements.count == 5)
  }

  @Test("a bag accepts disposables from many threads")
  func bagConcurrently() {
    let log = Recording<Int>()
    do {
      let bag = DisposeBag()
      DispatchQueue.concurrentPerform(iterations: 200) { counting(log, $0).disposed(by: bag) }
    }
    #expect(log.elements.sorted() == Array(0..<200))
  }

  @Test("replacing a bag inside an element ends that subscription")
  func bagReplacedInside() {
    final class Holder: @unchecked Sendable { var bag: DisposeBag? = DisposeBag() }  // Used by one thread.
    let holder = Holder()
    let seen = Recording<Int>()
    let subject = PublishSubject<Int>()
    let subscription = subject.subscribe(onNext: { element in
      seen.add(element)
      holder.bag = nil
    })
    holder.bag?.insert(subscription)
    subject.onNext(1)
    subject.onNext(2)
    #expect(seen.elements == [1])
  }
}
