#ifndef C_TESTING_H
#define C_TESTING_H

#include <stdbool.h>
#include <stdint.h>

// What RxTesting needs of the concurrency runtime, which lets a program see each job that it enqueues: hooks, and
// functions that are exported without being declared to Swift. A link error names a missing one. In a target of its own,
// so that only programs that test link it.

// A reference to a serial executor, as the runtime passes it.
typedef struct {
  const void *identity;
  uintptr_t implementation;
} c_testing_executor;

// Sets the hooks. To be called once.
//
// `take` is called with each job that is enqueued to run on no particular executor, and returns whether it will run the
// job. `watches_main` returns whether code that the caller enqueues on the main actor is to run on `main_executor`, an
// executor that runs its jobs on the main queue, too.
void c_testing_set_hooks(
    bool (*take)(void *job), bool (*watches_main)(void), c_testing_executor main_executor);

// The number of the task that a job belongs to, unique in the process and higher than those of earlier tasks; zero if the
// job is part of the runtime.
uint64_t c_testing_task(void *job);

// The number of the calling task; zero outside a task.
uint64_t c_testing_current_task(void);

// What the calling thread works for, an object that its caller retains; and the task that it was in when that began.
typedef struct {
  void *work;
  uint64_t task;
} c_testing_context;
extern _Thread_local c_testing_context c_testing_thread;
static inline c_testing_context c_testing_get(void) { return c_testing_thread; }
static inline void c_testing_set(c_testing_context context) { c_testing_thread = context; }

#endif
