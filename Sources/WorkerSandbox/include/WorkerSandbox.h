#pragma once

/* Exit status of a worker that the system gave no filter for system calls. */
#define SANDBOX_REFUSED 4

/*
 * Locks this process in for the rest of its life. It keeps standard input and output, and ends with the thread that
 * started it.
 *
 * Its memory, processor time and elapsed time are limited. It can read standard input, write standard output, allocate
 * memory and exit; any other system call kills it. Exits if a limit (status 2) or the filter (SANDBOX_REFUSED) cannot
 * be set.
 */
void sandbox_enter(void);
