#include "CStargazer.h"

#define INDEX "sgz-index"
#define REPLACEMENT 3 /* bytes of U+FFFC, the placeholder of a picture in the text */

/* ---- Pictures in a line of text ---------------------------------------------------------------------------------- */

struct _SgzInlineLayout {
    GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE(SgzInlineLayout, sgz_inline_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode inline_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Returns the label of a line, which is after its marks and before its pictures. */
static GtkWidget *text_of(GtkWidget *box) {
    GtkWidget *child = gtk_widget_get_first_child(box);
    while (SGZ_IS_TEXT_MARKS(child)) {
        child = gtk_widget_get_next_sibling(child);
    }
    return child;
}

static void inline_measure(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation,
                           int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
    /* Measures the width without a height: GTK would need a dozen layouts to find it, and the width does not depend
     * on it. */
    int size = orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size;
    gtk_widget_measure(text_of(box), orientation, size, minimum, natural, minimum_baseline, natural_baseline);
}

/* Allocates the text first: the positions of its pictures follow from its line breaks. */
static void inline_allocate(G_GNUC_UNUSED GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                            int baseline) {
    GtkWidget *label = text_of(box);
    GtkAllocation all = {0, 0, width, height};
    gtk_widget_size_allocate(label, &all, baseline);
    for (GtkWidget *marks = gtk_widget_get_first_child(box); marks != label;
         marks = gtk_widget_get_next_sibling(marks)) {
        gtk_widget_measure(marks, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
        gtk_widget_size_allocate(marks, &all, -1);
        gtk_widget_queue_draw(marks);
    }
    int left, top;
    gtk_label_get_layout_offsets(GTK_LABEL(label), &left, &top);
    PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(label));
    for (GtkWidget *child = gtk_widget_get_next_sibling(label); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        PangoRectangle place;
        int least_width, least_height;
        pango_layout_index_to_pos(layout, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(child), INDEX)), &place);
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, -1, &least_height, NULL, NULL, NULL);
        int x = MIN(place.x, place.x + place.width);
        int slack = MAX(0, PANGO_PIXELS(place.height) - least_height);
        GtkAllocation spot = {left + PANGO_PIXELS(x), top + PANGO_PIXELS(place.y) + slack / 2, least_width,
                              least_height};
        gtk_widget_size_allocate(child, &spot, -1);
    }
}

static void sgz_inline_layout_class_init(SgzInlineLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = inline_request_mode;
    manager_class->measure = inline_measure;
    manager_class->allocate = inline_allocate;
}

static void sgz_inline_layout_init(G_GNUC_UNUSED SgzInlineLayout *self) {}

void sgz_inline_layout_apply(gpointer box) {
    gtk_widget_set_layout_manager(GTK_WIDGET(box), g_object_new(SGZ_TYPE_INLINE_LAYOUT, NULL));
}

void sgz_inline_layout_add_picture(gpointer box, gpointer picture, int index, int width, int height) {
    GtkWidget *label = text_of(GTK_WIDGET(box));
    g_object_set_data(G_OBJECT(picture), INDEX, GINT_TO_POINTER(index));
    gtk_widget_set_size_request(GTK_WIDGET(picture), width, height);
    /* Lets the text receive clicks: it may be a link here. */
    gtk_widget_set_can_target(GTK_WIDGET(picture), FALSE);
    gtk_widget_insert_after(GTK_WIDGET(picture), GTK_WIDGET(box), gtk_widget_get_last_child(GTK_WIDGET(box)));

    PangoAttrList *before = gtk_label_get_attributes(GTK_LABEL(label));
    PangoAttrList *attributes = before == NULL ? pango_attr_list_new() : pango_attr_list_copy(before);
    /* A fifth of the picture is below the baseline. */
    PangoRectangle room = {0, -PANGO_SCALE * height * 4 / 5, PANGO_SCALE * (width + 2), PANGO_SCALE * height};
    PangoAttribute *shape = pango_attr_shape_new(&room, &room);
    shape->start_index = index;
    shape->end_index = index + REPLACEMENT;
    pango_attr_list_insert(attributes, shape);
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
}

/* ---- A single picture -------------------------------------------------------------------------------------------- */

struct _SgzAspectLayout {
    GtkLayoutManager parent_instance;
    int width, height;
};

G_DEFINE_FINAL_TYPE(SgzAspectLayout, sgz_aspect_layout, GTK_TYPE_LAYOUT_MANAGER)

static void aspect_measure(GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box, GtkOrientation orientation,
                           int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzAspectLayout *self = SGZ_ASPECT_LAYOUT(manager);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        *minimum = 1;
        *natural = self->width;
        return;
    }
    int width = for_size < 0 ? self->width : MIN(for_size, self->width);
    *natural = MAX(1, (int)((gint64)self->height * width / self->width));
    /* Reports it as the minimum: a scrolled container gives its child no more than the minimum. */
    *minimum = for_size < 0 ? sgz_minimum_height(*natural) : *natural;
}

static void aspect_allocate(GtkLayoutManager *manager, GtkWidget *box, int width, int height,
                            G_GNUC_UNUSED int baseline) {
    SgzAspectLayout *self = SGZ_ASPECT_LAYOUT(manager);
    int shown = MIN(width, self->width);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    GtkAllocation place = {is_mirrored ? width - shown : 0, 0, shown,
                           MIN(height, MAX(1, (int)((gint64)self->height * shown / self->width)))};
    GtkWidget *child = gtk_widget_get_first_child(box);
    if (child != NULL) {
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
        gtk_widget_size_allocate(child, &place, -1);
    }
}

static void sgz_aspect_layout_class_init(SgzAspectLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = inline_request_mode;
    manager_class->measure = aspect_measure;
    manager_class->allocate = aspect_allocate;
}

static void sgz_aspect_layout_init(G_GNUC_UNUSED SgzAspectLayout *self) {}

void sgz_aspect_layout_apply(gpointer box, int width, int height) {
    SgzAspectLayout *layout = g_object_new(SGZ_TYPE_ASPECT_LAYOUT, NULL);
    layout->width = MAX(1, width);
    layout->height = MAX(1, height);
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
}
