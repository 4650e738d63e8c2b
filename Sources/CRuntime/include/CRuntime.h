#ifndef C_RUNTIME_H
#define C_RUNTIME_H

#include <stdbool.h>

// Entry points that the toolchain's own libraries export and Swift cannot name. A toolchain without one of them
// fails to link, and says which.

// The Swift runtime's answer to "has this object's deinit begun?": one load, where a weak reference costs several
// atomic read-modify-writes. The object's memory must be kept by the caller, for example by an unowned reference.
extern bool swift_isDeallocating(const void *object);

// Tells the processor that the thread waits for another one, for some tens of nanoseconds.
static inline void c_runtime_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

// What CoreFoundation's run loop uses on Linux to run the main queue and return: a descriptor that is readable when
// work waits, and a call that runs the work that waits.
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

static inline bool c_runtime_is_main_thread(void) {
  return syscall(SYS_gettid) == getpid();
}

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);
#endif

#endif
