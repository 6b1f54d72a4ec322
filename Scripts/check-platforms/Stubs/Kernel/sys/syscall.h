// What the shims of the standard library's Synchronization module use on Linux kernels; the numbers are not looked at.
#pragma once
#define SYS_gettid 186
#define SYS_futex 202
