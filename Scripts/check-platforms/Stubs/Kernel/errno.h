// What the shims of the standard library's Synchronization module use on Linux kernels; see errno(3).
#pragma once
extern int *_check_platforms_errno(void);
#define errno (*_check_platforms_errno())
