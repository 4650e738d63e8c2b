#pragma once

#include <stddef.h>

/// The allocations since counting began. Always zero without the GNU C library, whose functions are replaced.
typedef struct {
  size_t count;
  /// The sum of the requested sizes of the blocks that are not freed yet.
  size_t liveBytes;
  /// The sum of the sizes of these blocks, as rounded by the C library.
  size_t liveBlockBytes;
} Allocations;

void beginCountingAllocations(void);
Allocations endCountingAllocations(void);
