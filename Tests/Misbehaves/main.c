/*
 * Enters the sandbox of the workers and then does what a worker that was taken over might try.
 *
 * Usage: stargazer-misbehaves ACTION
 *        stargazer-misbehaves renderer ACTION
 *        stargazer-misbehaves refused PROGRAM
 *
 * Exit status: 0 if the sandbox let it happen, 3 if it denied it, 1 for an unknown action. `refused` runs a program for
 * which the system refuses filters for system calls, as some containers do.
 */
#define _GNU_SOURCE
#include <WorkerSandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
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
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static pid_t parent;

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
    void *volatile beyond = malloc(200u << 20);
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

static void open_file(void) { expect(open("/dev/null", O_RDONLY) >= 0); }

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
static void take_memory(void) {
    expect(mmap(NULL, 600u << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

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
    {"start a process", start_process},
    {"run a program", run_program},
    {"trace its parent", trace_parent},
    {"read its parent's memory", read_parent},
    {"signal its parent", signal_parent},
    {"make a socket", make_socket},
    {"connect", connect_socket},
    {"open a file", open_file},
    {"open a file to write", open_file_to_write},
    {"create a file", create_file},
    {"make a folder", make_folder},
    {"rename a file", rename_file},
    {"remove a file", remove_file},
    {"make memory executable", make_memory_executable},
    {"map executable memory", map_executable_memory},
    {"take memory", take_memory},
    {"compute", compute},
    {"write elsewhere", write_elsewhere},
    {"outlive its parent", control_itself},
};

/* Makes the two calls that set a filter fail, for this process and what it runs. */
static int refuse_filters(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    return !filter || seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0) ||
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)) ||
           seccomp_load(filter);
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "refused") == 0 && !refuse_filters()) {
        execv(words[2], words + 2);
        return 1;
    }
    SandboxRole role = SANDBOX_PARSER;
    if (count == 3 && strcmp(words[1], "renderer") == 0) {
        role = SANDBOX_RENDERER;
        count--;
        words++;
    }
    for (size_t index = 0; count == 2 && index < sizeof actions / sizeof *actions; index++) {
        if (strcmp(words[1], actions[index].name) != 0)
            continue;
        parent = getppid();
        sandbox_enter(role);
        actions[index].act();
        _exit(0);
    }
    fputs("usage: stargazer-misbehaves [renderer] ACTION\n       stargazer-misbehaves refused PROGRAM\n", stderr);
    return 1;
}
