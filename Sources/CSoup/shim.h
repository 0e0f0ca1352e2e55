#pragma once

#include <glib-unix.h>
#include <libsoup/soup.h>
#include <spawn.h>

/* A function of the GNU C library that Swift's Glibc module leaves out, since it is built without _GNU_SOURCE. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/*
 * A session's connection limits can be given only while it is made, and the constructor that takes them is variadic,
 * which Swift does not import. The caller owns the session (full transfer) and uses it on the calling thread only.
 */
static inline SoupSession *sgz_soup_session_new(unsigned int max_conns, unsigned int max_conns_per_host) {
    // No timeout of its own, which would be 60 seconds: the caller has a deadline for the whole request.
    return soup_session_new_with_options("max-conns", max_conns, "max-conns-per-host", max_conns_per_host, "timeout",
                                         0u, NULL);
}

/*
 * Connects a signal of `message` that hands over nothing but the message. `release` is called with `data` when the
 * message lets the handler go.
 */
static inline void sgz_soup_message_connect(SoupMessage *message, const char *signal,
                                            void (*handler)(SoupMessage *, void *), void *data,
                                            void (*release)(void *, GClosure *)) {
    g_signal_connect_data(message, signal, G_CALLBACK(handler), data, release, G_CONNECT_DEFAULT);
}

/* The same for `network-event`, which tells how far a new connection for `message` is. */
static inline void sgz_soup_message_connect_network_event(SoupMessage *message,
                                                          void (*handler)(SoupMessage *, GSocketClientEvent,
                                                                          GIOStream *, void *),
                                                          void *data, void (*release)(void *, GClosure *)) {
    g_signal_connect_data(message, "network-event", G_CALLBACK(handler), data, release, G_CONNECT_DEFAULT);
}
