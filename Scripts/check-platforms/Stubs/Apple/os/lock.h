// What this package uses of <os/lock.h>, declared as in Apple's documentation:
// https://developer.apple.com/documentation/os/os_unfair_lock_lock and its neighbours; the lock may not be used in
// asynchronous functions: https://developer.apple.com/documentation/os/osallocatedunfairlock.

#pragma once
#include <stdbool.h>
#include <stdint.h>

#define OS_UNFAIR_LOCK_AVAILABILITY                                                                             \
  __attribute__((availability(macos, introduced = 10.12)))                                                     \
  __attribute__((availability(ios, introduced = 10.0)))                                                        \
  __attribute__((__swift_attr__("@_unavailableFromAsync(message: \"Use OSAllocatedUnfairLock.withLock()\")")))

#pragma clang assume_nonnull begin

typedef struct os_unfair_lock_s {
  uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

OS_UNFAIR_LOCK_AVAILABILITY void os_unfair_lock_lock(os_unfair_lock_t lock);
OS_UNFAIR_LOCK_AVAILABILITY __attribute__((warn_unused_result)) bool os_unfair_lock_trylock(os_unfair_lock_t lock);
OS_UNFAIR_LOCK_AVAILABILITY void os_unfair_lock_unlock(os_unfair_lock_t lock);

#pragma clang assume_nonnull end
