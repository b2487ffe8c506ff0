/* Calls on files under one folder fail as a broken or used-up disk lets them fail. Loaded before libc.
   FAIL_UNDER: the folder; FAIL_CALL: fsync, write, flock, fcntl or close; FAIL_WITH: the error's number;
   FAIL_AFTER: how many such calls go well first. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int left = -1;

static int fails(const char *call, int fd) {
    const char *wanted = getenv("FAIL_CALL"), *under = getenv("FAIL_UNDER");
    char link[64], name[4096];
    ssize_t length;
    if (!wanted || !under || strcmp(wanted, call)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    if (strncmp(name, under, strlen(under))) return 0;
    if (left < 0) left = getenv("FAIL_AFTER") ? atoi(getenv("FAIL_AFTER")) : 0;
    if (left > 0) { left--; return 0; }
    errno = atoi(getenv("FAIL_WITH"));
    return 1;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)

int fsync(int fd) { REAL(fsync); return fails("fsync", fd) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(fdatasync); return fails("fsync", fd) ? -1 : real(fd); }
ssize_t write(int fd, const void *b, size_t n) { REAL(write); return fails("write", fd) ? -1 : real(fd, b, n); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t o) {
    REAL(pwrite); return fails("write", fd) ? -1 : real(fd, b, n, o);
}
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t o) {
    REAL(pwrite64); return fails("write", fd) ? -1 : real(fd, b, n, o);
}
int close(int fd) {
    REAL(close);
    if (!fails("close", fd)) return real(fd);
    int number = errno;
    real(fd); /* as on Linux: the file is closed all the same */
    errno = number;
    return -1;
}
int flock(int fd, int how) { REAL(flock); return fails("flock", fd) ? -1 : real(fd, how); }
static int control(int (*real)(int, int, ...), int fd, int command, void *given) {
    if ((command == F_SETLK || command == F_SETLKW) && fails("fcntl", fd)) return -1;
    return real(fd, command, given);
}
int fcntl(int fd, int command, ...) {
    va_list list; void *given;
    va_start(list, command); given = va_arg(list, void *); va_end(list);
    REAL(fcntl); return control(real, fd, command, given);
}
int fcntl64(int fd, int command, ...) {
    va_list list; void *given;
    va_start(list, command); given = va_arg(list, void *); va_end(list);
    REAL(fcntl64); return control(real, fd, command, given);
}
