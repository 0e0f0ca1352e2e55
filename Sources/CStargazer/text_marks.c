#include "CStargazer.h"
#include <math.h>

/* Draws what is behind parts of a label's text: the ground of code, or the line under a link. Pango's own ground is as
 * high as the line, and its own underline has another height for each font, such as that of emoji. */
struct _SgzTextMarks {
    GtkWidget parent_instance;
    GArray *ranges;
    gboolean is_line;
};

/* A part of the text, in bytes, and the room at its ends, in pixels. */
typedef struct {
    int start, end, before, after;
} Range;

G_DEFINE_FINAL_TYPE(SgzTextMarks, sgz_text_marks, GTK_TYPE_WIDGET)

/* Returns the part of a line that belongs to a ground, with a gap to the grounds in the next lines; or to a line. */
static void vertical_extent(SgzTextMarks *self, PangoFontMetrics *metrics, PangoLayoutIter *iter, double *top,
                            double *bottom) {
    double baseline = (double)pango_layout_iter_get_baseline(iter) / PANGO_SCALE;
    if (self->is_line) {
        *top = baseline - (double)pango_font_metrics_get_underline_position(metrics) / PANGO_SCALE;
        *bottom = *top + MAX(1, (double)pango_font_metrics_get_underline_thickness(metrics) / PANGO_SCALE);
        return;
    }
    PangoRectangle line;
    pango_layout_iter_get_line_extents(iter, NULL, &line);
    double ascent = (double)pango_font_metrics_get_ascent(metrics) / PANGO_SCALE;
    double descent = (double)pango_font_metrics_get_descent(metrics) / PANGO_SCALE;
    *top = MAX(baseline - ascent - 1, (double)line.y / PANGO_SCALE + 1);
    *bottom = MIN(baseline + descent + 1, (double)(line.y + line.height) / PANGO_SCALE - 1);
}

static void append(GtkSnapshot *snapshot, const GdkRGBA *color, double left, double top, double right, double bottom) {
    graphene_rect_t place = GRAPHENE_RECT_INIT((float)left, (float)top, (float)(right - left), (float)(bottom - top));
    gtk_snapshot_append_color(snapshot, color, &place);
}

/* Draws a ground of whole pixels without its corners: round ones would take ten times as long. */
static void append_ground(GtkSnapshot *snapshot, const GdkRGBA *color, double left, double top, double right,
                          double bottom) {
    left = floor(left), right = ceil(right), top = round(top), bottom = round(bottom);
    append(snapshot, color, left, top + 1, left + 1, bottom - 1);
    append(snapshot, color, left + 1, top, right - 1, bottom);
    append(snapshot, color, right - 1, top + 1, right, bottom - 1);
}

static void draw(SgzTextMarks *self, GtkSnapshot *snapshot, const GdkRGBA *color, PangoLayoutLine *line,
                 const Range *range, double top, double bottom) {
    int end = line->start_index + line->length;
    if (range->start >= end || range->end <= line->start_index) {
        return;
    }
    int *places, count;
    /* Between the pieces of a range in text of both directions, there is no room. */
    gboolean is_reversed = line->resolved_dir == PANGO_DIRECTION_RTL;
    int at_left = is_reversed ? range->after : range->before, at_right = is_reversed ? range->before : range->after;
    pango_layout_line_get_x_ranges(line, MAX(range->start, line->start_index), MIN(range->end, end), &places, &count);
    for (int index = 0; index < count; index++) {
        double left = (double)places[2 * index] / PANGO_SCALE, right = (double)places[2 * index + 1] / PANGO_SCALE;
        if (right <= left) {
            continue;
        }
        left -= index == 0 ? at_left : 0;
        right += index == count - 1 ? at_right : 0;
        (self->is_line ? append : append_ground)(snapshot, color, left, top, right, bottom);
    }
    g_free(places);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    SgzTextMarks *self = SGZ_TEXT_MARKS(widget);
    GtkWidget *label = gtk_widget_get_next_sibling(widget);
    while (label != NULL && !GTK_IS_LABEL(label)) {
        label = gtk_widget_get_next_sibling(label);
    }
    if (label == NULL) {
        return;
    }
    PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(label));
    PangoFontMetrics *metrics = pango_context_get_metrics(pango_layout_get_context(layout), NULL, NULL);
    /* The class's color of text is that of the mark. */
    GdkRGBA color;
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    G_GNUC_END_IGNORE_DEPRECATIONS
    int left, top;
    gtk_label_get_layout_offsets(GTK_LABEL(label), &left, &top);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(left, top));
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    guint first = 0;
    do {
        PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iter);
        double upper, lower;
        vertical_extent(self, metrics, iter, &upper, &lower);
        for (guint index = first; index < self->ranges->len; index++) {
            const Range *range = &g_array_index(self->ranges, Range, index);
            if (range->start >= line->start_index + line->length) {
                break;
            }
            /* The ranges ascend, so no later line contains this one. */
            if (range->end <= line->start_index) {
                first = index + 1;
                continue;
            }
            draw(self, snapshot, &color, line, range, upper, lower);
        }
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    gtk_snapshot_restore(snapshot);
    pango_font_metrics_unref(metrics);
}

static void sgz_text_marks_finalize(GObject *object) {
    g_array_unref(SGZ_TEXT_MARKS(object)->ranges);
    G_OBJECT_CLASS(sgz_text_marks_parent_class)->finalize(object);
}

static void sgz_text_marks_class_init(SgzTextMarksClass *klass) {
    GTK_WIDGET_CLASS(klass)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(klass), "marks");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
    G_OBJECT_CLASS(klass)->finalize = sgz_text_marks_finalize;
}

static void sgz_text_marks_init(SgzTextMarks *self) { self->ranges = g_array_new(FALSE, FALSE, sizeof(Range)); }

void sgz_inline_layout_clear_marks(gpointer box) {
    GtkWidget *child;
    while (SGZ_IS_TEXT_MARKS(child = gtk_widget_get_first_child(GTK_WIDGET(box)))) {
        gtk_widget_unparent(child);
    }
}

void sgz_inline_layout_add_mark(gpointer box, const char *css_class, gboolean is_line, int start, int end, int before,
                                int after) {
    GtkWidget *marks = gtk_widget_get_first_child(GTK_WIDGET(box));
    while (SGZ_IS_TEXT_MARKS(marks) && !gtk_widget_has_css_class(marks, css_class)) {
        marks = gtk_widget_get_next_sibling(marks);
    }
    if (!SGZ_IS_TEXT_MARKS(marks)) {
        marks = g_object_new(SGZ_TYPE_TEXT_MARKS, NULL);
        SGZ_TEXT_MARKS(marks)->is_line = is_line;
        gtk_widget_add_css_class(marks, css_class);
        gtk_widget_set_can_target(marks, FALSE);
        gtk_widget_insert_after(marks, GTK_WIDGET(box), NULL);
    }
    Range range = {start, end, before, after};
    g_array_append_val(SGZ_TEXT_MARKS(marks)->ranges, range);
}
