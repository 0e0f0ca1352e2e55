#include "CStargazer.h"

struct _SgzOverflowLayout {
    GtkLayoutManager parent_instance;
    int spacing;
    gboolean always_shows_menu;
};

G_DEFINE_FINAL_TYPE(SgzOverflowLayout, sgz_overflow_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *first_of(GtkWidget *box) { return sgz_first_in_layout(gtk_widget_get_first_child(box)); }
static GtkWidget *after(GtkWidget *child) { return sgz_first_in_layout(gtk_widget_get_next_sibling(child)); }

static int width_of(GtkWidget *child) {
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    return natural;
}

static int minimum_of(GtkWidget *child) {
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    return minimum;
}

/* Returns the width of all children. */
static int whole_width(SgzOverflowLayout *self, GtkWidget *box, gboolean has_menu) {
    GtkWidget *menu = gtk_widget_get_last_child(box);
    int width = 0;
    for (GtkWidget *child = first_of(box); child != NULL; child = after(child)) {
        if (child != menu || has_menu) {
            width += width_of(child) + (width > 0 ? self->spacing : 0);
        }
    }
    return width;
}

static GtkSizeRequestMode get_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Returns the height of a child. The first one may have several lines if it alone has no room next to the menu. */
static int height_of(SgzOverflowLayout *self, GtkWidget *box, GtkWidget *child, int room) {
    GtkWidget *menu = gtk_widget_get_last_child(box);
    int height, width = -1;
    if (room >= 0 && child == first_of(box) && child != menu && self->always_shows_menu) {
        width = MAX(minimum_of(child), MIN(width_of(child), room - width_of(menu) - self->spacing));
    }
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
    return height;
}

static void measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzOverflowLayout *self = SGZ_OVERFLOW_LAYOUT(manager);
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        GtkWidget *first = first_of(box), *menu = gtk_widget_get_last_child(box);
        *minimum = width_of(menu) + (first == menu ? 0 : minimum_of(first) + self->spacing);
        *natural = MAX(*minimum, whole_width(self, box, self->always_shows_menu));
        return;
    }
    for (GtkWidget *child = first_of(box); child != NULL; child = after(child)) {
        *minimum = *natural = MAX(*natural, height_of(self, box, child, for_size));
    }
}

/* Returns the width of the first child. Before a menu that is always there takes the others, it keeps its words;
 * otherwise it is narrower if that lets all others be visible. */
static int first_width(SgzOverflowLayout *self, GtkWidget *first, int all, int width, int room) {
    int natural = width_of(first), missing = MAX(0, all - width);
    gboolean is_cut = !self->always_shows_menu && natural - missing >= minimum_of(first);
    return is_cut ? natural - missing : MIN(natural, room);
}

static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height, G_GNUC_UNUSED int baseline) {
    SgzOverflowLayout *self = SGZ_OVERFLOW_LAYOUT(manager);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    GtkWidget *first = first_of(box), *menu = gtk_widget_get_last_child(box);
    int all = whole_width(self, box, self->always_shows_menu);
    gboolean has_menu = self->always_shows_menu || all - width_of(first) + minimum_of(first) > width;
    int room = width - (has_menu ? width_of(menu) + self->spacing : 0), x = 0;
    for (GtkWidget *child = first; child != NULL; child = after(child)) {
        int taken = child == first && child != menu ? first_width(self, child, all, width, room) : width_of(child);
        gboolean is_shown = child == menu ? has_menu : x + taken <= room;
        gtk_widget_set_child_visible(child, is_shown);
        if (is_shown) {
            GtkAllocation place = {is_mirrored ? width - x - taken : x, 0, taken, height};
            gtk_widget_size_allocate(child, &place, -1);
            x += taken + self->spacing;
        }
    }
}

static void sgz_overflow_layout_class_init(SgzOverflowLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = get_request_mode;
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_overflow_layout_init(G_GNUC_UNUSED SgzOverflowLayout *self) {}

void sgz_overflow_layout_apply(gpointer box, int spacing, gboolean always_shows_menu) {
    SgzOverflowLayout *layout = g_object_new(SGZ_TYPE_OVERFLOW_LAYOUT, NULL);
    layout->spacing = spacing;
    layout->always_shows_menu = always_shows_menu;
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
}

gboolean sgz_overflow_layout_hides(gpointer child) {
    GtkWidget *widget = GTK_WIDGET(child), *box = gtk_widget_get_parent(widget);
    return box != NULL && SGZ_IS_OVERFLOW_LAYOUT(gtk_widget_get_layout_manager(box)) &&
           gtk_widget_get_visible(widget) && !gtk_widget_get_child_visible(widget);
}
