#include "CStargazer.h"

/* Scrolls horizontally without GtkScrolledWindow, which consumes all wheel events, also those it does not use, and
 * without GtkViewport, which asks for the height that its child has at the viewport's width, however wide the child
 * becomes. */
struct _SgzHorizontalScrollLayout {
    GtkLayoutManager parent_instance;
    GtkAdjustment *adjustment;
    /* Whether other boxes have the same adjustment. */
    gboolean is_grouped;
};

/* The width of the widest content in a group, in its adjustment. */
#define GROUP_WIDTH "sgz-group-width"

G_DEFINE_FINAL_TYPE(SgzHorizontalScrollLayout, sgz_horizontal_scroll_layout, GTK_TYPE_LAYOUT_MANAGER)

static gboolean lay_out_group(gpointer adjustment) {
    g_signal_emit_by_name(adjustment, "value-changed");
    return G_SOURCE_REMOVE;
}

/* Returns the width that all contents of a group need. When it grows, the others are laid out again. */
static int group_width(SgzHorizontalScrollLayout *self, int minimum) {
    int width = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(self->adjustment), GROUP_WIDTH));
    if (!self->is_grouped || width >= minimum) {
        return MAX(width, minimum);
    }
    g_object_set_data(G_OBJECT(self->adjustment), GROUP_WIDTH, GINT_TO_POINTER(minimum));
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, lay_out_group, g_object_ref(self->adjustment), g_object_unref);
    return minimum;
}

/* Returns the width of the content: all of the room, or the least width that it needs. So its texts wrap before it
 * scrolls. */
static int content_width(SgzHorizontalScrollLayout *self, GtkWidget *content, int room) {
    int minimum, natural;
    gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
    minimum = group_width(self, minimum);
    return room < 0 ? MAX(minimum, natural) : MAX(minimum, room);
}

/* Returns the scroll bar; NULL if another box of the group has it. */
static GtkWidget *scroll_bar(GtkWidget *box) { return gtk_widget_get_next_sibling(gtk_widget_get_first_child(box)); }

static int natural_height(GtkWidget *widget, int width) {
    int natural;
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
    return natural;
}

static GtkSizeRequestMode get_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzHorizontalScrollLayout *self = SGZ_HORIZONTAL_SCROLL_LAYOUT(manager);
    GtkWidget *content = gtk_widget_get_first_child(box), *bar = scroll_bar(box);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *natural = content_width(self, content, -1);
        *minimum = MIN(*natural, 40);
        return;
    }
    int room = for_size;
    if (room >= 0 && gtk_widget_get_halign(box) != GTK_ALIGN_FILL) {
        /* GTK then gives it its natural width at most, but asks for the height at any. */
        room = MIN(room, content_width(self, content, -1));
    }
    int width = content_width(self, content, room);
    *minimum = natural_height(content, width);
    /* Includes the bar also where it is not needed: GTK 4.18 compares the natural height at any width with the
     * minimum at this one. A scrolled container gives the minimum. */
    *natural = *minimum + (bar == NULL ? 0 : natural_height(bar, for_size));
    if (for_size >= 0 && width > for_size) {
        *minimum = *natural;
    }
}

static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height, G_GNUC_UNUSED int baseline) {
    SgzHorizontalScrollLayout *self = SGZ_HORIZONTAL_SCROLL_LAYOUT(manager);
    GtkWidget *content = gtk_widget_get_first_child(box), *bar = scroll_bar(box);
    int whole = content_width(self, content, width), bar_height = bar == NULL ? 0 : natural_height(bar, width);
    gboolean scrolls = whole > width;
    double value = CLAMP(gtk_adjustment_get_value(self->adjustment), 0, whole - width);
    gtk_adjustment_configure(self->adjustment, value, 0, whole, 40, width * 0.9, width);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    GtkAllocation place = {is_mirrored ? width - whole + (int)value : -(int)value, 0, whole,
                           height - (scrolls ? bar_height : 0)};
    gtk_widget_size_allocate(content, &place, -1);
    if (bar == NULL) {
        return;
    }
    gtk_widget_set_child_visible(bar, scrolls);
    if (scrolls) {
        GtkAllocation below = {0, height - bar_height, width, bar_height};
        gtk_widget_size_allocate(bar, &below, -1);
    }
}

static void sgz_horizontal_scroll_layout_dispose(GObject *object) {
    g_clear_object(&SGZ_HORIZONTAL_SCROLL_LAYOUT(object)->adjustment);
    G_OBJECT_CLASS(sgz_horizontal_scroll_layout_parent_class)->dispose(object);
}

static void sgz_horizontal_scroll_layout_class_init(SgzHorizontalScrollLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = get_request_mode;
    manager_class->measure = measure;
    manager_class->allocate = allocate;
    G_OBJECT_CLASS(klass)->dispose = sgz_horizontal_scroll_layout_dispose;
}

static void sgz_horizontal_scroll_layout_init(G_GNUC_UNUSED SgzHorizontalScrollLayout *self) {}

gpointer sgz_horizontal_scroll_group_new(void) { return g_object_ref_sink(gtk_adjustment_new(0, 0, 0, 0, 0, 0)); }

/* Handles horizontal scrolling, and vertical scrolling with Shift. */
static gboolean on_scroll(GtkEventControllerScroll *controller, double dx, double dy, gpointer data) {
    GtkAdjustment *adjustment = data;
    GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    double way = dx == 0 && (state & GDK_SHIFT_MASK) != 0 ? dy : dx;
    if (way == 0 || gtk_adjustment_get_upper(adjustment) <= gtk_adjustment_get_page_size(adjustment)) {
        return FALSE;
    }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + way * 40);
    return TRUE;
}

void sgz_horizontal_scroll_layout_apply(gpointer box, gpointer group, gboolean has_bar) {
    SgzHorizontalScrollLayout *layout = g_object_new(SGZ_TYPE_HORIZONTAL_SCROLL_LAYOUT, NULL);
    GtkAdjustment *adjustment = group == NULL ? sgz_horizontal_scroll_group_new() : g_object_ref(group);
    layout->adjustment = adjustment;
    layout->is_grouped = group != NULL;
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
    gtk_widget_set_overflow(GTK_WIDGET(box), GTK_OVERFLOW_HIDDEN);
    if (has_bar) {
        gtk_box_append(GTK_BOX(box), gtk_scrollbar_new(GTK_ORIENTATION_HORIZONTAL, adjustment));
    }
    /* In a group, another box may have become wider, and then this one needs a bar. */
    GCallback update = group == NULL ? G_CALLBACK(gtk_widget_queue_allocate) : G_CALLBACK(gtk_widget_queue_resize);
    g_signal_connect_object(adjustment, "value-changed", update, box, G_CONNECT_SWAPPED);
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    g_signal_connect_object(scroll, "scroll", G_CALLBACK(on_scroll), adjustment, 0);
    gtk_widget_add_controller(GTK_WIDGET(box), scroll);
}
