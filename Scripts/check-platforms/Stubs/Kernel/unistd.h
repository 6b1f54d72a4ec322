// What the shims of the standard library's Synchronization module use on Linux kernels; see syscall(2).
#pragma once
#include <stddef.h>
long syscall(long, ...);
