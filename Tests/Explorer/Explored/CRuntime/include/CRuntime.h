#ifndef C_RUNTIME_H
#define C_RUNTIME_H

#include <Baton.h>
#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Models of the functions in the package's CRuntime module.

static inline bool swift_isDeallocating(const void *object) { return explorer_is_deallocating(object); }

extern void *swift_tryRetain(void *object);

static inline bool c_runtime_is_main_thread(void) { return explorer_is_main_thread(); }

// The scenarios send no signals.
enum c_runtime_action {
  c_runtime_action_invalid,
  c_runtime_action_default,
  c_runtime_action_ignore,
  c_runtime_action_handler
};
static inline int c_runtime_signals_start(void (*arrived)(void)) { return 0; }
static inline void c_runtime_signals_wake(void) {}
static inline void c_runtime_signals_unblock(uint64_t numbers) {}
static inline enum c_runtime_action c_runtime_signal_action(int number) { return c_runtime_action_default; }
static inline void c_runtime_signal_catch(int number, bool chains) {}
static inline void c_runtime_signal_release(int number) {}
static inline int c_runtime_signal_next(void) { return 0; }
static inline void c_runtime_signal_raise(int number) {}
static inline void c_runtime_signal_perform_default(int number) {}

// The schedule decides how long a thread waits.
static inline void c_runtime_spin_hint(void) {}

// The package's own functions, without the release at the end of a thread.
extern _Thread_local void *c_runtime_trampoline_slot;
static inline void *c_runtime_trampoline(void) { return c_runtime_trampoline_slot; }
static inline void c_runtime_set_trampoline(void *object) { c_runtime_trampoline_slot = object; }
extern void swift_release(void *object);
static inline void c_runtime_replace_trampoline(void *object) {
  if (c_runtime_trampoline_slot) swift_release(c_runtime_trampoline_slot);
  c_runtime_trampoline_slot = object;
}

// Returns early: a schedule has no time.
static inline void c_runtime_wait(const void *address, uint32_t expected, int64_t nanoseconds) {}
static inline void c_runtime_wake_one(const void *address) {}

static inline uintptr_t c_runtime_thread(void) { return (uintptr_t)pthread_self(); }

static inline int64_t c_runtime_coarse_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int _dispatch_get_main_queue_handle_4CF(void) { return -1; }
static inline void _dispatch_main_queue_callback_4CF(void *unused) { explorer_run_main_queue(); }
static inline void c_runtime_wait_for_main_queue(void) { explorer_wait_for_main_queue(); }

#endif
