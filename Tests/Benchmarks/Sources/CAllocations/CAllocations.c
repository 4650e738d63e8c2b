#include "CAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A hash table of the blocks allocated while counting. A freed block leaves `freed` in its place.
enum { capacity = 1 << 20 };
static struct { void *block; size_t size, blockSize; } table[capacity];
static void *const freed = (void *)1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool isCounting;
static Allocations allocations;

void beginCountingAllocations(void) {
  memset(table, 0, sizeof table);
  allocations = (Allocations){0, 0, 0};
  __atomic_store_n(&isCounting, true, __ATOMIC_SEQ_CST);
}

Allocations endCountingAllocations(void) {
  __atomic_store_n(&isCounting, false, __ATOMIC_SEQ_CST);
  return allocations;
}

#ifdef __GLIBC__

// These functions replace those of the C library in the whole process, including the Swift runtime.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static size_t positionOf(void *block) { return ((uintptr_t)block >> 4) * 0x9E3779B97F4A7C15u >> 44; }

static void *added(void *block, size_t size) {
  if (!__atomic_load_n(&isCounting, __ATOMIC_RELAXED) || !block) return block;
  pthread_mutex_lock(&lock);
  size_t position = positionOf(block);
  while (table[position].block && table[position].block != freed) position = (position + 1) % capacity;
  table[position].block = block;
  table[position].size = size;
  // The C library stores a word of its own before each block.
  table[position].blockSize = malloc_usable_size(block) + sizeof(size_t);
  allocations.count += 1;
  allocations.liveBytes += size;
  allocations.liveBlockBytes += table[position].blockSize;
  pthread_mutex_unlock(&lock);
  return block;
}

static void removed(void *block) {
  if (!__atomic_load_n(&isCounting, __ATOMIC_RELAXED) || !block) return;
  pthread_mutex_lock(&lock);
  size_t position = positionOf(block);
  while (table[position].block && table[position].block != block) position = (position + 1) % capacity;
  if (table[position].block) {
    table[position].block = freed;
    allocations.liveBytes -= table[position].size;
    allocations.liveBlockBytes -= table[position].blockSize;
  }
  pthread_mutex_unlock(&lock);
}

void *malloc(size_t size) { return added(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return added(__libc_calloc(count, size), count * size); }
void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size), size); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size), size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = added(__libc_memalign(alignment, size), size);
  return *block ? 0 : ENOMEM;
}

// A reallocated block counts as a new one.
void *realloc(void *block, size_t size) {
  removed(block);
  return added(__libc_realloc(block, size), size);
}

void free(void *block) {
  removed(block);
  __libc_free(block);
}

#endif
