#include "CStargazer.h"

struct _SgzFirstLineLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzFirstLineLayout, sgz_first_line_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *label_of(GtkWidget *box) { return gtk_widget_get_first_child(box); }
/* The last child and the separator before it, unless they are hidden. */
static GtkWidget *last_of(GtkWidget *box) { return sgz_first_in_layout(gtk_widget_get_last_child(box)); }

static GtkWidget *separator_of(GtkWidget *box) {
    GtkWidget *separator = gtk_widget_get_prev_sibling(gtk_widget_get_last_child(box));
    return gtk_widget_should_layout(separator) ? separator : NULL;
}

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
    GtkWidget *label = label_of(box), *last = last_of(box);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        gtk_widget_measure(label, orientation, -1, minimum, natural, NULL, NULL);
        *minimum = MAX(*minimum, natural_width(last));
        *natural += natural_width(separator_of(box)) + natural_width(last);
    } else {
        *minimum = *natural = MAX(first_line(label, -1).height, last == NULL ? 0 : height_of(last, -1));
    }
}

/* Allocates a child at `x` from the start of the line. */
static void place(GtkWidget *box, GtkWidget *child, int x, int child_width, int width, int height) {
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    GtkAllocation spot = {is_mirrored ? width - x - child_width : x, 0, child_width, height};
    gtk_widget_set_child_visible(child, TRUE);
    gtk_widget_size_allocate(child, &spot, -1);
}

static void allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                     G_GNUC_UNUSED int baseline) {
    GtkWidget *label = label_of(box), *separator = separator_of(box), *last = last_of(box);
    int last_width = natural_width(last), rest_width = natural_width(separator) + last_width;
    int wanted = natural_width(label), room = MIN(wanted, MAX(0, width - rest_width));
    /* The last child matters more than the parts of the label. */
    gboolean has_label = last == NULL || room == wanted || first_part_width(label) <= room;
    int x = 0;
    gtk_widget_set_child_visible(label, has_label);
    if (has_label) {
        PangoRectangle line = first_line(label, room);
        /* Less than the label needs. Without the taller glyphs of another font, the first line is lower than the box,
           so the label itself cuts the next one off. */
        place(box, label, 0, room, width, line.height);
        x = MIN(room, line.width);
    }
    if (separator != NULL) {
        gtk_widget_set_child_visible(separator, has_label);
        if (has_label) {
            place(box, separator, x, rest_width - last_width, width, height);
            x += rest_width - last_width;
        }
    }
    if (last != NULL) {
        place(box, last, x, last_width, width, height);
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
