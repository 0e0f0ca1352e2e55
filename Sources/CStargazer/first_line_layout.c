#include "CStargazer.h"

struct _SgzFirstLineLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzFirstLineLayout, sgz_first_line_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *label_of(GtkWidget *box) { return gtk_widget_get_first_child(box); }
static GtkWidget *rest_of(GtkWidget *box) { return sgz_first_in_layout(gtk_widget_get_next_sibling(label_of(box))); }

static int natural_width(GtkWidget *child) {
    int natural = 0;
    if (child != NULL) {
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    }
    return natural;
}

static int height_of(GtkWidget *child, int width) {
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    return minimum;
}

/* Returns the size of the first line of the text at a width. */
static PangoRectangle first_line(GtkWidget *label, int width) {
    PangoLayout *layout = pango_layout_copy(gtk_label_get_layout(GTK_LABEL(label)));
    pango_layout_set_width(layout, width < 0 ? -1 : width * PANGO_SCALE);
    PangoRectangle line;
    pango_layout_line_get_pixel_extents(pango_layout_get_line_readonly(layout, 0), NULL, &line);
    g_object_unref(layout);
    return line;
}

/* Returns the width of the first part of the text. */
static int first_part_width(GtkWidget *label) {
    const char *text = gtk_label_get_text(GTK_LABEL(label));
    const char *end = strstr(text, SGZ_PART_SEPARATOR);
    PangoLayout *layout = pango_layout_copy(gtk_label_get_layout(GTK_LABEL(label)));
    pango_layout_set_text(layout, text, end == NULL ? -1 : (int)(end - text));
    pango_layout_set_width(layout, -1);
    int width;
    pango_layout_get_pixel_size(layout, &width, NULL);
    g_object_unref(layout);
    return width;
}

static void measure(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation,
                    G_GNUC_UNUSED int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline) {
    GtkWidget *label = label_of(box), *rest = rest_of(box);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        gtk_widget_measure(label, orientation, -1, minimum, natural, NULL, NULL);
        *minimum += natural_width(rest);
        *natural += natural_width(rest);
    } else {
        *minimum = *natural = MAX(first_line(label, -1).height, rest == NULL ? 0 : height_of(rest, -1));
    }
}

static void allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                     G_GNUC_UNUSED int baseline) {
    GtkWidget *label = label_of(box), *rest = rest_of(box);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    int rest_width = natural_width(rest), wanted = natural_width(label);
    /* The first part of the label matters more than the other child. */
    gboolean fits = rest == NULL || wanted + rest_width <= width || first_part_width(label) + rest_width <= width;
    int room = MIN(wanted, fits ? width - rest_width : width);
    PangoRectangle line = first_line(label, room);
    /* Less than the label needs. Without the taller glyphs of another font, the first line is lower than the box, so
       the label itself cuts the next one off. */
    GtkAllocation place = {is_mirrored ? width - room : 0, 0, room, line.height};
    gtk_widget_size_allocate(label, &place, -1);
    if (rest != NULL) {
        gtk_widget_set_child_visible(rest, fits);
    }
    if (rest != NULL && fits) {
        int x = MIN(room, line.width);
        GtkAllocation after = {is_mirrored ? width - x - rest_width : x, 0, rest_width, height};
        gtk_widget_size_allocate(rest, &after, -1);
    }
}

static void sgz_first_line_layout_class_init(SgzFirstLineLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_first_line_layout_init(G_GNUC_UNUSED SgzFirstLineLayout *self) {}

void sgz_first_line_layout_apply(gpointer box) {
    GtkWidget *widget = GTK_WIDGET(box);
    GtkLabel *label = GTK_LABEL(label_of(widget));
    gtk_label_set_wrap(label, TRUE);
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR);
    gtk_label_set_yalign(label, 0);
    gtk_widget_set_overflow(GTK_WIDGET(label), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_layout_manager(widget, g_object_new(SGZ_TYPE_FIRST_LINE_LAYOUT, NULL));
}
