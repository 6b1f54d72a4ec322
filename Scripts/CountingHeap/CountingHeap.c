#include "CountingHeap.h"

#include <stdlib.h>

// C, because a Swift function may not be called `malloc`.

#if defined(__APPLE__)

#include <malloc/malloc.h>

static struct HeapUse before;

static struct HeapUse in_use(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(0, &statistics);
  return (struct HeapUse){statistics.blocks_in_use, statistics.size_in_use};
}

bool heap_counting_begin(void) {
  before = in_use();
  return true;
}

struct HeapUse heap_counting_end(void) {
  struct HeapUse after = in_use();
  return (struct HeapUse){after.blocks - before.blocks, after.bytes - before.bytes};
}

#elif defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The definitions of an executable go before those of the C library, also for the libraries that it uses.

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static bool is_counting;
static atomic_long blocks;
static atomic_long bytes;

__attribute__((noinline)) static void *count(void *block, long sign) {
  if (block) {
    blocks += sign;
    bytes += sign * (long)malloc_usable_size(block);
  }
  return block;
}

bool heap_counting_begin(void) {
  blocks = 0;
  bytes = 0;
  is_counting = true;
  return true;
}

struct HeapUse heap_counting_end(void) {
  is_counting = false;
  return (struct HeapUse){blocks, bytes};
}

// While nothing is counted, each of these is a jump: what is timed meanwhile hardly notices.

void *malloc(size_t size) {
  if (!is_counting) return __libc_malloc(size);
  return count(__libc_malloc(size), 1);
}

void *calloc(size_t number, size_t size) {
  if (!is_counting) return __libc_calloc(number, size);
  return count(__libc_calloc(number, size), 1);
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_counting) return __libc_memalign(alignment, size);
  return count(__libc_memalign(alignment, size), 1);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = aligned_alloc(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *realloc(void *block, size_t size) {
  if (!is_counting) return __libc_realloc(block, size);
  count(block, -1);
  return count(__libc_realloc(block, size), 1);
}

void free(void *block) {
  if (is_counting) count(block, -1);
  __libc_free(block);
}

#else

bool heap_counting_begin(void) {
  return false;
}

struct HeapUse heap_counting_end(void) {
  return (struct HeapUse){0, 0};
}

#endif
