#include "CTesting.h"

#include <stddef.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*enqueue_function)(void *job);
typedef SWIFT_CALL c_testing_executor (*executor_function)(void);
typedef SWIFT_CALL bool (*executor_test)(c_testing_executor executor);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_function original);
extern SWIFT_CALL c_testing_executor (*swift_task_getMainExecutor_hook)(executor_function original);
extern SWIFT_CALL bool (*swift_task_isMainExecutor_hook)(c_testing_executor executor, executor_test original);

extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *job);
extern SWIFT_CALL size_t swift_task_getJobFlags(void *job);
extern SWIFT_CALL void *swift_task_getCurrent(void);

_Thread_local c_testing_context c_testing_thread;

static bool (*takes)(void *job);
static bool (*watches)(void);
static c_testing_executor watched_main;

static SWIFT_CALL void enqueue(void *job, enqueue_function original) {
  if (!takes(job)) original(job);
}

static SWIFT_CALL c_testing_executor main_executor(executor_function original) {
  return watches() ? watched_main : original();
}

// Both executors run on the main queue: code on one of them is on the main actor.
static SWIFT_CALL bool is_main_executor(c_testing_executor executor, executor_test original) {
  return executor.identity == watched_main.identity || original(executor);
}

void c_testing_set_hooks(
    bool (*take)(void *job), bool (*watches_main)(void), c_testing_executor main) {
  takes = take;
  watches = watches_main;
  watched_main = main;
  swift_task_isMainExecutor_hook = is_main_executor;
  swift_task_getMainExecutor_hook = main_executor;
  swift_task_enqueueGlobal_hook = enqueue;
}

uint64_t c_testing_task(void *job) {
  // The kind is the lowest byte of the flags; tasks are of kind zero.
  return (swift_task_getJobFlags(job) & 0xff) == 0 ? swift_task_getJobTaskId(job) : 0;
}

uint64_t c_testing_current_task(void) {
  void *const task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}
