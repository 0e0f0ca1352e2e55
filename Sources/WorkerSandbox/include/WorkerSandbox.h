#pragma once

/* Exit status of a worker that the system gave no filter for system calls. */
#define SANDBOX_REFUSED 4

/* What a worker does, and so what it may do. */
typedef enum {
    /* Reads standard input, writes standard output, allocates memory and exits: 100 MB of address space. */
    SANDBOX_PARSER,
    /* Also opens files for reading, such as fonts, and starts up to 16 threads: 512 MB of address space. */
    SANDBOX_RENDERER,
} SandboxRole;

/*
 * Locks this process in for the rest of its life. It keeps standard input and output, and ends with the thread that
 * started it. It must have one thread.
 *
 * Its memory, processor time and elapsed time are limited. It can do what its role needs; any other system call kills
 * it. Exits if a limit (status 2) or the filter (SANDBOX_REFUSED) cannot be set.
 *
 * A renderer opens files in `/usr`, `/app` and `folders`, which ends with NULL; those that do not exist are skipped. A
 * kernel without Landlock does not limit that.
 */
void sandbox_enter(SandboxRole role, const char *const *folders);
