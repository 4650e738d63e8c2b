#pragma once

#include <stddef.h>

/// What has been allocated since counting began. Only the GNU C library's functions can be replaced; elsewhere it is nothing.
typedef struct {
  size_t count;
  /// The sum of the sizes that were asked for, of the blocks that are not freed yet.
  size_t liveBytes;
  /// The sum of the sizes of these blocks, as the C library rounds them.
  size_t liveBlockBytes;
} Allocations;

void beginCountingAllocations(void);
Allocations endCountingAllocations(void);
