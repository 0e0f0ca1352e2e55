#include "CStargazer.h"

struct _SgzShrinkLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzShrinkLayout, sgz_shrink_layout, GTK_TYPE_LAYOUT_MANAGER)

static void width_of(GtkWidget *child, int *minimum, int *natural) {
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
}

enum { LEAST_LETTERS = 3 };

/* Returns the least width of a child: that of the first letters of a text and the dots after them. */
static int readable_width(GtkWidget *child) {
    int least, best, letters;
    width_of(child, &least, &best);
    if (!GTK_IS_LABEL(child) || gtk_label_get_ellipsize(GTK_LABEL(child)) == PANGO_ELLIPSIZE_NONE) {
        return best;
    }
    const char *text = gtk_label_get_text(GTK_LABEL(child));
    if (g_utf8_strlen(text, -1) <= LEAST_LETTERS) {
        return best;
    }
    char *start = g_utf8_substring(text, 0, LEAST_LETTERS);
    char *cut = g_strconcat(start, "\u2026", NULL);
    PangoLayout *layout = gtk_widget_create_pango_layout(child, cut);
    pango_layout_get_pixel_size(layout, &letters, NULL);
    g_object_unref(layout);
    g_free(cut);
    g_free(start);
    return MIN(best, MAX(least, letters));
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

/* Where the text of `child` ends when it is cut to `width`. A label is cut between two letters, and Pango makes the
 * dots as wide as what that leaves, which would be a gap before the next child. */
static int text_width(GtkWidget *child, int width) {
    if (!GTK_IS_LABEL(child) || gtk_label_get_ellipsize(GTK_LABEL(child)) == PANGO_ELLIPSIZE_NONE) {
        return width;
    }
    PangoLayout *layout = pango_layout_copy(gtk_label_get_layout(GTK_LABEL(child)));
    pango_layout_set_width(layout, width * PANGO_SCALE);
    PangoRectangle ink;
    pango_layout_line_get_pixel_extents(pango_layout_get_line_readonly(layout, 0), &ink, NULL);
    g_object_unref(layout);
    return CLAMP(ink.x + ink.width + 1, 0, width);
}

typedef struct {
    int width;
    /* As far as the next child, which may begin before this one ends. */
    int step;
} Place;

/* Gives the last child its natural width, if that leaves the others a few letters. They share the rest, the nearest
 * first. */
static void allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                     G_GNUC_UNUSED int baseline) {
    int all = 0, least_of_others = 0, least = 0, best = 0;
    GtkWidget *last = gtk_widget_get_last_child(widget);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        width_of(child, &least, &best);
        all += best;
    }
    gboolean all_fit = all <= width;
    for (GtkWidget *child = last; !all_fit && child != NULL; child = gtk_widget_get_prev_sibling(child)) {
        least_of_others += child == last ? 0 : readable_width(child);
    }
    /* `least` and `best` are now the widths of the last child. */
    gboolean may_shrink = !gtk_widget_has_css_class(widget, SGZ_WHOLE_OR_LAST_CLASS);
    gboolean others_fit = all_fit || (may_shrink && least_of_others + least <= width);
    int left = others_fit ? MIN(width, all) : MIN(width, best);
    int used = 0;
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    for (GtkWidget *child = last; child != NULL; child = gtk_widget_get_prev_sibling(child)) {
        gtk_widget_set_child_visible(child, child == last || others_fit);
        if (child != last && !others_fit) {
            continue;
        }
        width_of(child, &least, &best);
        least_of_others -= child == last || all_fit ? 0 : readable_width(child);
        int taken = MIN(best, left - (others_fit ? least_of_others : 0));
        left -= taken;
        Place one = {taken, child != last && taken < best ? text_width(child, taken) : taken};
        g_array_append_val(places, one);
        used += one.step;
    }
    int end = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? width : used;
    guint number = 0;
    for (GtkWidget *child = last; child != NULL && number < places->len; child = gtk_widget_get_prev_sibling(child)) {
        const Place *one = &g_array_index(places, Place, number++);
        GtkAllocation allocation = {end - one->step, 0, one->width, height};
        gtk_widget_size_allocate(child, &allocation, -1);
        end -= one->step;
    }
    g_array_unref(places);
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
