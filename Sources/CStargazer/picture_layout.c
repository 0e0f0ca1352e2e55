#include "CStargazer.h"

/* The least width for two columns, and the width of the panel then, at the usual text size. */
#define WIDE 800
#define PANEL 340

struct _SgzPictureLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzPictureLayout, sgz_picture_layout, GTK_TYPE_LAYOUT_MANAGER)

static void measure(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation,
                    G_GNUC_UNUSED int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline) {
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    for (GtkWidget *child = gtk_widget_get_first_child(box); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        int least, best;
        if (!gtk_widget_should_layout(child)) {
            continue;
        }
        gtk_widget_measure(child, orientation, -1, &least, &best, NULL, NULL);
        *minimum = orientation == GTK_ORIENTATION_VERTICAL ? *minimum + least : MAX(*minimum, least);
        *natural = MAX(MAX(*natural, best), *minimum);
    }
}

static int panel_width(GtkWidget *box) {
    int least;
    gtk_widget_measure(gtk_widget_get_last_child(box), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    return MAX(sgz_room_for_text(PANEL), least);
}

/* Returns the height of a picture above the panel: at most three fifths of the room, and at least a third. */
static int height_above(GtkWidget *picture, int width, int height) {
    int least, best;
    gtk_widget_measure(picture, GTK_ORIENTATION_VERTICAL, width, &least, &best, NULL, NULL);
    return MAX(least, CLAMP(best, height / 3, height * 3 / 5));
}

static void allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                     G_GNUC_UNUSED int baseline) {
    GtkWidget *picture = gtk_widget_get_first_child(box);
    GtkWidget *panel = gtk_widget_get_last_child(box);
    GtkAllocation first = {0, 0, width, height}, second = first;
    if (gtk_widget_should_layout(picture) && gtk_widget_should_layout(panel)) {
        if (width >= sgz_room_for_text(WIDE)) {
            second.width = panel_width(box);
            first.width = width - second.width;
            gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
            first.x = is_mirrored ? second.width : 0;
            second.x = is_mirrored ? 0 : first.width;
        } else {
            first.height = height_above(picture, width, height);
            second.y = first.height;
            second.height = height - first.height;
        }
    }
    if (gtk_widget_should_layout(picture)) {
        gtk_widget_size_allocate(picture, &first, -1);
    }
    if (gtk_widget_should_layout(panel)) {
        gtk_widget_size_allocate(panel, &second, -1);
    }
}

static void sgz_picture_layout_class_init(SgzPictureLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->measure = measure;
    manager_class->allocate = allocate;
}

static void sgz_picture_layout_init(G_GNUC_UNUSED SgzPictureLayout *self) {}

void sgz_picture_layout_apply(gpointer box) {
    gtk_widget_set_layout_manager(GTK_WIDGET(box), g_object_new(SGZ_TYPE_PICTURE_LAYOUT, NULL));
}
