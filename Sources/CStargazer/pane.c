#include "CStargazer.h"

struct _SgzPane {
    GtkWidget parent_instance;
    GtkWidget *child;
    int room;
    /* Size of the child while the pane is about `given` pixels wide; 0 in `width` means the size of the pane. */
    int given, width;
    gboolean is_right;
};

G_DEFINE_FINAL_TYPE(SgzPane, sgz_pane, GTK_TYPE_WIDGET)

static GtkSizeRequestMode get_request_mode(GtkWidget *widget) {
    return gtk_widget_get_request_mode(SGZ_PANE(widget)->child);
}

int sgz_room_for_text(int width) {
    int dpi;
    g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
    double scale = dpi > 0 ? dpi / (96.0 * PANGO_SCALE) : 1;
    return (int)(width * (1 + scale) / 2);
}

static int room(SgzPane *self) { return sgz_room_for_text(self->room); }

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    gtk_widget_measure(SGZ_PANE(widget)->child, orientation, for_size, minimum, natural, NULL, NULL);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *natural = MAX(*minimum, room(SGZ_PANE(widget)));
    }
}

static void place_child(SgzPane *self, int width, int height, int baseline) {
    gboolean is_placed = self->width > 0 && ABS(width - self->given) <= 1;
    int taken = is_placed ? self->width : width, x = is_placed && self->is_right ? width - taken : 0;
    gtk_widget_allocate(self->child, taken, height, baseline,
                        x == 0 ? NULL : gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x, 0)));
}

static const char ANCHOR[] = "stargazer-anchor";

/* Points a popover to the widget that it belongs to, wherever that is now. */
static void point_to_anchor(GtkPopover *popover) {
    GtkWidget *anchor = g_object_get_data(G_OBJECT(popover), ANCHOR);
    GtkWidget *pane = gtk_widget_get_parent(GTK_WIDGET(popover));
    graphene_rect_t bounds;
    if (anchor == NULL || !gtk_widget_compute_bounds(anchor, pane, &bounds)) {
        return;
    }
    GdkRectangle before;
    GdkRectangle place = {(int)bounds.origin.x, (int)bounds.origin.y, (int)bounds.size.width, (int)bounds.size.height};
    if (!gtk_popover_get_pointing_to(popover, &before) || !gdk_rectangle_equal(&place, &before)) {
        gtk_popover_set_pointing_to(popover, &place);
    }
}

void sgz_pane_show_popover(GtkPopover *popover, GtkWidget *anchor) {
    g_object_set_data_full(G_OBJECT(popover), ANCHOR, g_object_ref(anchor), g_object_unref);
    point_to_anchor(popover);
    gtk_popover_popup(popover);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    SgzPane *self = SGZ_PANE(widget);
    place_child(self, width, height, baseline);
    for (GtkWidget *other = gtk_widget_get_next_sibling(self->child); other != NULL;
         other = gtk_widget_get_next_sibling(other)) {
        if (GTK_IS_POPOVER(other)) {
            point_to_anchor(GTK_POPOVER(other));
            gtk_popover_present(GTK_POPOVER(other));
        }
    }
}

/* Tests against the child's bounds, since the child may extend beyond the pane. */
static gboolean contains(GtkWidget *widget, double x, double y) {
    graphene_rect_t bounds;
    return gtk_widget_compute_bounds(SGZ_PANE(widget)->child, widget, &bounds) &&
           graphene_rect_contains_point(&bounds, &GRAPHENE_POINT_INIT((float)x, (float)y));
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
    /* A menu over a row is a child, too. Without this, its arrow keys would leave it. */
    GtkWidget *focused = gtk_widget_get_focus_child(widget);
    return gtk_widget_child_focus(focused == NULL ? SGZ_PANE(widget)->child : focused, direction);
}

static gboolean grab_focus(GtkWidget *widget) { return gtk_widget_grab_focus(SGZ_PANE(widget)->child); }

static void dispose(GObject *object) {
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))) != NULL) {
        if (GTK_IS_POPOVER(child)) {
            /* GTK 4.8 never frees a popover that is unparented while it is shown. */
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
    widget_class->contains = contains;
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

int sgz_pane_get_requested_width(SgzPane *self) {
    int minimum;
    gtk_widget_measure(self->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    return MAX(minimum, room(self));
}

void sgz_pane_set_child_width(SgzPane *self, int given, int width, gboolean is_right) {
    self->given = given;
    self->width = width;
    self->is_right = is_right;
}

void sgz_pane_allocate_child(SgzPane *self) {
    int height = gtk_widget_get_height(GTK_WIDGET(self));
    if (height > 0 && gtk_widget_get_child_visible(GTK_WIDGET(self))) {
        place_child(self, gtk_widget_get_width(GTK_WIDGET(self)), height, -1);
    }
}
