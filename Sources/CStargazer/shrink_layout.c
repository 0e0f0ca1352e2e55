#include "CStargazer.h"

struct _SgzShrinkLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzShrinkLayout, sgz_shrink_layout, GTK_TYPE_LAYOUT_MANAGER)

static void width_of(GtkWidget *child, int *minimum, int *natural) {
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
}

static void measure(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                    G_GNUC_UNUSED int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline) {
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    GtkWidget *last = gtk_widget_get_last_child(widget);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        int least, best;
        gtk_widget_measure(child, orientation, -1, &least, &best, NULL, NULL);
        if (orientation == GTK_ORIENTATION_HORIZONTAL) {
            /* The last child must fit alone, when there is space for nothing else. */
            *minimum = child == last ? least : 0;
            *natural += best;
        } else {
            *minimum = MAX(*minimum, least);
            *natural = MAX(*natural, best);
        }
    }
}

/* Gives the last child its natural width. The others share the rest, the nearest first. */
static void allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                     G_GNUC_UNUSED int baseline) {
    int all = 0, least_of_others = 0, least, best = 0;
    GtkWidget *last = gtk_widget_get_last_child(widget);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        width_of(child, &least, &best);
        all += best;
        least_of_others += child == last ? 0 : least;
    }
    /* `best` is now the natural width of the last child. */
    gboolean others_fit = least_of_others <= width - best;
    int left = others_fit ? MIN(width, all) : MIN(width, best);
    int end = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? width : left;
    for (GtkWidget *child = last; child != NULL; child = gtk_widget_get_prev_sibling(child)) {
        gtk_widget_set_child_visible(child, child == last || others_fit);
        if (child != last && !others_fit) {
            continue;
        }
        width_of(child, &least, &best);
        least_of_others -= child == last ? 0 : least;
        int taken = MIN(best, left - (others_fit ? least_of_others : 0));
        GtkAllocation place = {end - taken, 0, taken, height};
        gtk_widget_size_allocate(child, &place, -1);
        end -= taken;
        left -= taken;
    }
}

static void sgz_shrink_layout_class_init(SgzShrinkLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_shrink_layout_init(G_GNUC_UNUSED SgzShrinkLayout *self) {}

void sgz_shrink_layout_apply(gpointer widget) {
    gtk_widget_set_layout_manager(GTK_WIDGET(widget), g_object_new(SGZ_TYPE_SHRINK_LAYOUT, NULL));
}
