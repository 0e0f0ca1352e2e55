#include "CStargazer.h"

#include <libintl.h>
#include <locale.h>
#include <malloc.h>

gboolean sgz_is_a(gpointer object, const char *type_name) {
    GType type = g_type_from_name(type_name);
    return type != 0 && g_type_is_a(G_OBJECT_TYPE(object), type);
}

const char *sgz_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }

void sgz_bind_properties(gpointer source, const char *source_property, gpointer target, const char *target_property) {
    g_object_bind_property(source, source_property, target, target_property, G_BINDING_SYNC_CREATE);
}

void sgz_object_set_string(gpointer object, const char *property, const char *text) {
    g_object_set(object, property, text, NULL);
}

typedef struct {
    SgzUriCallback answer;
    gpointer box;
    GDestroyNotify destroy;
} Opening;

static void on_uri_shown(GObject *window, GAsyncResult *result, gpointer data) {
    Opening *opening = data;
    gboolean is_shown = gtk_show_uri_full_finish((GtkWindow *)window, result, NULL);
    opening->answer(opening->box, is_shown);
    opening->destroy(opening->box);
    g_free(opening);
}

void sgz_show_uri(gpointer window, const char *uri, SgzUriCallback answer, gpointer box, GDestroyNotify destroy) {
    Opening *opening = g_new0(Opening, 1);
    *opening = (Opening){.answer = answer, .box = box, .destroy = destroy};
    gtk_show_uri_full(window, uri, GDK_CURRENT_TIME, NULL, on_uri_shown, opening);
}

#define NAME "sgz-accessible-name"

/* GTK 4.8 makes each tooltip the description, also one that only repeats the name. */
static void drop_repeated_description(GtkWidget *widget, const char *name) {
    const char *tooltip = gtk_widget_get_tooltip_text(widget);
    if (tooltip != NULL && g_strcmp0(tooltip, name) == 0) {
        gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
    }
}

void sgz_widget_set_tooltip(gpointer widget, const char *text) {
    gtk_widget_set_tooltip_text(widget, text);
    const char *name = g_object_get_data(widget, NAME);
    drop_repeated_description(widget, name == NULL && GTK_IS_BUTTON(widget) ? gtk_button_get_label(widget) : name);
}

void sgz_accessible_set_label(gpointer widget, const char *label) {
    /* Since GTK 4.12, boxes and scroll panes have this role, whose names screen readers do not get. */
    if (gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(widget)) == GTK_ACCESSIBLE_ROLE_GENERIC) {
        sgz_accessible_set_role(widget, GTK_ACCESSIBLE_ROLE_GROUP);
    }
    /* Widgets that set their own labelled-by relation ignore the label: rows of libadwaita, and choices since GTK
     * 4.18. */
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    drop_repeated_description(widget, label);
    /* Only buttons get their tooltips later. Rows get many names, which need not be kept. */
    if (GTK_IS_BUTTON(widget) || GTK_IS_MENU_BUTTON(widget)) {
        g_object_set_data_full(widget, NAME, g_strdup(label), g_free);
    }
}

void sgz_accessible_set_description(gpointer widget, const char *description) {
    /* Rows of newer libadwaita set a described-by relation to their subtitle, which would be read instead. */
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void sgz_accessible_set_hidden(gpointer widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

void sgz_accessible_set_role(gpointer widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

void sgz_accessible_set_level(gpointer widget, int level) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
}

void sgz_accessible_set_pressed(gpointer widget, gboolean pressed) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_PRESSED,
                                pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

void sgz_accessible_set_described_by(gpointer widget, gpointer label) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, label, NULL, -1);
}

void sgz_accessible_set_active_descendant(gpointer widget, gpointer chosen) {
    if (chosen == NULL) {
        gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
    } else {
        gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, chosen, -1);
    }
}

static void insert(PangoAttrList *attributes, PangoAttribute *attribute, guint start, guint end) {
    attribute->start_index = start;
    attribute->end_index = end;
    pango_attr_list_insert(attributes, attribute);
}

void sgz_label_set_parts(gpointer label, const char *text, guint start, guint end, guint16 red, guint16 green,
                         guint16 blue) {
    gtk_label_set_text(GTK_LABEL(label), text);
    PangoAttrList *attributes = pango_attr_list_new();
    if (start < end) {
        insert(attributes, pango_attr_foreground_new(red, green, blue), start, end);
        /* Otherwise it would be as dim as the text. */
        insert(attributes, pango_attr_foreground_alpha_new(G_MAXUINT16), start, end);
        /* Next to Chinese, Japanese or Korean text, Pango would take the dot from its font, where it is small. */
        insert(attributes, pango_attr_family_new("DejaVu Sans"), start, end);
    }
    for (const char *part = text, *next; part != NULL; part = next) {
        next = strstr(part, SGZ_PART_SEPARATOR);
        /* The space before the dot is left out, so that the line can break there. */
        next = next == NULL ? NULL : next + 1;
        guint last = next == NULL ? (guint)strlen(text) : (guint)(next - text) - 1;
        insert(attributes, pango_attr_allow_breaks_new(FALSE), (guint)(part - text), last);
    }
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
}

void sgz_malloc_limit_arenas(void) { mallopt(M_ARENA_MAX, 2); }

void sgz_malloc_trim(void) { malloc_trim(0); }

const char *sgz_locale_name(int category) { return setlocale(category, NULL); }

void sgz_gettext_bind(const char *domain, const char *folder) {
    bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}

void sgz_log(const char *domain, int level, const char *message) {
    g_log_structured(domain, (GLogLevelFlags)level, "MESSAGE", "%s", message);
}

gboolean sgz_animations_enabled(void) {
    gboolean is_allowed = TRUE;
    GtkSettings *settings = gtk_settings_get_default();
    if (settings != NULL) {
        g_object_get(settings, "gtk-enable-animations", &is_allowed, NULL);
    }
    return is_allowed;
}
