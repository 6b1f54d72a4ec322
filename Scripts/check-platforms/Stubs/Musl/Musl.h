// What this package uses of musl, which says nothing about null pointers. Source: the headers at
// https://git.musl-libc.org/cgit/musl/tree/include (time.h, sched.h, pthread.h, unistd.h, sys/resource.h, dlfcn.h) and their
// arch/x86_64/bits/alltypes.h.in.

#pragma once
#include <stddef.h>
#include <stdint.h>

// time.h
typedef long time_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
int clock_gettime(clockid_t, struct timespec *);

// unistd.h, stdlib.h, dlfcn.h, sys/resource.h
typedef int pid_t;
typedef unsigned id_t;
pid_t getpid(void);
char *getenv(const char *);
void *dlsym(void *__restrict, const char *__restrict);
int setpriority(int, id_t, int);

// sched.h
int sched_yield(void);

// pthread.h
typedef struct __pthread *pthread_t;
typedef struct {
  union {
    int __i[14];
    volatile int __vi[14];
    unsigned long __s[7];
  } __u;
} pthread_attr_t;
typedef struct {
  union {
    int __i[10];
    volatile int __vi[10];
    volatile void *volatile __p[5];
  } __u;
} pthread_mutex_t;
typedef struct {
  unsigned __attr;
} pthread_mutexattr_t;
typedef unsigned pthread_key_t;
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_ERRORCHECK 2

int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_create(pthread_t *__restrict, const pthread_attr_t *__restrict, void *(*)(void *), void *__restrict);
pthread_t pthread_self(void);
int pthread_key_create(pthread_key_t *, void (*)(void *));
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutex_init(pthread_mutex_t *__restrict, const pthread_mutexattr_t *__restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
