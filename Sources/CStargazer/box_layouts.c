#include "CStargazer.h"

/* The largest minimum width: that of the narrowest page. Wider content is cut off at its end. */
#define MOST_MINIMUM 300

/* ---- Blocks of a document ---------------------------------------------------------------------------------------- */

struct _SgzLazyLayout {
    GtkLayoutManager parent_instance;
    gboolean is_shown, may_change;
    /* Size of the last layout; until then only the height is set. */
    int width, height;
    /* Widths of the children when they were last visible. */
    int minimum, natural;
};

G_DEFINE_FINAL_TYPE(SgzLazyLayout, sgz_lazy_layout, GTK_TYPE_LAYOUT_MANAGER)

static SgzLazyLayout *layout_of(gpointer box) {
    return SGZ_LAZY_LAYOUT(gtk_widget_get_layout_manager(GTK_WIDGET(box)));
}

/* Returns whether the children are laid out at `width`, instead of left as they are. */
static gboolean lays_out(SgzLazyLayout *self, int width) {
    return self->is_shown && (self->may_change || width == self->width);
}

static GtkWidget *next_visible(GtkWidget *child) {
    while (child != NULL && !gtk_widget_get_visible(child)) {
        child = gtk_widget_get_next_sibling(child);
    }
    return child;
}

static GtkWidget *first(GtkWidget *box) { return next_visible(gtk_widget_get_first_child(box)); }
static GtkWidget *after(GtkWidget *child) { return next_visible(gtk_widget_get_next_sibling(child)); }

static int height_of(GtkWidget *child, int width) {
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    return minimum;
}

static GtkSizeRequestMode lazy_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Measures without a height: to find the width of a label at a height, GTK lays its text out a dozen times. The
 * height of a text follows from its width alone. */
static void measure_width(SgzLazyLayout *self, GtkWidget *box, int *minimum, int *natural) {
    if (self->is_shown) {
        self->minimum = self->natural = 0;
        for (GtkWidget *child = first(box); child != NULL; child = after(child)) {
            int least, best;
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &best, NULL, NULL);
            self->minimum = MAX(self->minimum, least);
            self->natural = MAX(self->natural, best);
        }
    }
    *minimum = MIN(self->minimum, MOST_MINIMUM);
    *natural = MAX(self->natural, *minimum);
}

/* ---- Children at a side ------------------------------------------------------------------------------------------ */

/* A page that is narrower shows them above the text. */
#define LEAST_WIDTH_OF_SIDES 480
#define SIDE_GAP 16

/* Where the next child is placed. */
typedef struct {
    int width, top;
    /* The child at a side, and where it ends. */
    SgzFlow side;
    int side_width, side_bottom;
} Flow;

static SgzFlow flow_of(GtkWidget *child) { return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(child), "sgz-flow")); }

/* Returns the place of a child in a box of this width, at least as wide as the widest one needs. */
static GtkAllocation next_place(Flow *flow, GtkWidget *child) {
    SgzFlow own = flow_of(child);
    int least, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
    gboolean is_at_side = (own == SGZ_FLOW_LEFT || own == SGZ_FLOW_RIGHT) && flow->width >= LEAST_WIDTH_OF_SIDES &&
                          least <= flow->width / 2;
    int room = flow->width - flow->side_width - SIDE_GAP;
    if (flow->top >= flow->side_bottom || is_at_side || own == SGZ_FLOW_BELOW || least > room) {
        flow->top = MAX(flow->top, flow->side_bottom);
        room = flow->width;
        flow->side = SGZ_FLOW_NORMAL;
    }
    if (is_at_side) {
        int width = MIN(natural, flow->width / 2);
        GtkAllocation place = {own == SGZ_FLOW_LEFT ? 0 : flow->width - width, flow->top, width,
                               height_of(child, width)};
        flow->side = own;
        flow->side_width = width;
        flow->side_bottom = place.y + place.height;
        return place;
    }
    GtkAllocation place = {flow->side == SGZ_FLOW_LEFT ? flow->width - room : 0, flow->top, room,
                           height_of(child, room)};
    flow->top += place.height;
    return place;
}

static void lazy_measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzLazyLayout *self = SGZ_LAZY_LAYOUT(manager);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        measure_width(self, box, minimum, natural);
        return;
    }
    *natural = self->height;
    if (for_size >= 0 && lays_out(self, for_size)) {
        Flow flow = {.width = MAX(for_size, self->minimum)};
        for (GtkWidget *child = first(box); child != NULL; child = after(child)) {
            next_place(&flow, child);
        }
        *natural = MAX(flow.top, flow.side_bottom);
    }
    *minimum = for_size < 0 ? MIN(*natural, sgz_minimum_height(*natural)) : *natural;
}

static void lazy_allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                          G_GNUC_UNUSED int baseline) {
    SgzLazyLayout *self = SGZ_LAZY_LAYOUT(manager);
    gboolean lays = lays_out(self, width);
    Flow flow = {.width = MAX(width, self->minimum)};
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    for (GtkWidget *child = first(box); child != NULL; child = after(child)) {
        gtk_widget_set_child_visible(child, lays);
        if (lays) {
            GtkAllocation place = next_place(&flow, child);
            if (is_mirrored) {
                place.x += width - flow.width;
            }
            gtk_widget_size_allocate(child, &place, -1);
        }
    }
    if (lays) {
        self->width = width;
        self->height = height;
    }
}

void sgz_lazy_layout_set_flow(gpointer child, SgzFlow flow) {
    g_object_set_data(G_OBJECT(child), "sgz-flow", GINT_TO_POINTER(flow));
}

static void sgz_lazy_layout_class_init(SgzLazyLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = lazy_request_mode;
    manager_class->measure = lazy_measure;
    manager_class->allocate = lazy_allocate;
}

static void sgz_lazy_layout_init(G_GNUC_UNUSED SgzLazyLayout *self) {}

void sgz_lazy_layout_apply(gpointer box, int height) {
    SgzLazyLayout *layout = g_object_new(SGZ_TYPE_LAZY_LAYOUT, NULL);
    layout->height = height;
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
}

void sgz_lazy_layout_set_visible(gpointer box, gboolean is_shown, gboolean may_change) {
    SgzLazyLayout *self = layout_of(box);
    if (self->is_shown == is_shown && self->may_change == may_change) {
        return;
    }
    self->is_shown = is_shown;
    self->may_change = may_change;
    gtk_widget_queue_resize(GTK_WIDGET(box));
}

gboolean sgz_lazy_layout_is_outdated(gpointer box) {
    return layout_of(box)->width != gtk_widget_get_width(GTK_WIDGET(box));
}

/* ---- A block with list markers ----------------------------------------------------------------------------------- */

struct _SgzMarkerLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzMarkerLayout, sgz_marker_layout, GTK_TYPE_LAYOUT_MANAGER)

static int natural_width(GtkWidget *child) {
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    return natural;
}

/* Returns the width of all children but the last. */
static int width_of_marks(GtkWidget *box) {
    int width = 0;
    GtkWidget *last = gtk_widget_get_last_child(box);
    for (GtkWidget *child = first(box); child != last; child = after(child)) {
        width += natural_width(child);
    }
    return width;
}

static int least_width(GtkWidget *child) {
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    return minimum;
}

static void marker_measure(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation,
                           int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
    GtkWidget *last = gtk_widget_get_last_child(box);
    int marks = width_of_marks(box);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = marks + least_width(last);
        *natural = marks + natural_width(last);
        return;
    }
    *minimum = *natural = 0;
    for (GtkWidget *child = first(box); child != NULL; child = after(child)) {
        int least, best;
        int width = child == last && for_size >= 0 ? MAX(for_size - marks, least_width(last)) : natural_width(child);
        gtk_widget_measure(child, orientation, width, &least, &best, NULL, NULL);
        *minimum = MAX(*minimum, least);
        *natural = MAX(*natural, best);
    }
}

static void marker_allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                            G_GNUC_UNUSED int baseline) {
    GtkWidget *last = gtk_widget_get_last_child(box);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    int taken = 0;
    for (GtkWidget *child = first(box); child != NULL; child = after(child)) {
        int own = child == last ? MAX(width - taken, least_width(last)) : natural_width(child);
        GtkAllocation place = {is_mirrored ? width - taken - own : taken, 0, own, height};
        gtk_widget_size_allocate(child, &place, -1);
        taken += own;
    }
}

static void sgz_marker_layout_class_init(SgzMarkerLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = lazy_request_mode;
    manager_class->measure = marker_measure;
    manager_class->allocate = marker_allocate;
}

static void sgz_marker_layout_init(G_GNUC_UNUSED SgzMarkerLayout *self) {}

void sgz_marker_layout_apply(gpointer box) {
    gtk_widget_set_layout_manager(GTK_WIDGET(box), g_object_new(SGZ_TYPE_MARKER_LAYOUT, NULL));
}
