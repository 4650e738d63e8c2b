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

// A signal handler that notes the signal's number and wakes the thread that polls a descriptor. It only uses functions
// that a handler may call, on whichever thread the system runs it.
void c_runtime_note_signal(int number);

// Prepares `c_runtime_note_signal`: forgets earlier signals and sets the descriptor, to which 8 bytes are written.
void c_runtime_prepare_signals(int descriptor);

// The first signal noted, or zero; and whether `number` was noted.
int c_runtime_first_signal(void);
bool c_runtime_has_signal(int number);

#if defined(__linux__)
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

// Waits until work is pending on the main queue. The handle is an event counter, which remains readable until it is read.
static inline void c_runtime_wait_for_main_queue(void) {
  struct pollfd queue = {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN};
  uint64_t count;
  if (poll(&queue, 1, -1) > 0) (void)!read(queue.fd, &count, sizeof count);
}
#endif

#endif
