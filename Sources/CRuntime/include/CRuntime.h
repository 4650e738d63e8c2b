#ifndef C_RUNTIME_H
#define C_RUNTIME_H

// The C library's headers, also for the Swift files that import this module: its module has another name in each SDK.
#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Functions that the toolchain's libraries export without declaring them to Swift. A link error names a missing one.

// Whether the deinit of a Swift object has begun. Costs one load; a weak reference costs several atomic operations. The
// caller must keep the object's memory, for example with an unowned reference.
extern bool swift_isDeallocating(const void *object);

// Retains a Swift object and returns it, or returns null if its deinit has begun. The caller must keep the object's
// memory here, too.
extern void *swift_tryRetain(void *object);

// A number of the calling thread, unique among living threads; never zero. (In Musl, a thread is a pointer.)
static inline uintptr_t c_runtime_thread(void) {
#if defined(__linux__)
  return (uintptr_t)__builtin_thread_pointer();
#else
  return (uintptr_t)pthread_self();
#endif
}

// The calling thread's Rx trampoline: a Swift object, which is released at the end of the thread.
extern _Thread_local void *c_runtime_trampoline_slot;
static inline void *c_runtime_trampoline(void) { return c_runtime_trampoline_slot; }

// Sets the trampoline, and does not release the former.
void c_runtime_set_trampoline(void *object);

// Sets the trampoline, and releases the former, if there is one.
void c_runtime_replace_trampoline(void *object);

// The time of the system's coarse clock, in nanoseconds. Reading an exact clock takes several times as long.
static inline int64_t c_runtime_coarse_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Hints to the processor that the thread is spinning. Takes some tens of nanoseconds.
static inline void c_runtime_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

#if defined(__linux__)
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/futex.h, which not every SDK has. The numbers are part of the kernel's interface.
enum { c_runtime_futex_wait_private = 0 | 128, c_runtime_futex_wake_private = 1 | 128 };

// Waits until another thread wakes a waiter on this address, unless its value is no longer the expected one. May return
// early. INT64_MAX nanoseconds are for ever.
static inline void c_runtime_wait(const void *address, uint32_t expected, int64_t nanoseconds) {
  const struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  syscall(SYS_futex, address, c_runtime_futex_wait_private, expected, nanoseconds == INT64_MAX ? NULL : &limit, NULL, 0);
}

// Wakes one thread that waits on this address, without reading its memory.
static inline void c_runtime_wake_one(const void *address) {
  syscall(SYS_futex, address, c_runtime_futex_wake_private, 1, NULL, NULL, 0);
}
#endif

// The signals that the program handles: see Signals.c. The caller guards all of these functions by one lock.

// Starts the thread that calls `arrived` when signals have arrived, or after `c_runtime_signals_wake`. Does nothing if
// it runs already. Returns zero, or the system's error number.
int c_runtime_signals_start(void (*arrived)(void));
void c_runtime_signals_wake(void);

// Chooses the signals that the thread receives even if every other thread blocks them: one bit for each number, the
// lowest for 1. Takes effect the next time that the thread wakes.
void c_runtime_signals_unblock(uint64_t numbers);

// The action of a signal that the program has set, or inherited, apart from the handler in Signals.c.
enum c_runtime_action {
  c_runtime_action_invalid,  // Not a signal that can be handled.
  c_runtime_action_default,
  c_runtime_action_ignore,
  c_runtime_action_handler
};
enum c_runtime_action c_runtime_signal_action(int number);

// Catches a signal from now on. `chains`: whether the program's own handler, if there is one, is called too.
void c_runtime_signal_catch(int number, bool chains);

// Restores the action that the program has set, unless the program has set another since.
void c_runtime_signal_release(int number);

// Removes the oldest arrival and returns its signal's number, or returns zero if there is none.
int c_runtime_signal_next(void);

// Sends the calling thread a signal, which has its effect before the return, even if the thread blocks it.
void c_runtime_signal_raise(int number);

// Performs a signal's default action. Returns if that does not end the program; after a stop, when the program
// continues.
void c_runtime_signal_perform_default(int number);

#if defined(__linux__)
// Returns a new descriptor that can be read while `descriptor` can be read, or written if `writes`, or has ended; -1 if
// the system has none left.
int c_runtime_watch(int descriptor, bool writes);

static inline bool c_runtime_is_main_thread(void) {
  return syscall(SYS_gettid) == getpid();
}

// The number of frames of the calling thread, at most `limit`, that can be read by following frame pointers. Below the
// first function of a thread, and in libraries built without frame pointers, these lead out of the stack.
int c_runtime_readable_frames(int limit);

// CoreFoundation's run loop uses these two on Linux to run the main queue and return: a descriptor that is readable
// when work is pending, and a function that runs this work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

// Waits until work is pending on the main queue. The handle is an event counter, which remains readable until it is
// read.
static inline void c_runtime_wait_for_main_queue(void) {
  struct pollfd queue = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
  uint64_t count;
  if (poll(&queue, 1, -1) > 0) (void)!read(queue.fd, &count, sizeof count);
}
#endif

#endif
