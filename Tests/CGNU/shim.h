// Functions of the GNU C library that Swift's Glibc module leaves out, since it is built without _GNU_SOURCE.
#pragma once

#include <spawn.h>
#include <sys/socket.h>

int pipe2(int ends[2], int flags);
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
