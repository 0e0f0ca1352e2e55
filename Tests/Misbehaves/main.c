/*
 * Enters the sandbox of the workers and then does what a worker that was taken over might try.
 *
 * Usage: stargazer-misbehaves ACTION
 *        stargazer-misbehaves renderer ACTION
 *        stargazer-misbehaves table
 *        stargazer-misbehaves refused PROGRAM
 *
 * Exit status: 0 if the sandbox let it happen, 3 if it denied it, 1 for an unknown action. `table` prints what the
 * kernel has, and what becomes of each action for a parser (Markdown) and for a renderer (SVG and code). `refused` runs
 * a program for which the system refuses filters for system calls, as some containers do.
 *
 * A renderer may read `.local/share/fonts` in HOME, as an SVG's may.
 */
#define _GNU_SOURCE
#include <WorkerSandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t parent;
static const char *home;

/* Tells that the sandbox denied what it did not let happen. */
static void expect(int happened) {
    if (!happened)
        _exit(3);
}

/* What a worker needs: the sandbox permits it. */
static void work(void) {
    char *pieces[20000];
    for (size_t index = 0; index < sizeof pieces / sizeof *pieces; index++)
        if (!(pieces[index] = calloc(1, 16 + index % 4000)))
            _exit(1);
    for (size_t index = 0; index < sizeof pieces / sizeof *pieces; index++)
        free(pieces[index]);
    char *large = NULL;
    for (size_t size = 1; size <= 16u << 20; size *= 2) {
        if (!(large = realloc(large, size)))
            _exit(1);
        large[size - 1] = 1;
    }
    free(large);
    /* Memory beyond the limit is refused, which does not end the process. Volatile, since a compiler may assume that an
       allocation without a use succeeds. */
    void *volatile beyond = malloc(600u << 20);
    if (beyond)
        _exit(1);
    char byte;
    if (read(STDIN_FILENO, &byte, 1) != 0 || write(STDOUT_FILENO, "worked", 6) != 6)
        _exit(1);
}

static void *nothing(void *data) { return data; }

static void start_thread(void) {
    pthread_t thread;
    expect(pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0);
}

/* The sandbox knows no call that would wait for ever. */
static void *nothing_until_end(void *data) {
    for (;;)
        sched_yield();
    return data;
}

static void start_threads(void) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int count = 0; count < 20; count++)
        expect(pthread_create(&thread, &small, nothing_until_end, NULL) == 0);
}

static void start_thread_in_namespace(void) {
    syscall(SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWNET, 0, 0, 0, 0);
}

static void make_namespace(void) { unshare(CLONE_NEWUSER); }

static void start_process(void) {
    if (fork() == 0)
        _exit(0);
}

static void run_program(void) {
    char *arguments[] = {"true", NULL}, *environment[] = {NULL};
    execve("/bin/true", arguments, environment);
}

static void trace_parent(void) { ptrace(PTRACE_ATTACH, parent, NULL, NULL); }

static void read_parent(void) {
    char byte;
    const struct iovec here = {&byte, 1}, there = {&byte, 1};
    process_vm_readv(parent, &here, 1, &there, 1, 0);
}

static void signal_parent(void) { kill(parent, SIGCONT); }

static void make_socket(void) { socket(AF_UNIX, SOCK_STREAM, 0); }

static void connect_socket(void) {
    const struct sockaddr_un address = {AF_UNIX, "/nonexistent/socket"};
    connect(STDIN_FILENO, (const struct sockaddr *)&address, sizeof address);
}

static void open_path(const char *folder, const char *path) {
    char whole[4096];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    expect(open(whole, O_RDONLY) >= 0);
}

static void open_installed_file(void) { open_path("/usr", "bin/env"); }

static void open_font(void) { open_path(home, ".local/share/fonts/font"); }

static void open_file_of_home(void) { open_path(home, "file"); }

static void list_home(void) { open_path(home, ""); }

static void open_passwords(void) { open_path("/etc", "passwd"); }

static void open_device(void) { open_path("/dev", "null"); }

static void open_parent_memory(void) {
    char path[32];
    snprintf(path, sizeof path, "%d/mem", (int)parent);
    open_path("/proc", path);
}

static void open_own_memory(void) { open_path("/proc/self", "mem"); }

static void open_file_to_write(void) { open("/dev/null", O_WRONLY); }

static void create_file(void) { open("/nonexistent/one", O_RDONLY | O_CREAT, 0600); }

static void make_folder(void) { mkdir("/nonexistent/one", 0700); }

static void rename_file(void) { rename("/nonexistent/one", "/nonexistent/two"); }

static void remove_file(void) { unlink("/nonexistent/one"); }

static void make_memory_executable(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

static void map_executable_memory(void) {
    expect(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

/* Memory beyond the limit is denied, which does not end the process. */
static void take_memory(size_t megabytes) {
    expect(mmap(NULL, megabytes << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

static void take_120(void) { take_memory(120); }

static void take_400(void) { take_memory(400); }

static void take_600(void) { take_memory(600); }

static void compute(void) {
    for (;;)
        ;
}

static void write_elsewhere(void) { write(STDERR_FILENO, "text", 4); }

static void control_itself(void) { prctl(PR_SET_PDEATHSIG, 0); }

static const struct {
    const char *name;
    void (*act)(void);
} actions[] = {
    {"work", work},
    {"start a thread", start_thread},
    {"start 20 threads", start_threads},
    {"start a thread in a namespace", start_thread_in_namespace},
    {"make a namespace", make_namespace},
    {"start a process", start_process},
    {"run a program", run_program},
    {"trace its parent", trace_parent},
    {"read its parent's memory", read_parent},
    {"signal its parent", signal_parent},
    {"make a socket", make_socket},
    {"connect", connect_socket},
    {"open an installed file", open_installed_file},
    {"open a font of the home", open_font},
    {"open a file of the home", open_file_of_home},
    {"list the home", list_home},
    {"open /etc/passwd", open_passwords},
    {"open a device", open_device},
    {"open its parent's memory", open_parent_memory},
    {"open its own memory", open_own_memory},
    {"open a file to write", open_file_to_write},
    {"create a file", create_file},
    {"make a folder", make_folder},
    {"rename a file", rename_file},
    {"remove a file", remove_file},
    {"make memory executable", make_memory_executable},
    {"map executable memory", map_executable_memory},
    {"take 120 MB", take_120},
    {"take 400 MB", take_400},
    {"take 600 MB", take_600},
    {"write elsewhere", write_elsewhere},
    {"outlive its parent", control_itself},
    {"compute", compute},
};

/* Makes the two calls that set a filter fail, for this process and what it runs. */
static int refuse_filters(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    return !filter || seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0) ||
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)) ||
           seccomp_load(filter);
}

static void perform(SandboxRole role, void (*act)(void)) {
    char fonts[4096];
    snprintf(fonts, sizeof fonts, "%s/.local/share/fonts", home);
    const char *folders[] = {fonts, NULL};
    parent = getppid();
    sandbox_enter(role, folders);
    act();
    _exit(0);
}

/* What becomes of an action in a process of its own. */
static const char *outcome(SandboxRole role, void (*act)(void)) {
    pid_t child = fork();
    if (child == 0)
        perform(role, act);
    int status = -1;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGSYS ? "killed" : "stopped";
    return WEXITSTATUS(status) == 0 ? "works" : WEXITSTATUS(status) == 3 ? "denied" : "fails";
}

static void find_landlock(void) {
    expect(syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0);
}

/* Whether the system has what a function expects. */
static const char *has(void (*act)(void)) {
    pid_t child = fork();
    if (child == 0) {
        act();
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0 ? "yes" : "no";
}

static void count_threads(void) { expect(getuid() != 0 && unshare(CLONE_NEWUSER) == 0); }

static void print_table(void) {
    printf("user: %d\nLandlock: %s\nits threads alone are counted: %s\n", (int)getuid(), has(find_landlock),
           has(count_threads));
    printf("%-32s%-10s%s\n", "", "parser", "renderer");
    fflush(stdout);
    /* Not the last one, which takes two seconds of processor time. */
    for (size_t index = 1; index + 1 < sizeof actions / sizeof *actions; index++) {
        printf("%-32s%-10s", actions[index].name, outcome(SANDBOX_PARSER, actions[index].act));
        fflush(stdout);
        puts(outcome(SANDBOX_RENDERER, actions[index].act));
        fflush(stdout);
    }
}

int main(int count, char **words) {
    home = getenv("HOME") ? getenv("HOME") : "/nonexistent";
    if (count == 3 && strcmp(words[1], "refused") == 0 && !refuse_filters()) {
        execv(words[2], words + 2);
        return 1;
    }
    if (count == 2 && strcmp(words[1], "table") == 0) {
        print_table();
        return 0;
    }
    SandboxRole role = SANDBOX_PARSER;
    if (count == 3 && strcmp(words[1], "renderer") == 0) {
        role = SANDBOX_RENDERER;
        count--;
        words++;
    }
    for (size_t index = 0; count == 2 && index < sizeof actions / sizeof *actions; index++)
        if (strcmp(words[1], actions[index].name) == 0)
            perform(role, actions[index].act);
    fputs("usage: stargazer-misbehaves [renderer] ACTION\n       stargazer-misbehaves table\n"
          "       stargazer-misbehaves refused PROGRAM\n",
          stderr);
    return 1;
}
