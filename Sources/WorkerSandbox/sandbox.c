#define _GNU_SOURCE
#include "WorkerSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Seconds of processor time, and of elapsed time. */
#define MAX_PROCESSOR_TIME 2
#define MAX_TIME 10

/* Bytes of address space, and the first file descriptor that cannot be opened, by role. */
static const rlim_t max_memory[] = {[SANDBOX_PARSER] = 100u << 20, [SANDBOX_RENDERER] = 512u << 20};
static const rlim_t max_files[] = {[SANDBOX_PARSER] = 0, [SANDBOX_RENDERER] = 64};

static void limit(int resource, rlim_t max) {
    const struct rlimit limits = {max, max};
    if (setrlimit(resource, &limits) != 0)
        _exit(2);
}

static void set_limits(SandboxRole role) {
    /* End with the thread that started this process, even if that thread has already ended. */
    pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(2);
    closefrom(STDERR_FILENO);
    limit(RLIMIT_AS, max_memory[role]);
    limit(RLIMIT_CPU, MAX_PROCESSOR_TIME);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, max_files[role]);
    alarm(MAX_TIME);
}

/* A system call that remains, perhaps only with a certain argument. */
typedef struct {
    int call;
    unsigned conditions;
    struct scmp_arg_cmp condition;
} Rule;

/*
 * The system calls of every worker: those of read, write, malloc, qsort (which wants to know how much memory there is)
 * and _exit. Memory never becomes executable. 32-bit systems have mmap2 for mmap; libseccomp ignores the name of a call
 * that the machine does not have.
 */
static const Rule common[] = {
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

static const Rule parser[] = {
    {SCMP_SYS(read), 1, SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO)},
};

#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)

/* What fontconfig, FreeType and librsvg need to read fonts, and what threads need. */
static const Rule renderer[] = {
    {SCMP_SYS(read), 0, {0}},
    {SCMP_SYS(pread64), 0, {0}},
    {SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, WRITING, O_RDONLY)},
    {SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, WRITING, O_RDONLY)},
    {SCMP_SYS(close), 0, {0}},
    {SCMP_SYS(lseek), 0, {0}},
    {SCMP_SYS(fstat), 0, {0}},
    {SCMP_SYS(stat), 0, {0}},
    {SCMP_SYS(lstat), 0, {0}},
    {SCMP_SYS(newfstatat), 0, {0}},
    {SCMP_SYS(statx), 0, {0}},
    {SCMP_SYS(statfs), 0, {0}},
    {SCMP_SYS(fstatfs), 0, {0}},
    {SCMP_SYS(access), 0, {0}},
    {SCMP_SYS(faccessat), 0, {0}},
    {SCMP_SYS(faccessat2), 0, {0}},
    {SCMP_SYS(readlink), 0, {0}},
    {SCMP_SYS(readlinkat), 0, {0}},
    {SCMP_SYS(getcwd), 0, {0}},
    {SCMP_SYS(getdents64), 0, {0}},
    {SCMP_SYS(fadvise64), 0, {0}},
    {SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL)},
    {SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_SETFD)},
    {SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD, THREAD)},
    {SCMP_SYS(set_robust_list), 0, {0}},
    {SCMP_SYS(rseq), 0, {0}},
    {SCMP_SYS(sigaltstack), 0, {0}},
    {SCMP_SYS(rt_sigaction), 0, {0}},
    {SCMP_SYS(rt_sigprocmask), 0, {0}},
    {SCMP_SYS(sched_getaffinity), 0, {0}},
    {SCMP_SYS(sched_yield), 0, {0}},
    {SCMP_SYS(futex), 0, {0}},
    {SCMP_SYS(clock_gettime), 0, {0}},
    {SCMP_SYS(clock_nanosleep), 0, {0}},
    {SCMP_SYS(getrandom), 0, {0}},
    {SCMP_SYS(gettid), 0, {0}},
    {SCMP_SYS(getpid), 0, {0}},
    {SCMP_SYS(getuid), 0, {0}},
    {SCMP_SYS(geteuid), 0, {0}},
    {SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)},
    {SCMP_SYS(exit), 0, {0}},
};

static void add(scmp_filter_ctx filter, unsigned action, const Rule *rules, size_t count) {
    for (const Rule *rule = rules; rule < rules + count; rule++)
        if (seccomp_rule_add_array(filter, action, rule->call, rule->conditions, &rule->condition) != 0)
            _exit(SANDBOX_REFUSED);
}

#define ADD(filter, action, rules) add(filter, action, rules, sizeof(rules) / sizeof *(rules))

static void filter_system_calls(SandboxRole role) {
    /* The C library starts threads in the old way where the new one is missing. A library that would be loaded later,
       such as one for another format of pictures, is missing, too. */
    static const Rule missing[] = {{SCMP_SYS(clone3), 0, {0}}};
    static const Rule denied[] = {{SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)},
                                  {SCMP_SYS(mmap2), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)}};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter || seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0)
        _exit(SANDBOX_REFUSED);
    ADD(filter, SCMP_ACT_ALLOW, common);
    if (role == SANDBOX_RENDERER) {
        ADD(filter, SCMP_ACT_ALLOW, renderer);
        ADD(filter, SCMP_ACT_ERRNO(ENOSYS), missing);
        ADD(filter, SCMP_ACT_ERRNO(EACCES), denied);
    } else {
        ADD(filter, SCMP_ACT_ALLOW, parser);
    }
    /* This also sets PR_SET_NO_NEW_PRIVS. */
    if (seccomp_load(filter) != 0)
        _exit(SANDBOX_REFUSED);
    seccomp_release(filter);
}

void sandbox_enter(SandboxRole role) {
    set_limits(role);
    filter_system_calls(role);
}
