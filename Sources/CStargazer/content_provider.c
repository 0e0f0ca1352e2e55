#include "CStargazer.h"

#include <gio/gio.h>

struct _SgzLazyProvider {
    GdkContentProvider parent_instance;
    GdkContentFormats *formats;
    SgzProvideCallback provide;
    gpointer box;
    GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE(SgzLazyProvider, sgz_lazy_provider, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *lazy_provider_ref_formats(GdkContentProvider *provider) {
    return gdk_content_formats_ref(SGZ_LAZY_PROVIDER(provider)->formats);
}

static void lazy_provider_write(GdkContentProvider *provider, const char *mime_type, GOutputStream *stream,
                                int io_priority, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer data) {
    SgzLazyProvider *self = SGZ_LAZY_PROVIDER(provider);
    GTask *task = g_task_new(self, cancellable, callback, data);
    g_task_set_priority(task, io_priority);
    g_task_set_task_data(task, g_object_ref(stream), g_object_unref);
    self->provide(self->box, mime_type, task);
}

static gboolean lazy_provider_write_finish(GdkContentProvider *provider, GAsyncResult *result, GError **error) {
    (void)provider;
    return g_task_propagate_boolean(G_TASK(result), error);
}

static void on_written(GObject *stream, GAsyncResult *result, gpointer data) {
    GTask *task = data;
    GError *error = NULL;
    if (g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error)) {
        g_task_return_boolean(task, TRUE);
    } else {
        g_task_return_error(task, error);
    }
    g_object_unref(task);
}

void sgz_lazy_provider_respond(gpointer request, GBytes *bytes) {
    GTask *task = request;
    if (bytes == NULL) {
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "The content could not be loaded");
        g_object_unref(task);
        return;
    }
    GOutputStream *stream = g_task_get_task_data(task);
    /* The bytes must live until they are written. */
    g_object_set_data_full(G_OBJECT(task), "bytes", g_bytes_ref(bytes), (GDestroyNotify)g_bytes_unref);
    gsize length = 0;
    const void *start = g_bytes_get_data(bytes, &length);
    g_output_stream_write_all_async(stream, start, length, g_task_get_priority(task), g_task_get_cancellable(task),
                                    on_written, task);
}

static void lazy_provider_finalize(GObject *object) {
    SgzLazyProvider *self = SGZ_LAZY_PROVIDER(object);
    gdk_content_formats_unref(self->formats);
    self->destroy(self->box);
    G_OBJECT_CLASS(sgz_lazy_provider_parent_class)->finalize(object);
}

static void sgz_lazy_provider_class_init(SgzLazyProviderClass *class) {
    G_OBJECT_CLASS(class)->finalize = lazy_provider_finalize;
    GdkContentProviderClass *provider = GDK_CONTENT_PROVIDER_CLASS(class);
    provider->ref_formats = lazy_provider_ref_formats;
    provider->write_mime_type_async = lazy_provider_write;
    provider->write_mime_type_finish = lazy_provider_write_finish;
}

static void sgz_lazy_provider_init(SgzLazyProvider *self) { (void)self; }

SgzLazyProvider *sgz_lazy_provider_new(const char *const *mime_types, guint count, SgzProvideCallback provide,
                                       gpointer box, GDestroyNotify destroy) {
    SgzLazyProvider *self = g_object_new(SGZ_TYPE_LAZY_PROVIDER, NULL);
    /* The function takes a non-const array and changes nothing of it. */
    self->formats = gdk_content_formats_new((const char **)mime_types, count);
    self->provide = provide;
    self->box = box;
    self->destroy = destroy;
    return self;
}

GdkContentProvider *sgz_file_list_provider_new(const char *path) {
    GFile *file = g_file_new_for_path(path);
    GdkFileList *list = gdk_file_list_new_from_array(&file, 1);
    GdkContentProvider *provider = gdk_content_provider_new_typed(GDK_TYPE_FILE_LIST, list);
    g_boxed_free(GDK_TYPE_FILE_LIST, list);
    g_object_unref(file);
    return provider;
}
