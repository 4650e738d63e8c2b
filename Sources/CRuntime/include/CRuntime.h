#ifndef C_RUNTIME_H
#define C_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

// Functions that the toolchain's libraries export and Swift cannot name. Without one of them, linking fails and names it.

// Whether the deinit of a Swift object has begun: one load, where a weak reference costs several atomic operations. The caller
// keeps the object's memory, for example by an unowned reference.
extern bool swift_isDeallocating(const void *object);

// Tells the processor that the thread waits for another one, for some tens of nanoseconds.
static inline void c_runtime_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

#if defined(__linux__)
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Waits until another thread wakes the waiters of this address, if the value there is still the expected one. May return early.
static inline void c_runtime_wait(const void *address, uint32_t expected) {
  syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

// Wakes one thread that waits for this address. Reads no memory.
static inline void c_runtime_wake_one(const void *address) {
  syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
#endif

// CoreFoundation's run loop uses these on Linux to run the main queue and return: a descriptor that is readable when work
// waits, and a function that runs this work.
#if defined(__linux__)
static inline bool c_runtime_is_main_thread(void) {
  return syscall(SYS_gettid) == getpid();
}

// How many frames of the calling thread's stack, at most `limit`, can be read by following frame pointers. Below the first
// function of a thread, and in libraries without frame pointers, they lead out of the stack.
int c_runtime_readable_frames(int limit);

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);
#endif

#endif
