#define _GNU_SOURCE
#include "CRuntime.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// One handler for all signals that the program handles. For each arrival it writes the signal's number, a byte, into a
// pipe, which keeps the order and holds 65,536 of them. A thread waits for the pipe. It belongs to this file, so it is
// never busy with other work, and at least one thread does not block the signals.

typedef void (*handler)(int, siginfo_t *, void *);

enum { end_of_numbers = 65 };  // Numbers are from 1 to 64.

static pid_t process;  // Zero until the thread runs. A child has another number until it replaces its program.
static int reading_end;
static int writing_end;
static void (*report_arrivals)(void);
static struct sigaction formers[end_of_numbers];
static atomic_ullong unblocked;
static _Atomic(handler) chained[end_of_numbers];
static atomic_uint overflow[end_of_numbers];  // Arrivals that the full pipe did not take.

static bool write_byte(unsigned char byte) { return write(writing_end, &byte, 1) == 1; }

// MARK: The handler. Only async-signal-safe functions and lock-free atomics; it may run on any thread, and on several.

static void handle(int number, siginfo_t *information, void *context) {
  // A handler of the program's own, which this one calls, may have been installed above it, and call it in turn.
  static _Thread_local volatile sig_atomic_t is_inside;
  if (is_inside) return;
  const int saved_error = errno;
  if (getpid() != process) {
    // A child that has not replaced its program yet: its pipe is its parent's. Delivered when this handler returns.
    signal(number, SIG_DFL);
    raise(number);
  } else {
    if (!write_byte((unsigned char)number)) {
      atomic_fetch_add(&overflow[number], 1);
      // If this fails, the pipe is full again, so the thread is about to look.
      (void)write_byte(0);
    }
    const handler other = atomic_load(&chained[number]);
    is_inside = 1;
    if (other) other(number, information, context);
    is_inside = 0;
  }
  errno = saved_error;
}

// MARK: The thread

static void fill_set(sigset_t *set) {
  // A fault that its thread blocks ends the program.
  const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
  sigfillset(set);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(set, faults[index]);
}

static void *receive(void *unused) {
  for (;;) {
    struct pollfd arrivals = {.fd = reading_end, .events = POLLIN};
    if (poll(&arrivals, 1, -1) > 0 && arrivals.revents & POLLNVAL) return NULL;  // The program has closed the pipe.
    sigset_t blocked;
    fill_set(&blocked);
    const uint64_t numbers = atomic_load(&unblocked);
    for (int number = 1; number < end_of_numbers; number++) {
      if (numbers >> (number - 1) & 1) sigdelset(&blocked, number);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    report_arrivals();
  }
}

// Moves a descriptor out of the numbers of the standard streams, which the parent process may have closed.
static int raised(int descriptor) {
  const int result = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return result;
}

static int start_thread(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The new thread inherits the mask.
  sigset_t blocked, former;
  fill_set(&blocked);
  pthread_sigmask(SIG_BLOCK, &blocked, &former);
  error = pthread_create(&thread, &attributes, receive, NULL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

int c_runtime_signals_start(void (*arrived)(void)) {
  if (process != 0) return 0;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
  reading_end = raised(ends[0]);
  writing_end = raised(ends[1]);
  report_arrivals = arrived;
  const int error = reading_end < 0 || writing_end < 0 ? EMFILE : start_thread();
  if (error == 0) {
    process = getpid();
  } else {
    if (reading_end >= 0) close(reading_end);
    if (writing_end >= 0) close(writing_end);
  }
  return error;
}

void c_runtime_signals_wake(void) { (void)write_byte(0); }

void c_runtime_signals_unblock(uint64_t numbers) { atomic_store(&unblocked, numbers); }

int c_runtime_signal_next(void) {
  unsigned char number;
  while (read(reading_end, &number, 1) == 1) {
    if (number != 0) return number;
  }
  for (int other = 1; other < end_of_numbers; other++) {
    if (atomic_load(&overflow[other]) == 0) continue;
    atomic_fetch_sub(&overflow[other], 1);
    return other;
  }
  return 0;
}

// MARK: Actions

static bool is_caught(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && action->sa_sigaction == handle;
}

// The current action, and the one that the program has set.
static bool find_actions(int number, struct sigaction *current, struct sigaction *set) {
  if (number <= 0 || number >= end_of_numbers || sigaction(number, NULL, current) != 0) return false;
  *set = is_caught(current) ? formers[number] : *current;
  return true;
}

enum c_runtime_action c_runtime_signal_action(int number) {
  struct sigaction current, set;
  if (number == SIGKILL || number == SIGSTOP || !find_actions(number, &current, &set)) return c_runtime_action_invalid;
  if (set.sa_handler == SIG_DFL) return c_runtime_action_default;
  return set.sa_handler == SIG_IGN ? c_runtime_action_ignore : c_runtime_action_handler;
}

void c_runtime_signal_catch(int number, bool chains) {
  struct sigaction current, set;
  if (!find_actions(number, &current, &set)) return;
  // A handler that takes only the number ignores the other arguments.
  const bool has_other = set.sa_handler != SIG_DFL && set.sa_handler != SIG_IGN;
  atomic_store(&chained[number], chains && has_other ? set.sa_sigaction : NULL);
  if (is_caught(&current)) return;
  formers[number] = set;
  // Other signals wait while the handler runs, so that they keep their order on a thread.
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  fill_set(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void c_runtime_signal_release(int number) {
  struct sigaction current, set;
  if (!find_actions(number, &current, &set)) return;
  if (is_caught(&current)) sigaction(number, &set, NULL);
  atomic_store(&chained[number], NULL);
}

void c_runtime_signal_raise(int number) {
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);
  pthread_kill(pthread_self(), number);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void c_runtime_signal_perform_default(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL}, former;
  if (sigaction(number, &action, &former) != 0) return;
  c_runtime_signal_raise(number);
  sigaction(number, &former, NULL);
}
