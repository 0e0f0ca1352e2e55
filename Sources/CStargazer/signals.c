#include "CStargazer.h"

/* A closure with its own marshaller, which passes every emission as GValues. A C callback with the wrong number of
 * arguments would be accepted silently; this way it cannot be written. */
typedef struct {
    GClosure closure;
    SgzHandler handler;
    GDestroyNotify destroy;
} SgzClosure;

static void marshal(GClosure *closure, GValue *result, guint n_values, const GValue *values,
                    G_GNUC_UNUSED gpointer hint, G_GNUC_UNUSED gpointer data) {
    ((SgzClosure *)closure)->handler(closure->data, n_values, values, result);
}

static void finalize(gpointer box, GClosure *closure) { ((SgzClosure *)closure)->destroy(box); }

static gboolean find_signal(gpointer instance, const char *detailed_signal, guint *id, GQuark *detail) {
    return g_signal_parse_name(detailed_signal, G_OBJECT_TYPE(instance), id, detail, TRUE);
}

gulong sgz_signal_connect(gpointer instance, const char *detailed_signal, SgzHandler handler, gpointer box,
                          GDestroyNotify destroy) {
    guint id = 0;
    GQuark detail = 0;
    if (!find_signal(instance, detailed_signal, &id, &detail)) {
        destroy(box);
        return 0;
    }
    GClosure *closure = g_closure_new_simple(sizeof(SgzClosure), box);
    ((SgzClosure *)closure)->handler = handler;
    ((SgzClosure *)closure)->destroy = destroy;
    g_closure_set_marshal(closure, marshal);
    g_closure_add_finalize_notifier(closure, box, finalize);
    return g_signal_connect_closure_by_id(instance, id, detail, closure, FALSE);
}

int sgz_signal_parameters(gpointer instance, const char *detailed_signal, GType *types, int capacity, GType *returns) {
    guint id = 0;
    GQuark detail = 0;
    if (!find_signal(instance, detailed_signal, &id, &detail)) {
        return -1;
    }
    GSignalQuery query;
    g_signal_query(id, &query);
    for (guint i = 0; i < query.n_params && (int)i < capacity; i++) {
        types[i] = G_TYPE_FUNDAMENTAL(query.param_types[i] & ~G_SIGNAL_TYPE_STATIC_SCOPE);
    }
    *returns = G_TYPE_FUNDAMENTAL(query.return_type & ~G_SIGNAL_TYPE_STATIC_SCOPE);
    return (int)query.n_params;
}

GType sgz_value_fundamental(const GValue *value) { return G_TYPE_FUNDAMENTAL(G_VALUE_TYPE(value)); }
