#define _GNU_SOURCE
#include "WorkerSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* Seconds of processor time, and of elapsed time. */
#define MAX_PROCESSOR_TIME 2
#define MAX_TIME 10

/* Bytes of address space, and the first file descriptor that cannot be opened, by role. */
static const rlim_t max_memory[] = {[SANDBOX_PARSER] = 100u << 20, [SANDBOX_RENDERER] = 512u << 20};
static const rlim_t max_files[] = {[SANDBOX_PARSER] = 0, [SANDBOX_RENDERER] = 64};

#define MAX_THREADS 16
/* The memory of a renderer whose threads are not counted. */
#define MAX_UNCOUNTED_MEMORY (160u << 20)

static void limit(int resource, rlim_t max) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0)
        _exit(2);
    if (limits.rlim_max > max)
        limits.rlim_max = max;
    limits.rlim_cur = limits.rlim_max;
    if (setrlimit(resource, &limits) != 0)
        _exit(2);
}

/*
 * Limits the threads. The system counts those of the user, so this process becomes the only one in a namespace of
 * users. Where the system permits none (Flatpak, a rule of AppArmor), the limit is above the threads of all users. It
 * never binds root.
 *
 * Returns whether these threads alone are counted.
 */
static int limit_threads(void) {
    struct sysinfo system;
    int is_counted = getuid() != 0 && unshare(CLONE_NEWUSER) == 0;
    if (!is_counted && sysinfo(&system) != 0)
        _exit(2);
    limit(RLIMIT_NPROC, is_counted ? MAX_THREADS : system.procs + MAX_THREADS);
    return is_counted;
}

static void set_limits(SandboxRole role) {
    rlim_t memory = max_memory[role];
    if (role == SANDBOX_RENDERER && !limit_threads())
        memory = MAX_UNCOUNTED_MEMORY;
    /* End with the thread that started this process, even if that thread has already ended. */
    pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(2);
    closefrom(STDERR_FILENO);
    limit(RLIMIT_AS, memory);
    limit(RLIMIT_CPU, MAX_PROCESSOR_TIME);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, max_files[role]);
    alarm(MAX_TIME);
}

/* Makes files readable in some folders and nowhere else, not even below /proc, if the kernel has Landlock. */
static void limit_files(const char *const *folders) {
    static const char *const installed[] = {"/usr", "/app", NULL};
    const char *const *const lists[] = {installed, folders};
    const __u64 reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    /* All that the first version of Landlock knows. The filter for system calls denies what came later. */
    const struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0 && (errno == ENOSYS || errno == EOPNOTSUPP))
        return;
    for (size_t list = 0; list < 2; list++) {
        for (const char *const *folder = lists[list]; *folder; folder++) {
            struct landlock_path_beneath_attr rule = {reading, open(*folder, O_PATH | O_DIRECTORY | O_CLOEXEC)};
            if (rule.parent_fd < 0)
                continue;
            if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
                _exit(SANDBOX_REFUSED);
            close(rule.parent_fd);
        }
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        _exit(SANDBOX_REFUSED);
    close(rules);
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
/* In its namespace of users, the process could make further ones. */
#define NAMESPACES                                                                                                     \
    (CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS)

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
    {SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD | NAMESPACES, THREAD)},
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
    /* GLib's seed, since it cannot read /dev/urandom. */
    {SCMP_SYS(getppid), 0, {0}},
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

void sandbox_enter(SandboxRole role, const char *const *folders) {
    set_limits(role);
    if (role == SANDBOX_RENDERER)
        limit_files(folders);
    filter_system_calls(role);
}
