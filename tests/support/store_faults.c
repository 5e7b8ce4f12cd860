/* Makes the disk of a Valkey server slow and its clock wrong. It is loaded before the C library (LD_PRELOAD), and does
   what a file says that the test and the server map into memory. Other programs are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
    int64_t clock_offset; /* microseconds, added to the time of day */
    int64_t slow_one_in;  /* of so many writes and syncs one is slow; 0: none */
    int64_t longest;      /* microseconds that a slow one takes at most */
    int64_t hang;         /* microseconds that the next sync takes, once */
    int64_t calls;        /* writes to files and syncs */
    int64_t slow;         /* those of them that were slow or hung */
    int64_t waited;       /* microseconds that they took in all, when they were over */
    int64_t waiting;      /* whether one hangs just now */
};

static struct faults none, *faults = &none;

__attribute__((constructor)) static void map_faults(void) {
    const char *path = getenv("STORE_FAULTS");
    if (path == NULL || strcmp(program_invocation_short_name, "valkey-server") != 0) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) abort();
    void *memory = mmap(NULL, sizeof(struct faults), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    close(file);
    faults = memory;
}

static void sleep_for(int64_t microseconds) {
    struct timespec left = {microseconds / 1000000, microseconds % 1000000 * 1000};
    __atomic_add_fetch(&faults->slow, 1, __ATOMIC_RELAXED);
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
    __atomic_add_fetch(&faults->waited, microseconds, __ATOMIC_RELAXED);
}

static void wait_for_disk(void) {
    __atomic_add_fetch(&faults->calls, 1, __ATOMIC_RELAXED);
    int64_t one_in = faults->slow_one_in, longest = faults->longest;
    if (one_in > 0 && longest > 0 && random() % one_in == 0) sleep_for(random() % longest);
}

static void wait_for_sync(void) {
    int64_t hang = __atomic_exchange_n(&faults->hang, 0, __ATOMIC_RELAXED);
    if (hang > 0) {
        faults->waiting = 1;
        sleep_for(hang);
        faults->waiting = 0;
    }
    wait_for_disk();
}

int fdatasync(int file) {
    static int (*real)(int);
    if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_for_sync();
    return real(file);
}

int fsync(int file) {
    static int (*real)(int);
    if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_for_sync();
    return real(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (real == NULL) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    struct stat status;
    if (faults->slow_one_in > 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) wait_for_disk();
    return real(file, bytes, count);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME && result == 0) {
        int64_t nanoseconds = now->tv_nsec + faults->clock_offset % 1000000 * 1000;
        now->tv_sec += faults->clock_offset / 1000000 + (nanoseconds >= 1000000000) - (nanoseconds < 0);
        now->tv_nsec = (nanoseconds + 1000000000) % 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != NULL) *result = now.tv_sec;
    return now.tv_sec;
}
