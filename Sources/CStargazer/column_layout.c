#include "CStargazer.h"

struct _SgzColumnLayout {
    GtkLayoutManager parent_instance;
    int spacing;
};

G_DEFINE_FINAL_TYPE(SgzColumnLayout, sgz_column_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode get_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Returns whether a label has any width that it gets. GTK lays its text out three times to measure it: without a
 * limit, for the width, and again to show it. */
static gboolean adapts(GtkWidget *child) {
    return GTK_IS_LABEL(child) && gtk_label_get_ellipsize(GTK_LABEL(child)) != PANGO_ELLIPSIZE_NONE;
}

static int height_of(GtkWidget *child, int width) {
    int height;
    if (adapts(child)) {
        PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(child));
        int shown = gtk_widget_get_width(child);
        /* In the width that the label has or gets, the text is laid out only once. Another width must not change what
           it shows: GTK may measure a row long after it has its place, and without a width. */
        layout = shown == 0 || shown == width ? g_object_ref(layout) : pango_layout_copy(layout);
        pango_layout_set_width(layout, width * PANGO_SCALE);
        pango_layout_get_pixel_size(layout, NULL, &height);
        g_object_unref(layout);
    } else {
        /* The box may be narrower than this child. Newer versions of GTK warn about a width below the minimum. */
        int least;
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, MAX(width, least), &height, NULL, NULL, NULL);
    }
    return height;
}

/* Returns whether a child has a place: one of the class SGZ_IF_CUT_CLASS only where the child before it is cut. */
static gboolean has_place(GtkWidget *child, int width) {
    if (!gtk_widget_get_visible(child)) {
        return FALSE;
    }
    GtkWidget *before = gtk_widget_get_prev_sibling(child);
    if (before == NULL || !gtk_widget_has_css_class(child, SGZ_IF_CUT_CLASS)) {
        return TRUE;
    }
    int natural;
    gtk_widget_measure(before, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    return natural > width;
}

static void measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
    int spacing = SGZ_COLUMN_LAYOUT(manager)->spacing;
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        return;
    }
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (has_place(child, MAX(for_size, 0))) {
            *natural += height_of(child, MAX(for_size, 0)) + (*natural > 0 ? spacing : 0);
        }
    }
    *minimum = for_size < 0 ? MIN(*natural, sgz_minimum_height(*natural)) : *natural;
}

static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, G_GNUC_UNUSED int height,
                     G_GNUC_UNUSED int baseline) {
    int top = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        gboolean is_placed = has_place(child, width);
        gtk_widget_set_child_visible(child, is_placed);
        if (is_placed) {
            GtkAllocation place = {0, top, width, height_of(child, width)};
            gtk_widget_size_allocate(child, &place, -1);
            top += place.height + SGZ_COLUMN_LAYOUT(manager)->spacing;
        }
    }
}

static void sgz_column_layout_class_init(SgzColumnLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = get_request_mode;
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_column_layout_init(G_GNUC_UNUSED SgzColumnLayout *self) {}

void sgz_column_layout_apply(gpointer box, int spacing) {
    SgzColumnLayout *layout = g_object_new(SGZ_TYPE_COLUMN_LAYOUT, NULL);
    layout->spacing = spacing;
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
}
