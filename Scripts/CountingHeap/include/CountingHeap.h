#pragma once

#include <stdbool.h>

struct HeapUse {
  long blocks;
  long bytes;
};

/// Begins to count what is allocated and freed; false where that can't be done.
bool heap_counting_begin(void);

/// Ends it, and says by how much the heap has grown meanwhile.
struct HeapUse heap_counting_end(void);
