#include "CStargazer.h"

#define PORTAL_PATH "/org/freedesktop/portal/desktop"

/* To a name that nobody has: what is asked of it is refused at once. */
static GDBusMessage *turn_away(GDBusConnection *bus, GDBusMessage *message, gboolean incoming, gpointer data) {
    (void)bus, (void)data;
    if (incoming || g_strcmp0(g_dbus_message_get_path(message), PORTAL_PATH) != 0) {
        return message;
    }
    GDBusMessage *copy = g_dbus_message_copy(message, NULL);
    if (copy == NULL) {
        return message;
    }
    g_object_unref(message);
    g_dbus_message_set_destination(copy, "org.freedesktop.portal.Absent");
    return copy;
}

void sgz_portal_probe(int timeout_ms) {
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (bus == NULL) {
        return;
    }
    GError *error = NULL;
    GVariant *answer = g_dbus_connection_call_sync(bus, "org.freedesktop.portal.Desktop", PORTAL_PATH,
                                                   "org.freedesktop.DBus.Properties", "Get",
                                                   g_variant_new("(ss)", "org.freedesktop.portal.Settings", "version"),
                                                   NULL, G_DBUS_CALL_FLAGS_NONE, timeout_ms, NULL, &error);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)) {
        /* The filter goes with the connection, which is the one that the whole process has: so that is kept. */
        g_dbus_connection_add_filter(bus, turn_away, NULL, NULL);
    } else {
        g_object_unref(bus);
    }
    if (answer == NULL) {
        /* Or libadwaita 1.7 would read the desktop's own settings no more. */
        g_setenv("ADW_DISABLE_PORTAL", "1", FALSE);
    }
    g_clear_pointer(&answer, g_variant_unref);
    g_clear_error(&error);
}
