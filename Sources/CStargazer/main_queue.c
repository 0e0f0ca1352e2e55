#include "CStargazer.h"

#include <glib-unix.h>
#include <stdint.h>
#include <unistd.h>

/* libdispatch's hooks for foreign main loops, made for CoreFoundation. On Linux the handle is an eventfd. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

/* The eventfd stays readable until it is read: without the read the loop would use a whole core. */
static gboolean drain_main_queue(gint fd, G_GNUC_UNUSED GIOCondition condition, G_GNUC_UNUSED gpointer data) {
    uint64_t count;
    ssize_t got = read(fd, &count, sizeof count);
    (void)got;
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

guint sgz_main_queue_attach(void) {
    int fd = _dispatch_get_main_queue_handle_4CF();
    if (fd < 0) {
        return 0;
    }
    return g_unix_fd_add(fd, G_IO_IN, drain_main_queue, NULL);
}
