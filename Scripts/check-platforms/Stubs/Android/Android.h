// What this package uses of bionic. Source: the headers at
// https://android.googlesource.com/platform/bionic/+/refs/heads/main/libc/include (time.h, sched.h, pthread.h, unistd.h,
// bits/pthread_types.h, sys/resource.h, dlfcn.h).
//
// What they say about null pointers depends on the NDK: nothing before 26; from 27 on, that a thread's function neither
// gets nor returns null (NDK 27), or that it may (later). ANDROID_NDK says which one it is.

#pragma once
#include <stddef.h>
#include <stdint.h>

#ifndef ANDROID_NDK
#define ANDROID_NDK 28
#endif

#if ANDROID_NDK < 26
#define NONNULL
#define NULLABLE
#define THREAD_POINTER
#elif ANDROID_NDK == 27
#define NONNULL _Nonnull
#define NULLABLE _Nullable
#define THREAD_POINTER _Nonnull
#else
#define NONNULL _Nonnull
#define NULLABLE _Nullable
#define THREAD_POINTER _Nullable
#endif

// time.h
typedef long time_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
int clock_gettime(clockid_t __clock, struct timespec *NONNULL __ts);

// unistd.h, stdlib.h, dlfcn.h, sys/resource.h
typedef int pid_t;
typedef uint32_t id_t;
pid_t getpid(void);
char *NULLABLE getenv(const char *NONNULL __name);
void *NULLABLE dlsym(void *NULLABLE __handle, const char *NULLABLE __symbol);
int setpriority(int __which, id_t __who, int __priority);

// sched.h
int sched_yield(void);

// pthread.h
typedef long pthread_t;
typedef struct {
  uint32_t flags;
  void *stack_base;
  size_t stack_size;
  size_t guard_size;
  int32_t sched_policy;
  int32_t sched_priority;
  char __reserved[16];
} pthread_attr_t;
typedef struct {
  int32_t __private[10];
} pthread_mutex_t;
typedef long pthread_mutexattr_t;
typedef int pthread_key_t;
#define PTHREAD_CREATE_DETACHED 1
enum {
  PTHREAD_MUTEX_NORMAL = 0,
  PTHREAD_MUTEX_RECURSIVE = 1,
  PTHREAD_MUTEX_ERRORCHECK = 2,
};

int pthread_attr_init(pthread_attr_t *NONNULL __attr);
int pthread_attr_destroy(pthread_attr_t *NONNULL __attr);
int pthread_attr_setdetachstate(pthread_attr_t *NONNULL __attr, int __state);
int pthread_attr_setstacksize(pthread_attr_t *NONNULL __addr, size_t __size);
int pthread_create(
    pthread_t *NONNULL __pthread_ptr, pthread_attr_t const *NULLABLE __attr,
    void *THREAD_POINTER (*NONNULL __start_routine)(void *THREAD_POINTER), void *NULLABLE);
pthread_t pthread_self(void) __attribute__((const));
int pthread_key_create(pthread_key_t *NONNULL __key_ptr, void (*NULLABLE __key_destructor)(void *NULLABLE));
void *NULLABLE pthread_getspecific(pthread_key_t __key);
int pthread_setspecific(pthread_key_t __key, const void *NULLABLE __value);
int pthread_mutexattr_init(pthread_mutexattr_t *NONNULL __attr);
int pthread_mutexattr_destroy(pthread_mutexattr_t *NONNULL __attr);
int pthread_mutexattr_settype(pthread_mutexattr_t *NONNULL __attr, int __type);
int pthread_mutex_init(pthread_mutex_t *NONNULL __mutex, const pthread_mutexattr_t *NULLABLE __attr);
int pthread_mutex_destroy(pthread_mutex_t *NONNULL __mutex);
int pthread_mutex_lock(pthread_mutex_t *NONNULL __mutex);
int pthread_mutex_trylock(pthread_mutex_t *NONNULL __mutex);
int pthread_mutex_unlock(pthread_mutex_t *NONNULL __mutex);
