internal import DeliveryCore
internal import RxCore

extension TestScheduler {
  /// Waits until all tasks of the test wait, without moving the time.
  ///
  ///     model.query.value = "swift"  // Starts a task.
  ///     await scheduler.settle()  // The task sleeps on the scheduler's clock.
  ///
  /// It does not guess, but counts: hooks of the concurrency runtime report each piece of a task that is to run, on the
  /// pool or the main actor, and the package's queues report each delivery. So values that wait on the queue of a
  /// `Bindable` or of `observe(on:)`, or for the main actor, are delivered, if one of the test's tasks has caused them.
  ///
  /// The test's tasks are the task that created the scheduler, those that have used its ``virtualClock`` or these
  /// methods, and all that these tasks start or resume. Other tests may run in parallel. Tasks that are older than the
  /// scheduler are not among them, so create it first. If it was created outside a task, as in a property of an
  /// `XCTestCase`, they are all new tasks that have no other scheduler.
  ///
  /// It cannot see other clocks, threads, other uses of Dispatch, timers of dispatch queue schedulers, input and output,
  /// tasks and actors with an executor of their own, a global actor that code outside the test keeps busy, and a
  /// `Task.yield()` on an actor, or after a call of one, other than the main actor. A task that waits for one of these
  /// counts as waiting until it continues: await its value instead.
  ///
  /// Call it on the main actor or on none: on another actor, it may miss tasks of the same actor. Several tasks may call
  /// it at a time. Never returns if the tasks go on without end, or a delivery waits for a queue that is suspended. If the
  /// task is cancelled, it still waits.
  public nonisolated(nonsending) func settle() async {
    await settle(isLast: false)
  }

  /// - Parameter isLast: whether other tasks that settle continue before the caller does: the time moves after them.
  private nonisolated(nonsending) func settle(isLast: Bool) async {
    work.join()
    await TestWork.wait(for: work.all, isLast: isLast)
  }

  /// Moves the time by `duration`, and returns when all tasks of the test wait again.
  ///
  ///     await scheduler.advance(by: .milliseconds(300))
  ///
  /// Runs operators' work and ends sleeps in the order of their times, as `advanceTo(_:)` does, and
  /// settles before the first and after each of them. Work runs where the caller runs. The duration is rounded
  /// to ticks, a positive one to at least one. Stops the program if the duration is negative, or if the scheduler is
  /// already running.
  public nonisolated(nonsending) func advance(by duration: Duration) async {
    require(
      duration >= .zero,
      "TestScheduler.advance(by: \(duration)): virtual time does not go back. Advance by a duration that is not negative."
    )
    require(
      begin(),
      """
      TestScheduler.advance(by: \(duration)) was called while the scheduler is running. Call it when start(), run(), \
      advanceTo(_:) or the other advance(by:) has returned.
      """)
    await settle(isLast: true)
    let end = clock.addingSaturating(duration > .zero ? max(ticks(in: duration), 1) : 0)
    while runNext(until: end) { await settle(isLast: true) }
  }

  /// Moves the time from one piece of work to the next until none is left and all tasks of the test wait.
  ///
  /// Is to ``advance(by:)`` as `start()` is to `advanceTo(_:)`: ends
  /// when nothing is scheduled and no task sleeps on the scheduler's clock. Never returns if work is scheduled without
  /// end, for example by an `interval` that is not disposed. Only settles if the scheduler is already running.
  public nonisolated(nonsending) func run() async {
    let isFirst = begin()
    await settle(isLast: true)
    while isFirst, runNext(until: nil) { await settle(isLast: true) }
  }
}
