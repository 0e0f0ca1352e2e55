#define _GNU_SOURCE
#include "WorkerSandbox.h"
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Bytes of address space. */
#define MAX_MEMORY (100u << 20)
/* Seconds of processor time, and of elapsed time. */
#define MAX_PROCESSOR_TIME 2
#define MAX_TIME 10

static void limit(int resource, rlim_t max) {
    const struct rlimit limits = {max, max};
    if (setrlimit(resource, &limits) != 0)
        _exit(2);
}

static void set_limits(void) {
    /* End with the thread that started this process, even if that thread has already ended. */
    pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(2);
    closefrom(STDERR_FILENO);
    limit(RLIMIT_AS, MAX_MEMORY);
    limit(RLIMIT_CPU, MAX_PROCESSOR_TIME);
    limit(RLIMIT_CORE, 0);
    /* No more files can be opened. */
    limit(RLIMIT_NOFILE, 0);
    alarm(MAX_TIME);
}

/*
 * The system calls that remain: those of read, write, malloc, qsort (which wants to know how much memory there is) and
 * _exit. Memory never becomes executable. 32-bit systems have mmap2 for mmap; libseccomp ignores the name of a call
 * that the machine does not have.
 */
static const struct {
    int call;
    unsigned conditions;
    struct scmp_arg_cmp condition;
} allowed[] = {
    {SCMP_SYS(read), 1, SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO)},
    {SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO)},
    {SCMP_SYS(brk), 0, {0}},
    {SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
    {SCMP_SYS(mmap2), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
    {SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
    {SCMP_SYS(mremap), 0, {0}},
    {SCMP_SYS(munmap), 0, {0}},
    {SCMP_SYS(madvise), 0, {0}},
    {SCMP_SYS(sysinfo), 0, {0}},
    {SCMP_SYS(exit_group), 0, {0}},
};

static void filter_system_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter || seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0)
        _exit(SANDBOX_REFUSED);
    for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++)
        if (seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, allowed[index].call, allowed[index].conditions,
                                   &allowed[index].condition) != 0)
            _exit(SANDBOX_REFUSED);
    /* This also sets PR_SET_NO_NEW_PRIVS. */
    if (seccomp_load(filter) != 0)
        _exit(SANDBOX_REFUSED);
    seccomp_release(filter);
}

void sandbox_enter(void) {
    set_limits();
    filter_system_calls();
}
