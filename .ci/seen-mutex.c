// Reports Swift's Mutex to ThreadSanitizer; to be loaded before a program (LD_PRELOAD). A contended mutex is locked and unlocked inside the
// Swift library, which is built without the sanitizer, so the data it protects seem to have races (Swift 6.3 on Linux).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define MUTEX __attribute__((swift_context)) void *
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, MUTEX);
typedef __attribute__((swiftcall)) void (*Unlock)(MUTEX);
static Lock lock;
static Unlock unlock;

__attribute__((constructor)) static void find(void) {
  lock = (Lock)dlsym(RTLD_NEXT, LOCK);
  unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

__attribute__((swiftcall)) void recto_lock(uint32_t thread, MUTEX mutex) __asm__(LOCK);
__attribute__((swiftcall)) void recto_lock(uint32_t thread, MUTEX mutex) {
  lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void recto_unlock(MUTEX mutex) __asm__(UNLOCK);
__attribute__((swiftcall)) void recto_unlock(MUTEX mutex) {
  if (__tsan_release) __tsan_release(mutex);
  unlock(mutex);
}
