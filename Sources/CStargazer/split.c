#include "CStargazer.h"

#define LINE 1

struct _SgzSplit {
    GtkWidget parent_instance;
    GtkWidget *leaflet;
    SgzPane *first;
    SgzPane *last;
    double share;
};

G_DEFINE_FINAL_TYPE(SgzSplit, sgz_split, GTK_TYPE_WIDGET)

/* Computes the limits of the first pane's width. If `most` is below `least`, the panes do not fit. */
static void limits(SgzSplit *self, int width, int *least, int *most) {
    *least = sgz_pane_get_requested_width(self->first);
    *most = width - sgz_pane_get_requested_width(self->last);
}

static GtkSizeRequestMode get_request_mode(GtkWidget *widget) {
    return gtk_widget_get_request_mode(SGZ_SPLIT(widget)->leaflet);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    SgzSplit *self = SGZ_SPLIT(widget);
    gtk_widget_measure(self->leaflet, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        /* Both panes are comfortable with a fifth more than they request. A sidebar gives way before that. */
        int requested = sgz_pane_get_requested_width(self->first) + sgz_pane_get_requested_width(self->last);
        *natural = MAX(*minimum, requested * 6 / 5);
    }
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    SgzSplit *self = SGZ_SPLIT(widget);
    gboolean is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    int least, most;
    limits(self, width, &least, &most);
    int first = most < least ? 0 : CLAMP((int)(self->share * width + 0.5) + LINE, least, most),
        half = (most - least) / 2;
    sgz_pane_set_child_width(self->first, least + half, first, is_mirrored);
    sgz_pane_set_child_width(self->last, width - most + half, first == 0 ? 0 : width - first, !is_mirrored);
    gtk_widget_allocate(self->leaflet, width, height, baseline, NULL);
    /* If the size of the leaflet is unchanged, GTK does not allocate it or the panes again. */
    sgz_pane_allocate_child(self->first);
    sgz_pane_allocate_child(self->last);
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
    return gtk_widget_child_focus(SGZ_SPLIT(widget)->leaflet, direction);
}

static gboolean grab_focus(GtkWidget *widget) { return gtk_widget_grab_focus(SGZ_SPLIT(widget)->leaflet); }

static void dispose(GObject *object) {
    g_clear_pointer(&SGZ_SPLIT(object)->leaflet, gtk_widget_unparent);
    G_OBJECT_CLASS(sgz_split_parent_class)->dispose(object);
}

static void sgz_split_class_init(SgzSplitClass *klass) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = dispose;
    widget_class->get_request_mode = get_request_mode;
    widget_class->measure = measure;
    widget_class->size_allocate = size_allocate;
    widget_class->focus = focus;
    widget_class->grab_focus = grab_focus;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void sgz_split_init(G_GNUC_UNUSED SgzSplit *self) {}

GtkWidget *sgz_split_new(GtkWidget *leaflet, SgzPane *first, SgzPane *last) {
    SgzSplit *self = g_object_new(SGZ_TYPE_SPLIT, NULL);
    self->leaflet = leaflet;
    self->first = first;
    self->last = last;
    gtk_widget_set_parent(leaflet, GTK_WIDGET(self));
    return GTK_WIDGET(self);
}

void sgz_split_set_share(SgzSplit *self, double share) {
    self->share = share;
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

double sgz_split_share_for_width(SgzSplit *self, int width) {
    int whole = gtk_widget_get_width(GTK_WIDGET(self)), least, most;
    limits(self, whole, &least, &most);
    return most < least ? self->share : (double)(CLAMP(width + LINE, least, most) - LINE) / whole;
}
