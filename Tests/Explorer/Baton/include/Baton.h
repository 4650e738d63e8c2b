#ifndef BATON_H
#define BATON_H

#include <stdbool.h>
#include <stdint.h>

// Threads of which one runs at a time: each waits for its own word, and posts that of the next.

// What the running thread was given with `baton_begin`, or null outside of an exploration.
void *baton_current(void);
void baton_set_current(void *thread);

void baton_post(uint32_t *word);
void baton_wait(uint32_t *word);

// Starts a thread that calls `body` with `argument`, and is never joined.
void baton_start(void (*body)(void *), void *argument);

// Keeps the whole process on one processor: the baton is then passed without waking another one.
void baton_stay_on_one_processor(void);

// Starts the program again with Swift's hashing made repeatable, unless it is. Otherwise the order of a dictionary, and with it
// what the schedule meets, would differ from run to run.
void baton_make_hashing_repeatable(char **arguments);

// Has `describe` called before the process dies of a failed precondition.
void baton_on_crash(void (*describe)(void));

// Kills the process if the same schedule runs for so many seconds: a thread waits for something that the explorer does not know.
void baton_watch(unsigned seconds, void (*describe)(void));

// Models that C code needs, and that Swift code has: the main queue, and the point before the runtime is asked for an object's state.
void explorer_set_main_queue(bool (*is_main_thread)(void), void (*wait)(void), void (*run)(void));
bool explorer_is_main_thread(void);
void explorer_wait_for_main_queue(void);
void explorer_run_main_queue(void);
void explorer_set_will_read(void (*will_read)(void));

// Asks the runtime's function of almost that name. (The model in CRuntime has its exact name, and would call itself.)
bool explorer_is_deallocating(const void *object);

#endif
