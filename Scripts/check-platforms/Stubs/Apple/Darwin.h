// What this package uses of Darwin's C library. Sources: the manual pages (section 2 and 3) at
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/, and the headers that
// Apple publishes at https://github.com/apple-oss-distributions: xnu (time.h, sched), libpthread (pthread.h), Libc.

#pragma once
#include <stddef.h>
#include <stdint.h>

#define SINCE(mac, phone)                                                                                       \
  __attribute__((availability(macos, introduced = mac))) __attribute__((availability(ios, introduced = phone)))

#pragma clang assume_nonnull begin

// clock_gettime(3)
typedef long time_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
// In Darwin's header each is a macro for an enumerator with an underscore; in Swift this is what one sees of both.
typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_UPTIME_RAW = 8,
} clockid_t;
int clock_gettime(clockid_t __clock_id, struct timespec *__tp) SINCE(10.12, 10.0);
uint64_t clock_gettime_nsec_np(clockid_t __clock_id) SINCE(10.12, 10.0);

// getpid(2), getenv(3), dlsym(3)
typedef int32_t pid_t;
pid_t getpid(void);
char *_Nullable getenv(const char *);
void *_Nullable dlsym(void *_Nullable __handle, const char *__symbol);

// sched(3)
struct sched_param {
  int sched_priority;
  char __opaque[4];
};
int sched_yield(void);
int sched_get_priority_min(int);
int sched_get_priority_max(int);

// pthread(3)
struct _opaque_pthread_t {
  long __sig;
  void *_Nullable __cleanup_stack;
  char __opaque[8176];
};
struct _opaque_pthread_attr_t {
  long __sig;
  char __opaque[56];
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef unsigned long pthread_key_t;
#define PTHREAD_CREATE_DETACHED 2

int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_create(
    pthread_t _Nullable *_Nonnull __restrict, const pthread_attr_t *_Nullable __restrict,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable __restrict);
pthread_t pthread_self(void);
int pthread_main_np(void);
int pthread_threadid_np(pthread_t _Nullable, uint64_t *_Nullable) SINCE(10.6, 3.2);
int pthread_getschedparam(pthread_t, int *_Nullable, struct sched_param *_Nullable);
int pthread_setschedparam(pthread_t, int, const struct sched_param *);
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);

#pragma clang assume_nonnull end
