#pragma once

/* The C that Swift cannot write: wrappers for macros, variadic functions and callbacks.
 *
 * Thread: call every function on the main thread unless its comment says otherwise.
 * Ownership: (transfer full) gives the caller its own reference; (borrowed) gives none. A "box" is a Swift object
 * handed over with `destroy`, which is called exactly once, when GLib releases the box. */

/* Includes the header of the module CAdwaita, so each name belongs to one module, whichever header comes first. */
#include "../../CAdwaita/shim.h"

G_BEGIN_DECLS

/* ---- Main loop ------------------------------------------------------------------------------------------------ */

/* Lets the default GMainContext run libdispatch's main queue, which makes `@MainActor` tasks run under GLib. Call it
 * once, on the main thread, before the loop runs. Returns the source's ID for g_source_remove, or 0 on failure. */
guint sgz_main_queue_attach(void);

/* ---- Signals -------------------------------------------------------------------------------------------------- */

/* Called once per emission. `values` holds the instance, then the signal's parameters; all are borrowed. `result` is
 * NULL for signals that return nothing. */
typedef void (*SgzHandler)(gpointer box, guint n_values, const GValue *values, GValue *result);

/* Connects `handler` to a signal with an optional detail ("notify::folded"). The connection owns the box from the
 * call on. If the signal does not exist, the function runs `destroy` and returns 0. */
gulong sgz_signal_connect(gpointer instance, const char *detailed_signal, SgzHandler handler, gpointer box,
                          GDestroyNotify destroy);

/* Writes the fundamental types of the signal's parameters, at most `capacity`, to `types`, and that of its result to
 * `returns`. Returns the number of parameters, or -1 when the signal does not exist. */
int sgz_signal_parameters(gpointer instance, const char *detailed_signal, GType *types, int capacity, GType *returns);

/* Returns the fundamental type of `value`. */
GType sgz_value_fundamental(const GValue *value);

/* Makes widgets show no tooltip while a menu is open that they are not in. Call it before widgets are created. */
void sgz_tooltips_respect_menus(void);

/* Returns whether a popover that `widget` is not in has the focus of its window. */
gboolean sgz_is_behind_menu(gpointer widget);

/* ---- Boxes as list items -------------------------------------------------------------------------------------- */

#define SGZ_TYPE_ITEM (sgz_item_get_type())
G_DECLARE_FINAL_TYPE(SgzItem, sgz_item, SGZ, ITEM, GObject)

/* (transfer full) Creates an item for a GListModel. The item owns its box. */
SgzItem *sgz_item_new(gpointer box, GDestroyNotify destroy);
/* (borrowed) Returns the box, which lives as long as the item. */
gpointer sgz_item_get_box(SgzItem *item);

/* (transfer full) Returns the item at a position smaller than the number of items. GTK calls it any number of times.
 * It must return the same object for a position while any reference to that object exists. */
typedef SgzItem *(*SgzItemCallback)(gpointer box, guint position);

/* A GListModel that stores no items: it asks its callback for each item when GTK wants it. */
#define SGZ_TYPE_LIST_MODEL (sgz_list_model_get_type())
G_DECLARE_FINAL_TYPE(SgzListModel, sgz_list_model, SGZ, LIST_MODEL, GObject)

/* (transfer full) Creates an empty model, which owns its box. */
SgzListModel *sgz_list_model_new(SgzItemCallback item_at, gpointer box, GDestroyNotify destroy);
/* Announces that `added` items replace `removed` items at `position`. Call it to put the first items into the model,
 * too. */
void sgz_list_model_changed(SgzListModel *model, guint position, guint removed, guint added);

/* The selection of a list: any number of items, one of which is the lead item, the one that the user selected last.
 * Unlike GtkMultiSelection, it holds no items, so selecting all of a large list is cheap. */
#define SGZ_TYPE_SELECTION (sgz_selection_get_type())
G_DECLARE_FINAL_TYPE(SgzSelection, sgz_selection, SGZ, SELECTION, GObject)

/* (transfer full) Creates the selection of a GListModel, of which it holds a reference. `is_single` refuses to select
 * several items. */
SgzSelection *sgz_selection_new(gpointer model, gboolean is_single);
/* Returns the position of the lead item, or GTK_INVALID_LIST_POSITION while nothing is selected. */
guint sgz_selection_get_lead(SgzSelection *selection);
/* Makes a selected item the lead item. Returns FALSE when it is not selected. */
gboolean sgz_selection_set_lead(SgzSelection *selection, guint position);
guint sgz_selection_count(SgzSelection *selection);
/* Writes the selected positions in ascending order to `positions`, which has room for sgz_selection_count. Returns
 * their number. */
guint sgz_selection_copy(SgzSelection *selection, guint *positions);
/* Selects these items and no others. */
void sgz_selection_select(SgzSelection *selection, const guint *positions, guint count, guint lead);
/* Sets the positions that cannot be selected. Until the next call they move with their items. */
void sgz_selection_bar(SgzSelection *selection, const guint *positions, guint count);
/* Sets whether a row of a list can be selected, activated and focused. Before GTK 4.12, one that cannot be selected
 * has no focus anyway. */
void sgz_list_item_set_usable(GtkListItem *row, gboolean is_usable);

/* ---- Objects -------------------------------------------------------------------------------------------------- */

/* Returns whether `object` is an instance of the named type or of a subclass; FALSE for an unknown name. */
gboolean sgz_is_a(gpointer object, const char *type_name);
/* (borrowed) Returns the name of the object's type. */
const char *sgz_type_name(gpointer object);
/* Binds a target property to a source property while both objects live, and copies the value at once. */
void sgz_bind_properties(gpointer source, const char *source_property, gpointer target, const char *target_property);
/* Returns whether the desktop allows animations. */
gboolean sgz_animations_enabled(void);
/* Sets a string property that has no setter function. */
void sgz_object_set_string(gpointer object, const char *property, const char *text);

/* ---- Panes ---------------------------------------------------------------------------------------------------- */

/* A widget around one child whose natural width does not depend on what the child shows.
 *
 * It asks for `room` pixels, more with larger text, or for the child's minimum if that is wider. So the content
 * cannot change whether two panes fit next to each other. Popovers may be attached to a pane with
 * gtk_widget_set_parent: the pane positions them, and unparents them when it is disposed. */
#define SGZ_TYPE_PANE (sgz_pane_get_type())
G_DECLARE_FINAL_TYPE(SgzPane, sgz_pane, SGZ, PANE, GtkWidget)

/* Returns the width, in pixels, of what takes `width` pixels at the usual text size and half of which grows with it. */
int sgz_room_for_text(int width);
/* (floating) Creates a pane, which takes over a floating child. Never NULL. */
GtkWidget *sgz_pane_new(GtkWidget *child, int room);
/* Returns the natural width of the pane, in pixels. */
int sgz_pane_get_requested_width(SgzPane *pane);
/* Shows a popover that is attached to a pane at a widget in the pane, and keeps it there when the widget moves. */
void sgz_pane_show_popover(GtkPopover *popover, GtkWidget *anchor);
/* Makes the child `width` pixels wide while the pane is `given` pixels wide, plus or minus one pixel.
 *
 * The child is aligned to the pane's right or left edge, and may extend beyond the opposite edge. If `width` is 0,
 * the child is as wide as the pane. */
void sgz_pane_set_child_width(SgzPane *pane, int given, int width, gboolean is_right);
/* Allocates the child immediately. Call it while the widget that contains the pane is being allocated. */
void sgz_pane_allocate_child(SgzPane *pane);

/* A widget around an AdwLeaflet of two expanding panes, with a line of one pixel at the end of the first.
 *
 * If both panes fit, the first gets its share of the whole width, and each gets at least its natural width. The
 * leaflet does not know about the share: it gives each pane its natural width and half of the rest, and the children
 * of the panes are then placed where they belong. So the share does not affect when the leaflet folds, and no
 * requested size changes during an allocation. */
#define SGZ_TYPE_SPLIT (sgz_split_get_type())
G_DECLARE_FINAL_TYPE(SgzSplit, sgz_split, SGZ, SPLIT, GtkWidget)

/* (floating) Creates a split, which takes over the leaflet. The leaflet must contain both panes as long as the split
 * exists. Never NULL. */
GtkWidget *sgz_split_new(GtkWidget *leaflet, SgzPane *first, SgzPane *last);
/* Sets the position of the line: its distance from the start as a fraction of the whole width, 0 to 1. */
void sgz_split_set_share(SgzSplit *split, double share);
/* Returns the share that puts the line `width` pixels from the start, or as close to it as both panes allow at the
 * current width. Returns the current share if the panes do not fit. */
double sgz_split_share_for_width(SgzSplit *split, int width);

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

/* Lays out children in lines like the words of a text, each at its natural width. Expanding children share the space
 * left in their line. GtkFlowBox would give all children of a column the same width. */
#define SGZ_TYPE_WRAP_LAYOUT (sgz_wrap_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzWrapLayout, sgz_wrap_layout, SGZ, WRAP_LAYOUT, GtkLayoutManager)

/* Returns the minimum height to report when no width is given, for widgets that need less height in more width.
 *
 * Newer GTK takes it as the minimum at any width. GTK 4.8 takes it as at least what the largest width needs.
 * Measured with 4.8 and 4.18. */
static inline int sgz_minimum_height(int at_its_widest) { return gtk_get_minor_version() > 8 ? 1 : at_its_widest; }

/* Returns the first visible widget among `child` and the siblings after it; NULL for none. */
static inline GtkWidget *sgz_first_in_layout(GtkWidget *child) {
    while (child != NULL && !gtk_widget_should_layout(child)) {
        child = gtk_widget_get_next_sibling(child);
    }
    return child;
}

/* Lays out the children of `widget`, a GtkBox, this way, `spacing` pixels apart in both directions. */
void sgz_wrap_layout_apply(gpointer widget, int spacing);
/* The CSS class of a child that separates two others, such as a dot. It is not visible at the end of a line. */
#define SGZ_SEPARATOR_CLASS "fact-separator"
/* Shows at most this many lines. Children of further lines are not visible. */
void sgz_wrap_layout_set_lines(gpointer widget, int most);

/* Lays out children in one line, each at its natural width. Those that do not fit are not visible, while
 * later ones that fit are. The last child is the button of a menu that has the others; it is visible if one of them is
 * not. The first one is cut if that lets all others be visible without a menu, or if it has no room. */
#define SGZ_TYPE_OVERFLOW_LAYOUT (sgz_overflow_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzOverflowLayout, sgz_overflow_layout, SGZ, OVERFLOW_LAYOUT, GtkLayoutManager)

/* Lays out the children of `box`, a GtkBox, this way, `spacing` pixels apart. With `always_shows_menu`, the last child
 * is always visible. */
void sgz_overflow_layout_apply(gpointer box, int spacing, gboolean always_shows_menu);
/* Returns whether a visible child did not fit at the last layout. False for children of other layouts. */
gboolean sgz_overflow_layout_hides(gpointer child);

/* Lays out a picture and a panel of text: side by side with room for both, otherwise the panel below the picture, which
 * is larger there.
 * Without the picture or the panel, the other gets all of the room. */
#define SGZ_TYPE_PICTURE_LAYOUT (sgz_picture_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzPictureLayout, sgz_picture_layout, SGZ, PICTURE_LAYOUT, GtkLayoutManager)

/* Lays out the two children of `box`, a GtkBox, this way. */
void sgz_picture_layout_apply(gpointer box);

/* Places children below each other. It asks for no width, so the parent must give it one: texts that are cut at their
 * end are then laid out once instead of three times. They must have no padding. A child of the class SGZ_IF_CUT_CLASS
 * has a place only where the child before it does not fit. */
#define SGZ_IF_CUT_CLASS "if-cut"
#define SGZ_TYPE_COLUMN_LAYOUT (sgz_column_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzColumnLayout, sgz_column_layout, SGZ, COLUMN_LAYOUT, GtkLayoutManager)

/* Replaces the layout of a GtkBox. */
void sgz_column_layout_apply(gpointer box, int spacing);

/* Lays out children in one line, always from left to right, each at its natural width.
 *
 * If they do not all fit, the others shrink before the last child, the first one first, to not less than three letters
 * of a label. In a widget of the class SGZ_WHOLE_OR_LAST_CLASS only the last child is visible then. */
#define SGZ_WHOLE_OR_LAST_CLASS "whole-or-last"
#define SGZ_TYPE_SHRINK_LAYOUT (sgz_shrink_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzShrinkLayout, sgz_shrink_layout, SGZ, SHRINK_LAYOUT, GtkLayoutManager)

/* Lays out the children of `widget`, a GtkBox, this way. */
void sgz_shrink_layout_apply(gpointer widget);

/* Lays out a label with the parts of `sgz_label_set_parts`, a separator, and a last child at its natural width after
 * them. Parts that do not fit are left out, the last one first; the last child stays, also without any of them. */
#define SGZ_TYPE_FIRST_LINE_LAYOUT (sgz_first_line_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzFirstLineLayout, sgz_first_line_layout, SGZ, FIRST_LINE_LAYOUT, GtkLayoutManager)

/* Lays out the children of `box`, a GtkBox, this way. */
void sgz_first_line_layout_apply(gpointer box);

/* Lays out a label, the first child, and pictures at their places in the label's text. */
#define SGZ_TYPE_INLINE_LAYOUT (sgz_inline_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzInlineLayout, sgz_inline_layout, SGZ, INLINE_LAYOUT, GtkLayoutManager)

/* Lays out the children of `box`, a GtkBox that contains a GtkLabel, this way. */
void sgz_inline_layout_apply(gpointer box);
/* Adds `picture` (transfer full when floating) at the U+FFFC character at byte `index` of the label's text. */
void sgz_inline_layout_add_picture(gpointer box, gpointer picture, int index, int width, int height);

/* Draws the color of a style class behind parts of the label's text. */
#define SGZ_TYPE_TEXT_MARKS (sgz_text_marks_get_type())
G_DECLARE_FINAL_TYPE(SgzTextMarks, sgz_text_marks, SGZ, TEXT_MARKS, GtkWidget)

/* Adds a mark behind the bytes from `start` to `end`, which is `before` and `after` pixels longer at its ends: a
 * ground, or with `is_line` an underline. Marks of one class are added in ascending order. */
void sgz_inline_layout_add_mark(gpointer box, const char *css_class, gboolean is_line, int start, int end, int before,
                                int after);
void sgz_inline_layout_clear_marks(gpointer box);

/* Lays out one child with a picture's aspect ratio, at its natural width or the width available, whichever is
 * smaller. */
#define SGZ_TYPE_ASPECT_LAYOUT (sgz_aspect_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzAspectLayout, sgz_aspect_layout, SGZ, ASPECT_LAYOUT, GtkLayoutManager)

/* Lays out the child of `box`, a GtkBox, this way. */
void sgz_aspect_layout_apply(gpointer box, int width, int height);

/* Lays out one child in the available width, and scrolls it horizontally when it needs more. */
#define SGZ_TYPE_HORIZONTAL_SCROLL_LAYOUT (sgz_horizontal_scroll_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzHorizontalScrollLayout, sgz_horizontal_scroll_layout, SGZ, HORIZONTAL_SCROLL_LAYOUT,
                     GtkLayoutManager)

/* Lays out the one child of `box`, a GtkBox, this way, with a scroll bar below it if `has_bar`. Vertical scrolling is
 * left to the container of the box. `group` (nullable) is what the boxes have that scroll as one. */
void sgz_horizontal_scroll_layout_apply(gpointer box, gpointer group, gboolean has_bar);
/* Makes a group of boxes that scroll as one (transfer full). All are as wide as the widest. */
gpointer sgz_horizontal_scroll_group_new(void);

/* A table. Its texts wrap until the longest word of each column fits. */
#define SGZ_TYPE_TABLE_LAYOUT (sgz_table_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzTableLayout, sgz_table_layout, SGZ, TABLE_LAYOUT, GtkLayoutManager)
#define SGZ_TYPE_TABLE_COLUMNS (sgz_table_columns_get_type())
G_DECLARE_FINAL_TYPE(SgzTableColumns, sgz_table_columns, SGZ, TABLE_COLUMNS, GObject)

/* Makes `box` lay out its children as cells. `columns` are the columns that it shares with other parts of the table, or
 * NULL. */
void sgz_table_layout_apply(gpointer box, gpointer columns);
/* Adds a cell, which spans `columns` and `rows`. */
void sgz_table_layout_add(gpointer box, gpointer cell, int column, int row, int columns, int rows);
/* Returns the columns of a table (transfer full). */
gpointer sgz_table_columns_new(void);

/* Lays out children below each other, as a vertical GtkBox does, but only while they are visible.
 *
 * While they are not visible, or while `may_change` is FALSE and the width is another one, it keeps their last
 * height, and neither paints nor measures them. */
#define SGZ_TYPE_LAZY_LAYOUT (sgz_lazy_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzLazyLayout, sgz_lazy_layout, SGZ, LAZY_LAYOUT, GtkLayoutManager)

/* Lays out the children of `box`, a GtkBox, this way. `height` is the height of the box until they are first
 * visible. */
void sgz_lazy_layout_apply(gpointer box, int height);
/* Sets whether the children are visible. With `may_change` they are laid out at any width, not only at the last one. */
void sgz_lazy_layout_set_visible(gpointer box, gboolean is_shown, gboolean may_change);
/* Returns whether the children were last laid out at a width other than the box's current one. */
gboolean sgz_lazy_layout_is_outdated(gpointer box);

/* How a child is placed: below what is before it; at a side of the page, with the following children next to it; or as
 * the first that is below such a child again. */
typedef enum { SGZ_FLOW_NORMAL, SGZ_FLOW_LEFT, SGZ_FLOW_RIGHT, SGZ_FLOW_BELOW } SgzFlow;
void sgz_lazy_layout_set_flow(gpointer child, SgzFlow flow);

/* Lays out children next to each other, as a horizontal GtkBox does: the last child gets all the space that the
 * others, at their natural widths, leave. GtkBox lays out a text dozens of times to find out how to share the space. */
#define SGZ_TYPE_MARKER_LAYOUT (sgz_marker_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzMarkerLayout, sgz_marker_layout, SGZ, MARKER_LAYOUT, GtkLayoutManager)

/* Lays out the children of `box`, a GtkBox, this way. */
void sgz_marker_layout_apply(gpointer box);

/* Returns GTK_ALIGN_BASELINE under the name that the installed headers do not deprecate. */
static inline GtkAlign sgz_align_baseline(void) {
#if GTK_CHECK_VERSION(4, 12, 0)
    return GTK_ALIGN_BASELINE_FILL;
#else
    return GTK_ALIGN_BASELINE;
#endif
}

/* ---- URIs ----------------------------------------------------------------------------------------------------- */

/* Called once, on the main thread, before its box is destroyed. */
typedef void (*SgzUriCallback)(gpointer box, gboolean is_good);

/* Opens a URI in its default application, over `window` (may be NULL). Unlike gtk_show_uri it shows no dialog. */
void sgz_show_uri(gpointer window, const char *uri, SgzUriCallback answer, gpointer box, GDestroyNotify destroy);

/* ---- Accessibility -------------------------------------------------------------------------------------------- */

void sgz_accessible_set_label(gpointer widget, const char *label);
/* Sets a tooltip; NULL for none. Screen readers get it as the description, unless it repeats the name. */
void sgz_widget_set_tooltip(gpointer widget, const char *text);
void sgz_accessible_set_description(gpointer widget, const char *description);
/* Sets whether screen readers skip `widget` and everything inside it. */
void sgz_accessible_set_hidden(gpointer widget, gboolean hidden);
/* Sets the accessible role of `widget`. Call it before the widget is shown: GTK fixes the role then. */
void sgz_accessible_set_role(gpointer widget, GtkAccessibleRole role);
/* Sets the level of a heading, from 1. */
void sgz_accessible_set_level(gpointer widget, int level);
void sgz_accessible_set_pressed(gpointer widget, gboolean pressed);
/* Makes `label` the accessible description of `widget`: screen readers read it with the widget. */
void sgz_accessible_set_described_by(gpointer widget, gpointer label);
/* Sets the active descendant of `widget`, which keeps the focus; NULL for none. Reset it before `chosen` is
 * destroyed. */
void sgz_accessible_set_active_descendant(gpointer widget, gpointer chosen);

/* ---- Text ----------------------------------------------------------------------------------------------------- */

/* Between the parts of a line: a space, a dot and a no-break space. */
#define SGZ_PART_SEPARATOR " \u00b7\u00a0"
/* Shows plain text that can break into lines only before a separator. Colors its bytes from `start` to `end` (channels
 * 0-65535); an empty range colors nothing. */
void sgz_label_set_parts(gpointer label, const char *text, guint start, guint end, guint16 red, guint16 green,
                         guint16 blue);

/* ---- Pictures (any thread) ------------------------------------------------------------------------------------ */

typedef struct {
    guchar *pixels; /* (transfer full) rows of RGB or straight RGBA; free with g_free */
    gsize length;
    int width;
    int height;
    int stride;
    gboolean has_alpha;
    /* The size of the picture before it was scaled: in logical pixels for an SVG, else in its own pixels. */
    int natural_width;
    int natural_height;
    /* Set, with nothing else, if the picture was refused for its number of pixels. */
    gboolean is_too_large;
} SgzPixels;

typedef struct {
    /* The shorter side, in pixels. The longer side is at most four times as long. */
    int side;
    int width;
    /* The pixels of an SVG for each logical pixel of its natural size. */
    int density;
} SgzMaxSize;

/* Decodes a PNG, JPEG, GIF or WebP, turns it as its Exif data says, and scales it down while decoding. An SVG is a PNG
 * of `stargazer-svg`, which states its natural size.
 *
 * Pictures of more than `max_pixels` are refused before memory is allocated for them. Returns FALSE, with `out`
 * unchanged but for `is_too_large`, for these and any other data. */
gboolean sgz_decode_picture(const guchar *data, gsize length, SgzMaxSize max_size, gint64 max_pixels, SgzPixels *out);

/* Turns RGBA into RGB without gaps if all of it is opaque: GTK paints that several times as fast. */
gboolean sgz_drop_opaque_alpha(guchar *pixels, int width, int height, int *stride);
/* (transfer full) Creates a texture of RGB or straight RGBA. */
GdkTexture *sgz_memory_texture_new(int width, int height, gboolean has_alpha, GBytes *pixels, int stride);

/* The natural size of the picture from which a texture was made. */
void sgz_texture_get_natural_size(gpointer texture, int *width, int *height);
void sgz_texture_set_natural_size(gpointer texture, int width, int height);
/* Whether the picture from which a texture was made is an animation. */
gboolean sgz_texture_is_animation(gpointer texture);
void sgz_texture_set_is_animation(gpointer texture, gboolean is_animation);

/* ---- Animations ----------------------------------------------------------------------------------------------- */

/* Whether a GIF or WebP has several frames. */
gboolean sgz_is_animation(const guchar *data, gsize length);

typedef struct {
    int side;          /* of a frame, in pixels: the shorter side; four times as many of the longer one */
    int width;         /* of a frame, in pixels */
    gint64 max_pixels; /* of the picture as it is in the file; larger ones are refused before allocation */
    guint max_frames;  /* later frames are not shown */
} SgzAnimationLimits;

typedef struct {
    GBytes *pixels; /* (transfer full) rows of RGB or straight RGBA */
    int width;
    int height;
    int stride;
    gboolean has_alpha;
    int delay; /* how long the frame is shown, in milliseconds, at least 20 */
} SgzAnimationFrame;

/* Decodes the frames of a GIF or WebP one after the other, scaled to the size at which they are shown. It can be used
 * on any thread, by one at a time. */
typedef struct _SgzAnimationDecoder SgzAnimationDecoder;

/* Returns NULL for any other data. The data is not used afterwards. */
SgzAnimationDecoder *sgz_animation_decoder_new(const guchar *data, gsize length, const SgzAnimationLimits *limits);
void sgz_animation_decoder_free(SgzAnimationDecoder *decoder);
guint sgz_animation_decoder_count(const SgzAnimationDecoder *decoder);
int sgz_animation_decoder_width(const SgzAnimationDecoder *decoder);
int sgz_animation_decoder_height(const SgzAnimationDecoder *decoder);
/* Decodes the next frame; the first one follows the last. Returns FALSE, with `out` unchanged, if that fails. */
gboolean sgz_animation_decoder_next(SgzAnimationDecoder *decoder, SgzAnimationFrame *out);

/* A GdkPaintable of a fixed size that shows one frame until another is set. */
#define SGZ_TYPE_ANIMATION (sgz_animation_get_type())
G_DECLARE_FINAL_TYPE(SgzAnimation, sgz_animation, SGZ, ANIMATION, GObject)

/* (transfer full) Creates an animation that shows nothing yet. */
SgzAnimation *sgz_animation_new(int width, int height);
/* Shows a texture in the size of the paintable; NULL for nothing. */
void sgz_animation_show(SgzAnimation *animation, gpointer texture);
void sgz_animation_show_frame(SgzAnimation *animation, const SgzAnimationFrame *frame);

/* A GdkPaintable that shows another paintable, all of it or an enlarged part, with the intrinsic size of the other. */
#define SGZ_TYPE_ZOOM_PAINTABLE (sgz_zoom_paintable_get_type())
G_DECLARE_FINAL_TYPE(SgzZoomPaintable, sgz_zoom_paintable, SGZ, ZOOM_PAINTABLE, GObject)

/* (transfer full) Creates a paintable without a source and without zoom. It paints the source in its own shape, in the
 * middle of the area. */
SgzZoomPaintable *sgz_zoom_paintable_new(void);
/* (transfer none) Sets the paintable to show; NULL for none. */
void sgz_zoom_paintable_set_source(SgzZoomPaintable *zoomed, GdkPaintable *shown);
/* Sets the magnification, at least 1, and the point of the source in the center, from 0 to 1 on both axes. */
void sgz_zoom_paintable_set_view(SgzZoomPaintable *zoomed, double scale, double x, double y);
/* Sets the width that the source has at most without zoom; 0 for no limit. */
void sgz_zoom_paintable_set_widest(SgzZoomPaintable *zoomed, double widest);
/* Returns the size of the source without zoom in an area of this size. */
void sgz_zoom_paintable_fit(SgzZoomPaintable *zoomed, double width, double height, double *fitted_width,
                            double *fitted_height);

/* ---- Clipboard and drags -------------------------------------------------------------------------------------- */

/* Called on the main thread each time that another program, or a widget, wants the content as `mime_type`. `request`
 * must be passed to sgz_lazy_provider_respond exactly once, at any later time. */
typedef void (*SgzProvideCallback)(gpointer box, const char *mime_type, gpointer request);

/* A GdkContentProvider whose content is loaded when it is wanted. */
#define SGZ_TYPE_LAZY_PROVIDER (sgz_lazy_provider_get_type())
G_DECLARE_FINAL_TYPE(SgzLazyProvider, sgz_lazy_provider, SGZ, LAZY_PROVIDER, GdkContentProvider)

/* (transfer full) Creates a provider of these types, which owns its box. */
SgzLazyProvider *sgz_lazy_provider_new(const char *const *mime_types, guint count, SgzProvideCallback provide,
                                       gpointer box, GDestroyNotify destroy);
/* Answers a request, and ends it. NULL for `bytes` means that there is no content. */
void sgz_lazy_provider_respond(gpointer request, GBytes *bytes);
/* (transfer full) Creates a provider of a GdkFileList with one file. */
GdkContentProvider *sgz_file_list_provider_new(const char *path);

/* ---- Wallpaper ------------------------------------------------------------------------------------------------ */

typedef enum { SGZ_WALLPAPER_DONE, SGZ_WALLPAPER_CANCELLED, SGZ_WALLPAPER_FAILED } SgzWallpaperResult;

/* Called once, on the main thread, before its box is destroyed. */
typedef void (*SgzWallpaperCallback)(gpointer box, SgzWallpaperResult result);

/* Asks whether the desktop portal sets wallpapers: SGZ_WALLPAPER_DONE if it does. */
void sgz_wallpaper_probe(SgzWallpaperCallback answer, gpointer box, GDestroyNotify destroy);
/* Asks the portal to show the picture in a file as a wallpaper, and to set it if the user agrees. There is no time
 * limit. */
void sgz_wallpaper_set(const char *path, SgzWallpaperCallback answer, gpointer box, GDestroyNotify destroy);

/* ---- Start ---------------------------------------------------------------------------------------------------- */

/* Checks whether the desktop portal answers. Call it once, before GTK and libadwaita start.
 *
 * A portal that does not answer within `timeout_ms` counts as absent for all later calls of this process over the
 * session bus: GTK and libadwaita would wait for it, 25 seconds per call or without a limit. If there is no portal,
 * libadwaita is made to read the desktop's settings itself. */
void sgz_portal_probe(int timeout_ms);

/* Limits glibc's allocator to two arenas; call it before the first thread is created. With one arena per pool
 * thread, much memory would stay allocated but unused. */
void sgz_malloc_limit_arenas(void);
/* (any thread) Returns unused heap memory to the system, such as memory that only the start needed. */
void sgz_malloc_trim(void);

/* (borrowed) Returns the locale's name for one category, as setlocale does; `category` is LC_MESSAGES and so on. */
const char *sgz_locale_name(int category);

/* Sets the folder of a translation domain's catalogs, and makes the domain the default. Its texts are UTF-8. */
void sgz_gettext_bind(const char *domain, const char *folder);

/* Writes one line to GLib's structured log under the given domain. `level` is a GLogLevelFlags value. */
void sgz_log(const char *domain, int level, const char *message);

G_END_DECLS
