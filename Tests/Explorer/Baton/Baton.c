#define _GNU_SOURCE
#include "Baton.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static __thread void *current;

void *baton_current(void) { return current; }
void baton_set_current(void *thread) { current = thread; }

void baton_post(uint32_t *word) {
  __atomic_store_n(word, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void baton_wait(uint32_t *word) {
  while (__atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE) == 0) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
}

struct start {
  void (*body)(void *);
  void *argument;
};

static void *run(void *start) {
  struct start copy = *(struct start *)start;
  free(start);
  copy.body(copy.argument);
  return NULL;
}

void baton_start(void (*body)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  *start = (struct start){body, argument};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, start) != 0) abort();
  pthread_detach(thread);
}

void baton_stay_on_one_processor(void) {
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  const int here = sched_getcpu();
  if (here < 0) return;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void baton_make_hashing_repeatable(char **arguments) {
  if (getenv("SWIFT_DETERMINISTIC_HASHING") != NULL) return;
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
  // A failed precondition is described below; the runtime's own backtrace takes seconds.
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  execv("/proc/self/exe", arguments);
}

static void (*describe_crash)(void);
static void (*describe_hang)(void);

static void crashed(int number) {
  signal(number, SIG_DFL);
  describe_crash();
  raise(number);
}

static void hung(int number) {
  (void)number;
  describe_hang();
  _exit(3);
}

void baton_on_crash(void (*describe)(void)) {
  describe_crash = describe;
  const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], crashed);
}

void baton_watch(unsigned seconds, void (*describe)(void)) {
  describe_hang = describe;
  signal(SIGALRM, hung);
  alarm(seconds);
}

static bool (*main_queue_is_here)(void);
static void (*main_queue_wait)(void);
static void (*main_queue_run)(void);

void explorer_set_main_queue(bool (*is_main_thread)(void), void (*wait)(void), void (*run)(void)) {
  main_queue_is_here = is_main_thread;
  main_queue_wait = wait;
  main_queue_run = run;
}

bool explorer_is_main_thread(void) { return main_queue_is_here != NULL && main_queue_is_here(); }
void explorer_wait_for_main_queue(void) { main_queue_wait(); }
void explorer_run_main_queue(void) { main_queue_run(); }

static void (*on_read)(void);

void explorer_set_will_read(void (*will_read)(void)) { on_read = will_read; }

extern bool swift_isDeallocating(const void *object);

bool explorer_is_deallocating(const void *object) {
  on_read();
  const bool answer = swift_isDeallocating(object);
  on_read();  // The caller's next access is a separate step.
  return answer;
}
