#include "CStargazer.h"

struct _SgzWrapLayout {
    GtkLayoutManager parent_instance;
    int spacing;
    /* The most lines to show; 0 for no limit. */
    int most;
};

G_DEFINE_FINAL_TYPE(SgzWrapLayout, sgz_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* A line: its first child, the child after its last one, and the size it takes. */
typedef struct {
    GtkWidget *first, *end;
    int width, height, expanding;
} Line;

static GtkWidget *after(GtkWidget *child) { return sgz_first_in_layout(gtk_widget_get_next_sibling(child)); }

/* Returns the width of a child in a line of `room` pixels, before the remaining space is shared. */
static int width_of(GtkWidget *child, int room) {
    int minimum, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
    return MAX(minimum, MIN(natural, room));
}

static gboolean expands(GtkWidget *child) { return gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL); }

static int share(const Line *line, int room) {
    return line->expanding > 0 ? MAX(0, room - line->width) / line->expanding : 0;
}

static int height_of(GtkWidget *child, int width) {
    int natural;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
    return natural;
}

static gboolean is_separator(GtkWidget *child) { return gtk_widget_has_css_class(child, SGZ_SEPARATOR_CLASS); }

/* Returns whether the child is a separator at the end of its line. */
static gboolean is_trailing(GtkWidget *child, const Line *line) {
    return is_separator(child) && after(child) == line->end;
}

static Line take_line(SgzWrapLayout *self, GtkWidget *first, int room) {
    Line line = {first, first, 0, 0, 0};
    while (line.end != NULL) {
        GtkWidget *child = line.end, *next = is_separator(child) ? after(child) : NULL;
        /* A separator is in the line only with what follows it. */
        int width = width_of(child, room) + (next != NULL ? self->spacing + width_of(next, room) : 0);
        if (child != first) {
            width += self->spacing;
            if (line.width + width > room) {
                line.end = next != NULL ? next : child;
                break;
            }
        }
        line.width += width;
        line.expanding += (expands(child) ? 1 : 0) + (next != NULL && expands(next) ? 1 : 0);
        line.end = after(next != NULL ? next : child);
    }
    for (GtkWidget *child = first; child != line.end; child = after(child)) {
        int width = width_of(child, room) + (expands(child) ? share(&line, room) : 0);
        line.height = MAX(line.height, height_of(child, width));
    }
    return line;
}

static GtkSizeRequestMode get_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *widget) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
                    int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzWrapLayout *self = SGZ_WRAP_LAYOUT(manager);
    GtkWidget *first = sgz_first_in_layout(gtk_widget_get_first_child(widget));
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        for (GtkWidget *child = first; child != NULL; child = after(child)) {
            int least, best;
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &best, NULL, NULL);
            *minimum = MAX(*minimum, least);
            *natural += best + (child == first ? 0 : self->spacing);
        }
        return;
    }
    int lines = 0;
    for (GtkWidget *child = first; child != NULL && (self->most == 0 || lines < self->most); lines++) {
        Line line = take_line(self, child, for_size < 0 ? G_MAXINT : for_size);
        *natural += line.height + (child == first ? 0 : self->spacing);
        child = line.end;
    }
    *minimum = for_size < 0 ? sgz_minimum_height(*natural) : *natural;
}

static void allocate(GtkLayoutManager *manager, GtkWidget *widget, int width, G_GNUC_UNUSED int height,
                     G_GNUC_UNUSED int baseline) {
    SgzWrapLayout *self = SGZ_WRAP_LAYOUT(manager);
    gboolean is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    int y = 0, lines = 0;
    for (GtkWidget *first = sgz_first_in_layout(gtk_widget_get_first_child(widget)); first != NULL; lines++) {
        Line line = take_line(self, first, width);
        gboolean is_shown = self->most == 0 || lines < self->most;
        int x = 0;
        for (GtkWidget *child = first; child != line.end; child = after(child)) {
            int taken = width_of(child, width) + (expands(child) ? share(&line, width) : 0);
            GtkAllocation place = {is_mirrored ? width - x - taken : x, y, taken, line.height};
            gboolean is_placed = is_shown && !is_trailing(child, &line);
            gtk_widget_set_child_visible(child, is_placed);
            if (is_placed) {
                gtk_widget_size_allocate(child, &place, -1);
            }
            x += taken + self->spacing;
        }
        y += line.height + self->spacing;
        first = line.end;
    }
}

static void sgz_wrap_layout_class_init(SgzWrapLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = get_request_mode;
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_wrap_layout_init(G_GNUC_UNUSED SgzWrapLayout *self) {}

void sgz_wrap_layout_apply(gpointer widget, int spacing) {
    SgzWrapLayout *layout = g_object_new(SGZ_TYPE_WRAP_LAYOUT, NULL);
    layout->spacing = spacing;
    gtk_widget_set_layout_manager(GTK_WIDGET(widget), GTK_LAYOUT_MANAGER(layout));
}

void sgz_wrap_layout_set_lines(gpointer widget, int most) {
    SGZ_WRAP_LAYOUT(gtk_widget_get_layout_manager(GTK_WIDGET(widget)))->most = most;
}
