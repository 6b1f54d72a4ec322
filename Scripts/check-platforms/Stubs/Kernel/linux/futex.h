// What the shims of the standard library's Synchronization module use on Linux kernels; see futex(2).
#pragma once
#define FUTEX_TRYLOCK_PI 8
#define FUTEX_LOCK_PI_PRIVATE (6 | 128)
#define FUTEX_UNLOCK_PI_PRIVATE (7 | 128)
