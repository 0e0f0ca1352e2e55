#include "CStargazer.h"

/* The columns of a table, as HTML lays them out: each is at least as wide as its longest word, and the rest of the room
 * is shared by how much more their texts would take in one line. The parts of one table share their columns. */
struct _SgzTableColumns {
    GObject parent_instance;
    GArray *columns;
    guint change;
};

typedef struct {
    int minimum, natural;
} Column;

G_DEFINE_FINAL_TYPE(SgzTableColumns, sgz_table_columns, G_TYPE_OBJECT)

struct _SgzTableLayout {
    GtkLayoutManager parent_instance;
    SgzTableColumns *columns;
};

G_DEFINE_FINAL_TYPE(SgzTableLayout, sgz_table_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Where a cell is, as data of its widget. */
typedef struct {
    int column, row, columns, rows;
} Place;

static const Place *place_of(GtkWidget *cell) { return g_object_get_data(G_OBJECT(cell), "sgz-place"); }

static Column *column_at(SgzTableLayout *self, int index) {
    GArray *columns = self->columns->columns;
    if ((int)columns->len <= index) {
        g_array_set_size(columns, (guint)index + 1);
    }
    return &g_array_index(columns, Column, index);
}

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

/* Returns the width of the longest part of a text in which no line breaks. GTK's least width may break words. */
static int longest_word(GtkLabel *label) {
    PangoLayout *layout = pango_layout_copy(gtk_label_get_layout(label));
    pango_layout_set_width(layout, -1);
    const char *text = pango_layout_get_text(layout);
    int count, longest = 0, width = 0, at = 0, offset = 0;
    const PangoLogAttr *letters = pango_layout_get_log_attrs_readonly(layout, &count);
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    do {
        int index = pango_layout_iter_get_index(iter);
        /* In text from right to left, letters come from last to first. */
        offset += (int)(index < at ? -g_utf8_strlen(text + index, at - index) : g_utf8_strlen(text + at, index - at));
        at = index;
        if (offset >= count) {
            continue;
        }
        PangoRectangle letter;
        pango_layout_iter_get_cluster_extents(iter, NULL, &letter);
        /* So the first letter of a word comes last there. */
        const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
        gboolean is_reversed = run != NULL && run->item->analysis.level % 2 == 1;
        if (letters[offset].is_white || (letters[offset].is_line_break && !is_reversed)) {
            width = 0;
        }
        width += letters[offset].is_white ? 0 : letter.width;
        longest = MAX(longest, width);
        if (letters[offset].is_line_break && is_reversed) {
            width = 0;
        }
    } while (pango_layout_iter_next_cluster(iter));
    pango_layout_iter_free(iter);
    g_object_unref(layout);
    return PANGO_PIXELS_CEIL(longest);
}

static int longest_word_in(GtkWidget *widget) {
    if (GTK_IS_LABEL(widget)) {
        return longest_word(GTK_LABEL(widget));
    }
    int longest = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        longest = MAX(longest, longest_word_in(child));
    }
    return longest;
}

static void measure_cell(GtkWidget *cell, int *minimum, int *natural) {
    gtk_widget_measure(cell, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
    GtkWidget *content = gtk_widget_get_first_child(cell);
    if (content != NULL && *natural > *minimum) {
        int inside;
        gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, &inside, NULL, NULL, NULL);
        *minimum = MAX(*minimum, longest_word_in(content) + *minimum - inside);
    }
}

static gboolean emit_changed(gpointer columns) {
    SGZ_TABLE_COLUMNS(columns)->change = 0;
    g_signal_emit_by_name(columns, "changed");
    return G_SOURCE_REMOVE;
}

/* Widens columns to this width in all. */
static gboolean widen(SgzTableLayout *self, const Place *place, int minimum, int natural) {
    gboolean is_wider = FALSE;
    for (int index = 0; index < place->columns; index++) {
        Column *column = column_at(self, place->column + index);
        int rest = place->columns - index;
        int least = minimum / rest, best = natural / rest;
        if (least > column->minimum || best > column->natural) {
            column->minimum = MAX(column->minimum, least);
            column->natural = MAX(column->natural, MAX(best, column->minimum));
            is_wider = TRUE;
        }
        minimum = MAX(0, minimum - column->minimum);
        natural = MAX(0, natural - column->natural);
    }
    return is_wider;
}

static void measure_columns(SgzTableLayout *self, GtkWidget *box, int *minimum, int *natural) {
    gboolean is_wider = FALSE;
    /* Columns of a table in one part may become narrower. */
    if (G_OBJECT(self->columns)->ref_count == 1) {
        g_array_set_size(self->columns->columns, 0);
    }
    /* Cells of several columns come last, since they need what the others leave. */
    for (int spans = 0; spans < 2; spans++) {
        for (GtkWidget *cell = gtk_widget_get_first_child(box); cell; cell = gtk_widget_get_next_sibling(cell)) {
            const Place *place = place_of(cell);
            if ((place->columns > 1) == (spans == 1)) {
                int least, best;
                measure_cell(cell, &least, &best);
                is_wider |= widen(self, place, least, best);
            }
        }
    }
    if (is_wider && self->columns->change == 0 && G_OBJECT(self->columns)->ref_count > 1) {
        self->columns->change =
            g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, emit_changed, g_object_ref(self->columns), g_object_unref);
    }
    *minimum = *natural = 0;
    for (guint index = 0; index < self->columns->columns->len; index++) {
        *minimum += column_at(self, (int)index)->minimum;
        *natural += column_at(self, (int)index)->natural;
    }
}

/* Returns where the columns begin in this width, and where the last one ends. The caller frees it. */
static int *column_edges(SgzTableLayout *self, GtkWidget *box, int width) {
    int minimum, natural;
    gtk_widget_measure(box, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
    int count = (int)self->columns->columns->len;
    int *edges = g_new0(int, count + 1);
    gint64 room = MAX(0, (width < 0 ? natural : width) - minimum), wanted = MAX(1, natural - minimum);
    gint64 least = 0, more = 0;
    for (int index = 0; index < count; index++) {
        least += column_at(self, index)->minimum;
        more += column_at(self, index)->natural - column_at(self, index)->minimum;
        edges[index + 1] = (int)(least + more * room / wanted);
    }
    return edges;
}

/* ---- Heights ----------------------------------------------------------------------------------------------------- */

static int last_row(GtkWidget *box) {
    int last = 0;
    for (GtkWidget *cell = gtk_widget_get_first_child(box); cell; cell = gtk_widget_get_next_sibling(cell)) {
        last = MAX(last, place_of(cell)->row + place_of(cell)->rows - 1);
    }
    return last;
}

static int height_of(GtkWidget *cell, const int *edges) {
    int height;
    const Place *place = place_of(cell);
    int width = edges[place->column + place->columns] - edges[place->column];
    gtk_widget_measure(cell, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
    return height;
}

/* Returns where the rows begin, and where the last one ends. The caller frees it. */
static int *row_edges(GtkWidget *box, const int *edges, int *count) {
    *count = last_row(box) + 1;
    int *heights = g_new0(int, *count + 1);
    for (int spans = 0; spans < 2; spans++) {
        for (GtkWidget *cell = gtk_widget_get_first_child(box); cell; cell = gtk_widget_get_next_sibling(cell)) {
            const Place *place = place_of(cell);
            if ((place->rows > 1) != (spans == 1)) {
                continue;
            }
            int height = height_of(cell, edges);
            int last = place->row + place->rows;
            for (int row = place->row; row < last - 1; row++) {
                height -= heights[row + 1];
            }
            heights[last] = MAX(heights[last], height);
        }
    }
    for (int row = 0; row < *count; row++) {
        heights[row + 1] += heights[row];
    }
    return heights;
}

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

static GtkSizeRequestMode get_request_mode(G_GNUC_UNUSED GtkLayoutManager *manager, G_GNUC_UNUSED GtkWidget *box) {
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkLayoutManager *manager, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
    SgzTableLayout *self = SGZ_TABLE_LAYOUT(manager);
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        measure_columns(self, box, minimum, natural);
        return;
    }
    int count, *edges = column_edges(self, box, for_size), *rows = row_edges(box, edges, &count);
    *natural = rows[count];
    *minimum = for_size < 0 ? sgz_minimum_height(*natural) : *natural;
    g_free(edges);
    g_free(rows);
}

static void allocate(GtkLayoutManager *manager, GtkWidget *box, int width, G_GNUC_UNUSED int height,
                     G_GNUC_UNUSED int baseline) {
    SgzTableLayout *self = SGZ_TABLE_LAYOUT(manager);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    int count, *edges = column_edges(self, box, width), *rows = row_edges(box, edges, &count);
    for (GtkWidget *cell = gtk_widget_get_first_child(box); cell; cell = gtk_widget_get_next_sibling(cell)) {
        const Place *place = place_of(cell);
        int left = edges[place->column], right = edges[place->column + place->columns];
        int top = rows[place->row], bottom = rows[place->row + place->rows];
        GtkAllocation spot = {is_mirrored ? width - right : left, top, right - left, bottom - top};
        gtk_widget_size_allocate(cell, &spot, -1);
    }
    g_free(edges);
    g_free(rows);
}

static void sgz_table_layout_dispose(GObject *object) {
    g_clear_object(&SGZ_TABLE_LAYOUT(object)->columns);
    G_OBJECT_CLASS(sgz_table_layout_parent_class)->dispose(object);
}

static void sgz_table_layout_class_init(SgzTableLayoutClass *klass) {
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->get_request_mode = get_request_mode;
    manager_class->measure = measure;
    manager_class->allocate = allocate;
    G_OBJECT_CLASS(klass)->dispose = sgz_table_layout_dispose;
}

static void sgz_table_layout_init(G_GNUC_UNUSED SgzTableLayout *self) {}

static void sgz_table_columns_finalize(GObject *object) {
    g_array_unref(SGZ_TABLE_COLUMNS(object)->columns);
    G_OBJECT_CLASS(sgz_table_columns_parent_class)->finalize(object);
}

static void sgz_table_columns_class_init(SgzTableColumnsClass *klass) {
    G_OBJECT_CLASS(klass)->finalize = sgz_table_columns_finalize;
    g_signal_new("changed", SGZ_TYPE_TABLE_COLUMNS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void sgz_table_columns_init(SgzTableColumns *self) { self->columns = g_array_new(FALSE, TRUE, sizeof(Column)); }

gpointer sgz_table_columns_new(void) { return g_object_new(SGZ_TYPE_TABLE_COLUMNS, NULL); }

void sgz_table_layout_apply(gpointer box, gpointer columns) {
    SgzTableLayout *layout = g_object_new(SGZ_TYPE_TABLE_LAYOUT, NULL);
    layout->columns = columns == NULL ? sgz_table_columns_new() : g_object_ref(columns);
    gtk_widget_set_layout_manager(GTK_WIDGET(box), GTK_LAYOUT_MANAGER(layout));
    if (columns != NULL) {
        g_signal_connect_object(columns, "changed", G_CALLBACK(gtk_widget_queue_resize), box, G_CONNECT_SWAPPED);
    }
}

void sgz_table_layout_add(gpointer box, gpointer cell, int column, int row, int columns, int rows) {
    Place place = {column, row, MAX(1, columns), MAX(1, rows)};
    g_object_set_data_full(G_OBJECT(cell), "sgz-place", g_memdup2(&place, sizeof place), g_free);
    gtk_widget_insert_before(GTK_WIDGET(cell), GTK_WIDGET(box), NULL);
}
