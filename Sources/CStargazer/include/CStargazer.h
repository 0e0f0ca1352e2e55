#pragma once

/*
 * The C that Swift cannot write: bodies for macros, variadics and callbacks.
 *
 * Thread: every function is for the main thread unless it says otherwise.
 * Ownership words: (transfer full) the caller gets a reference of its own; (borrowed) it gets none;
 * "box" is a Swift object handed over with `destroy`, which is called exactly once, when GLib lets go of it.
 */

/* As the module that has it, so that every name in it has one owner whichever of the two is read first. */
#include "../../CAdwaita/shim.h"

G_BEGIN_DECLS

/* ---- Main loop ------------------------------------------------------------------------------------------------ */

/* Lets the default GMainContext run what is queued on libdispatch's main queue, so `@MainActor` tasks run under GLib.
 * Call once, from the main thread, before the loop. Returns the source's id, for g_source_remove; 0 on failure. */
guint sgz_main_queue_attach(void);

/* ---- Signals -------------------------------------------------------------------------------------------------- */

/* Runs once per emission. `values` holds the instance first, then the signal's parameters; all borrowed.
 * `result` is NULL for signals that return nothing. */
typedef void (*SgzHandler)(gpointer box, guint n_values, const GValue *values, GValue *result);

/* Connects `handler` to a signal with an optional detail ("notify::folded"). The box belongs to the connection from the
 * call on, also when the signal does not exist: then 0 is returned and `destroy` has run. */
gulong sgz_signal_connect(gpointer instance, const char *detailed_signal, SgzHandler handler, gpointer box,
                          GDestroyNotify destroy);

/* Fills `types` with the fundamental types of the signal's parameters, at most `capacity`, and `returns` with that of
 * its result. Returns how many parameters it has, or -1 when there is no such signal. */
int sgz_signal_parameters(gpointer instance, const char *detailed_signal, GType *types, int capacity, GType *returns);

/* The fundamental type of what `value` holds. */
GType sgz_value_fundamental(const GValue *value);

/* ---- Boxes as list items -------------------------------------------------------------------------------------- */

#define SGZ_TYPE_ITEM (sgz_item_get_type())
G_DECLARE_FINAL_TYPE(SgzItem, sgz_item, SGZ, ITEM, GObject)

/* (transfer full) An item for a GListModel that owns one box. */
SgzItem *sgz_item_new(gpointer box, GDestroyNotify destroy);
/* (borrowed) The box; lives as long as the item. */
gpointer sgz_item_get_box(SgzItem *item);

/* (transfer full) The item at a position below the number of items. Asked as often as GTK likes; it may only be another
 * object than before when nobody holds the one of before. */
typedef SgzItem *(*SgzItemCallback)(gpointer box, guint position);

/* A GListModel that holds no items: it is asked for each when GTK wants it. */
#define SGZ_TYPE_LIST_MODEL (sgz_list_model_get_type())
G_DECLARE_FINAL_TYPE(SgzListModel, sgz_list_model, SGZ, LIST_MODEL, GObject)

/* (transfer full) An empty model that owns one box. */
SgzListModel *sgz_list_model_new(SgzItemCallback item_at, gpointer box, GDestroyNotify destroy);
/* Tells that `removed` items at `position` have been replaced by `added` others; that is how items come. */
void sgz_list_model_changed(SgzListModel *model, guint position, guint removed, guint added);

/* ---- Objects -------------------------------------------------------------------------------------------------- */

/* Whether `object` is (a subclass of) the type of that name; FALSE for an unknown name. */
gboolean sgz_is_a(gpointer object, const char *type_name);
/* (borrowed) The name of the object's type. */
const char *sgz_type_name(gpointer object);
/* Binds two properties for as long as both objects live, and makes them equal at once. */
void sgz_bind_properties(gpointer source, const char *source_property, gpointer target, const char *target_property);
/* Whether the desktop lets things move by themselves. */
gboolean sgz_animations_enabled(void);
/* Sets a property that is a text, where there is no function for it. */
void sgz_object_set_string(gpointer object, const char *property, const char *text);

/* ---- Panes ---------------------------------------------------------------------------------------------------- */

/* A widget around one child that asks for the same width whatever the child shows (`room` pixels, and more with larger
 * text), unless the child needs more. So whether there is room for two of them does not depend on what they show
 * when there is or is not. Popovers may be given to it with gtk_widget_set_parent: it places them, and lets go of them
 * when it ends. */
#define SGZ_TYPE_PANE (sgz_pane_get_type())
G_DECLARE_FINAL_TYPE(SgzPane, sgz_pane, SGZ, PANE, GtkWidget)

/* (floating) A pane; takes over a floating child. Never NULL. */
GtkWidget *sgz_pane_new(GtkWidget *child, int room);
/* What it asks for, in pixels. */
int sgz_pane_get_requested_width(SgzPane *pane);
/* Has its child be `width` pixels wide whenever the pane is `given` pixels wide, or one more or less: at its right edge
 * or at its left one, and reaching over the other as far as need be. With 0 the child is as wide as the pane. */
void sgz_pane_set_child_width(SgzPane *pane, int given, int width, gboolean is_right);
/* Does so at once, for while whoever holds the pane is allocated. */
void sgz_pane_allocate_child(SgzPane *pane);

/* A widget around an AdwLeaflet of two panes that expand, with a line of one pixel at the end of the first. Where both
 * have room the first gets its share of the whole width, and each its room at the least. The leaflet knows nothing of
 * that: it gives both what they ask for and half of the rest, and what is in them goes where it belongs. So when it
 * folds does not depend on the share, and no size that it has asked for changes while it gives them out. */
#define SGZ_TYPE_SPLIT (sgz_split_get_type())
G_DECLARE_FINAL_TYPE(SgzSplit, sgz_split, SGZ, SPLIT, GtkWidget)

/* (floating) A split; takes over the leaflet, which has both panes and keeps them as long as the split is. Never
 * NULL. */
GtkWidget *sgz_split_new(GtkWidget *leaflet, SgzPane *first, SgzPane *last);
/* Where the line is: its distance from the start in parts of the whole width, 0 to 1. */
void sgz_split_set_share(SgzSplit *split, double share);
/* The share at which the line is `width` pixels from the start, or as near to that as both have room; as it is now. */
double sgz_split_share_for_width(SgzSplit *split, int width);

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

/* Lays children out in lines as the words of a text, each as wide as it likes to be; those that expand share what is
 * left of their line. GtkFlowBox gives all of a column one width. */
#define SGZ_TYPE_WRAP_LAYOUT (sgz_wrap_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzWrapLayout, sgz_wrap_layout, SGZ, WRAP_LAYOUT, GtkLayoutManager)

/* The least height to tell where no width is given, of what needs less of it in less room: newer GTK takes it for the
 * least at any width, GTK 4.8 for no less than what the largest width needs. Both were tried, 4.8 and 4.18. */
static inline int sgz_minimum_height(int at_its_widest) { return gtk_get_minor_version() > 8 ? 1 : at_its_widest; }

/* Has `widget`, a GtkBox, lay out its children so, `spacing` pixels apart in both directions. */
void sgz_wrap_layout_apply(gpointer widget, int spacing);

/* Lays children out in one line, always from left to right, each as wide as it likes to be. Where they do not all fit,
 * the last keeps its room and those before it give way, the first of all; with too little left for them they do not
 * show.
 */
#define SGZ_TYPE_SHRINK_LAYOUT (sgz_shrink_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzShrinkLayout, sgz_shrink_layout, SGZ, SHRINK_LAYOUT, GtkLayoutManager)

/* Has `widget`, a GtkBox, lay out its children so. */
void sgz_shrink_layout_apply(gpointer widget);

/* Lays out a label, the first child, and pictures in the places in its text that they stand in for. */
#define SGZ_TYPE_INLINE_LAYOUT (sgz_inline_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzInlineLayout, sgz_inline_layout, SGZ, INLINE_LAYOUT, GtkLayoutManager)

/* Has `box`, a GtkBox with a GtkLabel in it, lay out its children so. */
void sgz_inline_layout_apply(gpointer box);
/* Puts `picture` (transfer full when floating) where U+FFFC stands at the byte `index` of the label's text. */
void sgz_inline_layout_add_picture(gpointer box, gpointer picture, int index, int width, int height);

/* Lays out one child in the ratio of a picture, as wide as it asks to be or as there is room for. */
#define SGZ_TYPE_ASPECT_LAYOUT (sgz_aspect_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzAspectLayout, sgz_aspect_layout, SGZ, ASPECT_LAYOUT, GtkLayoutManager)

/* Has `box`, a GtkBox, lay out its child so. */
void sgz_aspect_layout_apply(gpointer box, int width, int height);

/* Lays out one child as wide as it likes to be, and scrolls it sideways where there is less room. */
#define SGZ_TYPE_HORIZONTAL_SCROLL_LAYOUT (sgz_horizontal_scroll_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzHorizontalScrollLayout, sgz_horizontal_scroll_layout, SGZ, HORIZONTAL_SCROLL_LAYOUT,
                     GtkLayoutManager)

/* Has `box`, a GtkBox with one child, lay it out so, with a scroll bar below it. All other scrolling is left to what
 * the box stands in. */
void sgz_horizontal_scroll_layout_apply(gpointer box);

/* Lays out children one below the other, as a vertical GtkBox does, but only while they show. Else, and in another
 * width while they may not change, it keeps the height that they had, and paints and measures none of them. */
#define SGZ_TYPE_LAZY_LAYOUT (sgz_lazy_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzLazyLayout, sgz_lazy_layout, SGZ, LAZY_LAYOUT, GtkLayoutManager)

/* Has `box`, a GtkBox, lay out its children so. `height` is what it has until they show. */
void sgz_lazy_layout_apply(gpointer box, int height);
/* `may_change`: they are laid out in whatever width there is. */
void sgz_lazy_layout_set_visible(gpointer box, gboolean is_shown, gboolean may_change);
/* Whether the children were laid out last in another width than the box has. */
gboolean sgz_lazy_layout_is_outdated(gpointer box);

/* Lays out children side by side, as a horizontal GtkBox does: the last gets all the room that the others leave, which
 * are as wide as they like to be. GtkBox lays out a text dozens of times to find out how to share the room. */
#define SGZ_TYPE_MARKER_LAYOUT (sgz_marker_layout_get_type())
G_DECLARE_FINAL_TYPE(SgzMarkerLayout, sgz_marker_layout, SGZ, MARKER_LAYOUT, GtkLayoutManager)

/* Has `box`, a GtkBox, lay out its children so. */
void sgz_marker_layout_apply(gpointer box);

/* GTK_ALIGN_BASELINE under the name that the headers at hand do not call old. */
static inline GtkAlign sgz_align_baseline(void) {
#if GTK_CHECK_VERSION(4, 12, 0)
    return GTK_ALIGN_BASELINE_FILL;
#else
    return GTK_ALIGN_BASELINE;
#endif
}

/* ---- Addresses ------------------------------------------------------------------------------------------------ */

/* Runs once, on the main thread, before its box is destroyed. */
typedef void (*SgzUriCallback)(gpointer box, gboolean is_good);

/* Opens an address with the program for it, over `window` (may be NULL). Unlike gtk_show_uri it shows no dialog. */
void sgz_show_uri(gpointer window, const char *uri, SgzUriCallback answer, gpointer box, GDestroyNotify destroy);

/* ---- Accessibility -------------------------------------------------------------------------------------------- */

void sgz_accessible_set_label(gpointer widget, const char *label);
void sgz_accessible_set_description(gpointer widget, const char *description);
/* Whether screen readers are to pass over `widget` and all in it. */
void sgz_accessible_set_hidden(gpointer widget, gboolean hidden);
/* What `widget` is to screen readers. Only for one that they have not met: GTK decides it for good when it is shown. */
void sgz_accessible_set_role(gpointer widget, GtkAccessibleRole role);
/* How deep a heading is in its text, from 1. */
void sgz_accessible_set_level(gpointer widget, int level);
void sgz_accessible_set_pressed(gpointer widget, gboolean pressed);
/* `label` describes `widget`: screen readers read it with the widget. */
void sgz_accessible_set_described_by(gpointer widget, gpointer label);
/* What `widget`, which keeps the focus, has chosen elsewhere; NULL for nothing. Take it back before `chosen` goes. */
void sgz_accessible_set_active_descendant(gpointer widget, gpointer chosen);

/* ---- Text ----------------------------------------------------------------------------------------------------- */

/* Shows plain text and colors its bytes from `start` to `end` (channels 0-65535); an empty range colors nothing. */
void sgz_label_set_text_with_color(gpointer label, const char *text, guint start, guint end, guint16 red, guint16 green,
                                   guint16 blue);

/* ---- Pictures (any thread) ------------------------------------------------------------------------------------ */

typedef struct {
    guchar *pixels; /* (transfer full) rows of RGB or straight RGBA; free with g_free */
    gsize length;
    int width;
    int height;
    int stride;
    gboolean has_alpha;
} SgzPixels;

/* Decodes a png, jpeg, gif or webp and scales it while decoding so that its shorter side is at most `target`
 * pixels and its longer one at most four times that.
 * Refuses pictures of more than `max_pixels` before anything is allocated for them. FALSE when it is no such picture;
 * `out` is untouched then. */
gboolean sgz_decode_picture(const guchar *data, gsize length, int target, gint64 max_pixels, SgzPixels *out);

/* ---- Moving pictures ------------------------------------------------------------------------------------------ */

typedef struct {
    int target;        /* the shorter side is at most so many pixels long, the longer one four times that */
    gint64 max_pixels; /* of the picture as it comes; more are refused before anything is allocated for them */
    guint max_frames;  /* what comes after these is not shown */
    gsize max_bytes;   /* of all decoded frames; where they are more, every other one is left out, and so on */
} SgzAnimationLimits;

typedef struct {
    GBytes **frames; /* rows of RGB or straight RGBA */
    int *delays;     /* how long each is shown, in milliseconds, at least 20 */
    guint count;
    int width;
    int height;
    int stride;
    gboolean has_alpha;
} SgzAnimationFrames;

/* (any thread) Decodes the frames of a gif, scaled to the size that is shown. FALSE when it is no such picture, or when
 * `is_cancelled` became other than 0 meanwhile, which is read atomically; `out` is untouched then. Else it is the
 * caller's, to be given to sgz_animation_frames_clear. */
gboolean sgz_decode_animation(const guchar *data, gsize length, const SgzAnimationLimits *limits,
                              const gint *is_cancelled, SgzAnimationFrames *out);
/* (any thread) Makes a flag other than 0 that another thread reads atomically. */
void sgz_atomic_flag_set(gint *flag);
/* (any thread) Gives back what the frames hold. */
void sgz_animation_frames_clear(SgzAnimationFrames *frames);

/* A GdkPaintable of a fixed size that shows one frame until it is told to show another. */
#define SGZ_TYPE_ANIMATION (sgz_animation_get_type())
G_DECLARE_FINAL_TYPE(SgzAnimation, sgz_animation, SGZ, ANIMATION, GObject)

/* (transfer full) One that shows nothing yet. */
SgzAnimation *sgz_animation_new(int width, int height);
/* Shows the frame of that number, which must be one; it is drawn anew wherever it is seen. */
void sgz_animation_show_frame(SgzAnimation *animation, const SgzAnimationFrames *frames, guint number);

/* A GdkPaintable that shows another one, all of it or a part of it larger, in the size and shape of the other. */
#define SGZ_TYPE_ZOOM_PAINTABLE (sgz_zoom_paintable_get_type())
G_DECLARE_FINAL_TYPE(SgzZoomPaintable, sgz_zoom_paintable, SGZ, ZOOM_PAINTABLE, GObject)

/* (transfer full) One that shows nothing yet, and all of it. */
SgzZoomPaintable *sgz_zoom_paintable_new(void);
/* (transfer none) What it shows from now on; NULL for nothing. */
void sgz_zoom_paintable_set_source(SgzZoomPaintable *zoomed, GdkPaintable *shown);
/* How many times as large it is, at least 1, and which place of it is in the middle, from 0 to 1 each way. */
void sgz_zoom_paintable_set_view(SgzZoomPaintable *zoomed, double scale, double x, double y);

/* ---- Start ---------------------------------------------------------------------------------------------------- */

/* Asks the desktop's portal whether it answers. One that does not within `timeout_ms` counts as not there from then on,
 * for whatever in this process asks it over the session's bus: GTK and libadwaita would wait for it, 25 seconds for
 * each question or without a limit. Where there is none, libadwaita is told to read the desktop's settings itself.
 * Once, before either starts. */
void sgz_portal_probe(int timeout_ms);

/* Keeps glibc's allocator to two arenas; call before any thread is made. An arena for every thread of the pools would
 * only hold memory that nobody uses. */
void sgz_malloc_limit_arenas(void);
/* (any thread) Gives back to the system what was needed for a while only, such as at the start. */
void sgz_malloc_trim(void);

/* (borrowed) The name of the locale for one category as setlocale has it; `category` is LC_MESSAGES and so on. */
const char *sgz_locale_name(int category);

/* Says where a translation domain's catalogs are, and makes it the default one. Its texts are UTF-8. */
void sgz_gettext_bind(const char *domain, const char *folder);

/* Writes one line to GLib's structured log under the given domain. `level` is a GLogLevelFlags value. */
void sgz_log(const char *domain, int level, const char *message);

G_END_DECLS
