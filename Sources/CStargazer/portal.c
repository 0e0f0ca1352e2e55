#include "CStargazer.h"

#define PORTAL_PATH "/org/freedesktop/portal/desktop"

/* Redirects calls to the portal to a bus name without an owner, so they fail at once. */
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
        /* The filter lives as long as the connection, which the whole process shares, so the reference is kept. */
        g_dbus_connection_add_filter(bus, turn_away, NULL, NULL);
    } else {
        g_object_unref(bus);
    }
    if (answer == NULL) {
        /* Without this, libadwaita 1.7 would not read the desktop's own settings any more. */
        g_setenv("ADW_DISABLE_PORTAL", "1", FALSE);
    }
    g_clear_pointer(&answer, g_variant_unref);
    g_clear_error(&error);
}
