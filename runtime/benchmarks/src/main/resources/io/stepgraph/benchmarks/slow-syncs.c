/*
 * Preloaded into a process, has each fsync and fdatasync take a given time longer, and counts them in a file of eight bytes:
 * LD_PRELOAD=slow-syncs.so SLOW_SYNCS_COUNTER=<file> SLOW_SYNCS_NANOS=1000000
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

typedef int sync_function(int);

static sync_function *real_fsync;
static sync_function *real_fdatasync;
static long long *count;
static long long nanos;

__attribute__((constructor)) static void prepare(void)
{
    real_fsync = (sync_function *) dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = (sync_function *) dlsym(RTLD_NEXT, "fdatasync");
    const char *time = getenv("SLOW_SYNCS_NANOS");
    const char *counter = getenv("SLOW_SYNCS_COUNTER");
    nanos = time ? atoll(time) : 0;
    int file = counter ? open(counter, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *mapped = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        count = mapped == MAP_FAILED ? NULL : mapped;
        close(file);
    }
}

static int slowly(sync_function *real, int file)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanos;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (count) {
        __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    }
    int status = real(file);
    int error = errno;
    /* A thread is otherwise woken up to 50 microseconds late. */
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
    errno = error;
    return status;
}

int fsync(int file)
{
    return slowly(real_fsync, file);
}

int fdatasync(int file)
{
    return slowly(real_fdatasync, file);
}
