#define _GNU_SOURCE
#include "CRuntime.h"

#include <pthread.h>
#include <stdint.h>

_Thread_local void *c_runtime_trampoline_slot;

static pthread_key_t trampoline_key;
static pthread_once_t trampoline_once = PTHREAD_ONCE_INIT;

extern void swift_release(void *object);

static void make_trampoline_key(void) { (void)pthread_key_create(&trampoline_key, swift_release); }

void c_runtime_set_trampoline(void *object) {
  pthread_once(&trampoline_once, make_trampoline_key);
  // Without a key, the last trampoline of each thread leaks.
  (void)pthread_setspecific(trampoline_key, object);
  c_runtime_trampoline_slot = object;
}

void c_runtime_replace_trampoline(void *object) {
  void *const former = c_runtime_trampoline_slot;
  c_runtime_set_trampoline(object);
  if (former) swift_release(former);
}

#if defined(__linux__)
#include <pthread.h>
#include <sys/epoll.h>

int c_runtime_watch(int descriptor, bool writes) {
  const int watch = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = writes ? EPOLLOUT : EPOLLIN};
  if (watch < 0 || epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event) == 0) return watch;
  close(watch);
  return -1;
}

// The end of the calling thread's stack, or zero if it is unknown. For the main thread, finding it means reading a
// file.
static uintptr_t stack_end(void) {
  static __thread uintptr_t end;
  if (end != 0) return end;
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) end = (uintptr_t)start + size;
  pthread_attr_destroy(&attributes);
  return end;
}

int c_runtime_readable_frames(int limit) {
  const uintptr_t async_frame = (uintptr_t)1 << 60;
  const uintptr_t end = stack_end();
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  int count = 0;
  while (count < limit && frame % sizeof(void *) == 0 && frame + 2 * sizeof(void *) <= end) {
    const uintptr_t next = *(const uintptr_t *)frame;
    // The frame of an async function: its callers are not on the stack, but the runtime can find them.
    if (next & async_frame) return limit;
    count++;
    if (next <= frame) break;
    frame = next;
  }
  return count;
}
#endif
