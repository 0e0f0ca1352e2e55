#include "CStargazer.h"

struct _SgzPane {
    GtkWidget parent_instance;
    GtkWidget *child;
    int room;
    int wish;
};

G_DEFINE_FINAL_TYPE(SgzPane, sgz_pane, GTK_TYPE_WIDGET)

static GtkSizeRequestMode get_request_mode(GtkWidget *widget) {
    return gtk_widget_get_request_mode(SGZ_PANE(widget)->child);
}

/* Half of what a pane holds grows with the text. */
static int room(SgzPane *self) {
    int dpi;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-xft-dpi", &dpi, NULL);
    double scale = dpi > 0 ? dpi / (96.0 * PANGO_SCALE) : 1;
    return (int)(self->room * (1 + scale) / 2);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    gtk_widget_measure(SGZ_PANE(widget)->child, orientation, for_size, minimum, natural, NULL, NULL);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *natural = MAX(MAX(*minimum, room(SGZ_PANE(widget))), SGZ_PANE(widget)->wish);
    }
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    SgzPane *self = SGZ_PANE(widget);
    gtk_widget_allocate(self->child, width, height, baseline, NULL);
    for (GtkWidget *other = gtk_widget_get_next_sibling(self->child); other != NULL;
         other = gtk_widget_get_next_sibling(other)) {
        if (GTK_IS_POPOVER(other)) {
            gtk_popover_present(GTK_POPOVER(other));
        }
    }
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
    return gtk_widget_child_focus(SGZ_PANE(widget)->child, direction);
}

static gboolean grab_focus(GtkWidget *widget) { return gtk_widget_grab_focus(SGZ_PANE(widget)->child); }

static void dispose(GObject *object) {
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))) != NULL) {
        if (GTK_IS_POPOVER(child)) {
            /* GTK 4.8 never frees one that goes while it shows. */
            gtk_popover_popdown(GTK_POPOVER(child));
        }
        gtk_widget_unparent(child);
    }
    G_OBJECT_CLASS(sgz_pane_parent_class)->dispose(object);
}

static void sgz_pane_class_init(SgzPaneClass *klass) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = dispose;
    widget_class->get_request_mode = get_request_mode;
    widget_class->measure = measure;
    widget_class->size_allocate = size_allocate;
    widget_class->focus = focus;
    widget_class->grab_focus = grab_focus;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void sgz_pane_init(G_GNUC_UNUSED SgzPane *self) {}

GtkWidget *sgz_pane_new(GtkWidget *child, int room) {
    SgzPane *self = g_object_new(SGZ_TYPE_PANE, NULL);
    self->child = child;
    self->room = room;
    gtk_widget_set_parent(child, GTK_WIDGET(self));
    return GTK_WIDGET(self);
}

int sgz_pane_get_room(SgzPane *self) {
    int minimum;
    gtk_widget_measure(self->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    return MAX(minimum, room(self));
}

void sgz_pane_wish(SgzPane *self, int width) {
    if (self->wish != width) {
        self->wish = width;
        gtk_widget_queue_resize(GTK_WIDGET(self));
    }
}
