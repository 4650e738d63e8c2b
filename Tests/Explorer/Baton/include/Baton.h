#ifndef BATON_H
#define BATON_H

#include <stdbool.h>
#include <stdint.h>

// Threads that run one at a time: each waits on its own word, and the running thread posts the next thread's word.

// The value that the running thread passed to `baton_set_current`, or null outside a schedule.
void *baton_current(void);
void baton_set_current(void *thread);

void baton_post(uint32_t *word);
void baton_wait(uint32_t *word);

// Starts a thread that calls `body` with `argument`, and is never joined.
void baton_start(void (*body)(void *), void *argument);

// Keeps the whole process on one processor, so that passing the baton wakes no other processor.
void baton_stay_on_one_processor(void);

// Restarts the program with deterministic hashing, unless that is already enabled. Otherwise the order of dictionaries,
// and with it the steps of a schedule, would differ between runs.
void baton_make_hashing_repeatable(char **arguments);

// Calls `describe` before the process dies of a failed precondition or another fatal signal.
void baton_on_crash(void (*describe)(void));

// Kills the process if one schedule runs for `seconds`, because a thread then waits for something that the explorer
// does not model.
void baton_watch(unsigned seconds, void (*describe)(void));

// Swift functions that C code calls: the main queue's model, and a point of the schedule at each query of an object's
// state.
void explorer_set_main_queue(bool (*is_main_thread)(void), void (*wait)(void), void (*run)(void));
bool explorer_is_main_thread(void);
void explorer_wait_for_main_queue(void);
void explorer_run_main_queue(void);
void explorer_set_will_read(void (*will_read)(void));

// Calls the runtime's `swift_isDeallocating`. (The model in CRuntime has that name, and would call itself.)
bool explorer_is_deallocating(const void *object);

#endif
