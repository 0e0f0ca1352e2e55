#include "CStargazer.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <unistd.h>

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define WALLPAPER "org.freedesktop.portal.Wallpaper"
#define REQUEST "org.freedesktop.portal.Request"
#define PROBE_TIMEOUT_MS 5000

/* One question to the portal. The call and the signal that answers it share it, and end in any order. */
typedef struct {
    int references;
    gboolean is_answered;
    SgzWallpaperCallback answer;
    gpointer box;
    GDestroyNotify destroy;
    GDBusConnection *bus;
    guint subscription;
    int file;
} Question;

static void question_unref(gpointer data) {
    Question *question = data;
    if (--question->references > 0) {
        return;
    }
    question->destroy(question->box);
    g_clear_object(&question->bus);
    if (question->file >= 0) {
        close(question->file);
    }
    g_free(question);
}

/* Gives the answer once, and releases the reference of the caller. */
static void finish(Question *question, SgzWallpaperResult result) {
    if (!question->is_answered) {
        question->is_answered = TRUE;
        question->answer(question->box, result);
        if (question->subscription != 0) {
            /* Releases the reference of the signal. */
            g_dbus_connection_signal_unsubscribe(question->bus, question->subscription);
        }
    }
    question_unref(question);
}

static Question *question_new(SgzWallpaperCallback answer, gpointer box, GDestroyNotify destroy) {
    Question *question = g_new0(Question, 1);
    *question = (Question){.references = 1, .answer = answer, .box = box, .destroy = destroy, .file = -1};
    return question;
}

static void on_version(GObject *bus, GAsyncResult *result, gpointer data) {
    GVariant *version = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
    finish(data, version != NULL ? SGZ_WALLPAPER_DONE : SGZ_WALLPAPER_FAILED);
    g_clear_pointer(&version, g_variant_unref);
}

static void on_probe_bus(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    Question *question = data;
    question->bus = g_bus_get_finish(result, NULL);
    if (question->bus == NULL) {
        finish(question, SGZ_WALLPAPER_FAILED);
        return;
    }
    g_dbus_connection_call(question->bus, PORTAL, PORTAL_PATH, "org.freedesktop.DBus.Properties", "Get",
                           g_variant_new("(ss)", WALLPAPER, "version"), NULL, G_DBUS_CALL_FLAGS_NONE, PROBE_TIMEOUT_MS,
                           NULL, on_version, question);
}

void sgz_wallpaper_probe(SgzWallpaperCallback answer, gpointer box, GDestroyNotify destroy) {
    g_bus_get(G_BUS_TYPE_SESSION, NULL, on_probe_bus, question_new(answer, box, destroy));
}

static void on_response(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                        const char *signal, GVariant *parameters, gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
    guint32 response = 2;
    if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})"))) {
        g_variant_get(parameters, "(u@a{sv})", &response, NULL);
    }
    Question *question = data;
    question->references++;
    finish(question, response == 0   ? SGZ_WALLPAPER_DONE
                     : response == 1 ? SGZ_WALLPAPER_CANCELLED
                                     : SGZ_WALLPAPER_FAILED);
}

static void on_request(GObject *bus, GAsyncResult *result, gpointer data) {
    GVariant *request = g_dbus_connection_call_with_unix_fd_list_finish(G_DBUS_CONNECTION(bus), NULL, result, NULL);
    if (request == NULL) {
        finish(data, SGZ_WALLPAPER_FAILED);
        return;
    }
    /* The portal answers by a signal. */
    g_variant_unref(request);
    question_unref(data);
}

/* Returns the path of the request, which the portal makes of the caller's name and the token. */
static char *request_path(GDBusConnection *bus, const char *token) {
    char *sender = g_strdup(g_dbus_connection_get_unique_name(bus) + 1);
    g_strdelimit(sender, ".", '_');
    char *path = g_strconcat(PORTAL_PATH "/request/", sender, "/", token, NULL);
    g_free(sender);
    return path;
}

static void on_bus(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source;
    Question *question = data;
    question->bus = g_bus_get_finish(result, NULL);
    GUnixFDList *files = g_unix_fd_list_new();
    int place = question->bus != NULL ? g_unix_fd_list_append(files, question->file, NULL) : -1;
    if (place < 0) {
        g_object_unref(files);
        finish(question, SGZ_WALLPAPER_FAILED);
        return;
    }
    char *token = g_strdup_printf("stargazer%u", g_random_int());
    char *path = request_path(question->bus, token);
    question->references++;
    question->subscription =
        g_dbus_connection_signal_subscribe(question->bus, PORTAL, REQUEST, "Response", path, NULL,
                                           G_DBUS_SIGNAL_FLAGS_NONE, on_response, question, question_unref);
    GVariantBuilder options;
    g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string(token));
    g_variant_builder_add(&options, "{sv}", "show-preview", g_variant_new_boolean(TRUE));
    g_dbus_connection_call_with_unix_fd_list(question->bus, PORTAL, PORTAL_PATH, WALLPAPER, "SetWallpaperFile",
                                             g_variant_new("(sha{sv})", "", place, &options), G_VARIANT_TYPE("(o)"),
                                             G_DBUS_CALL_FLAGS_NONE, -1, files, NULL, on_request, question);
    g_free(token);
    g_free(path);
    g_object_unref(files);
}

void sgz_wallpaper_set(const char *path, SgzWallpaperCallback answer, gpointer box, GDestroyNotify destroy) {
    Question *question = question_new(answer, box, destroy);
    question->file = open(path, O_RDONLY | O_CLOEXEC);
    if (question->file < 0) {
        finish(question, SGZ_WALLPAPER_FAILED);
        return;
    }
    g_bus_get(G_BUS_TYPE_SESSION, NULL, on_bus, question);
}
