#include "CStargazer.h"

#include <string.h>

/* In milliseconds: the delay that replaces one below the minimum, as in other programs, and the longest one
 * accepted. */
#define SHORTEST 20
#define USUAL 100
#define LONGEST_DELAY 60000

/* ---- Decoding ------------------------------------------------------------------------------------------------- */

typedef struct {
    gint64 max_pixels;
    gboolean refused;
} Bounds;

static void on_size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
    Bounds *bounds = data;
    if (width <= 0 || height <= 0 || (gint64)width * height > bounds->max_pixels) {
        bounds->refused = TRUE;
        gdk_pixbuf_loader_set_size(loader, 0, 0);
    }
}

static GdkPixbufAnimation *load(const guchar *data, gsize length, gint64 max_pixels) {
    if (length < 6 || (memcmp(data, "GIF87a", 6) != 0 && memcmp(data, "GIF89a", 6) != 0)) {
        return NULL;
    }
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type("gif", NULL);
    if (loader == NULL) {
        return NULL;
    }
    Bounds bounds = {.max_pixels = max_pixels, .refused = FALSE};
    g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size_prepared), &bounds);
    const gsize piece = 4096;
    gboolean complete = TRUE;
    for (gsize at = 0; at < length && complete && !bounds.refused; at += piece) {
        complete = gdk_pixbuf_loader_write(loader, data + at, MIN(piece, length - at), NULL);
    }
    complete = gdk_pixbuf_loader_close(loader, NULL) && complete && !bounds.refused;
    GdkPixbufAnimation *animation = complete ? gdk_pixbuf_loader_get_animation(loader) : NULL;
    if (animation != NULL) {
        g_object_ref(animation);
    }
    g_object_unref(loader);
    return animation;
}

/* ---- Counting -------------------------------------------------------------------------------------------------- */

static gsize past_blocks(const guchar *data, gsize length, gsize at) {
    while (at < length && data[at] != 0) {
        at += (gsize)data[at] + 1;
    }
    return at + 1;
}

static gsize past_table(guchar flags) { return (flags & 0x80) ? (gsize)3 << ((flags & 7) + 1) : 0; }

/* Reads the frame delays, in milliseconds, from the file (GIF89a, appendix F): gdk-pixbuf reports neither the number
 * of frames nor where the animation starts again. */
static GArray *read_delays(const guchar *data, gsize length, guint most) {
    GArray *delays = g_array_new(FALSE, FALSE, sizeof(int));
    if (length < 13) {
        return delays;
    }
    gsize at = 13 + past_table(data[10]);
    int delay = 0;
    while (at + 1 < length && delays->len < most) {
        if (data[at] == 0x21) {
            if (data[at + 1] == 0xF9 && at + 6 < length) {
                delay = 10 * (data[at + 4] | data[at + 5] << 8);
            }
            at = past_blocks(data, length, at + 2);
        } else if (data[at] == 0x2C && at + 10 < length) {
            int shown_for = delay < SHORTEST ? USUAL : MIN(delay, LONGEST_DELAY);
            g_array_append_val(delays, shown_for);
            delay = 0;
            at = past_blocks(data, length, at + 11 + past_table(data[at + 9]));
        } else {
            break;
        }
    }
    return delays;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

typedef struct {
    GPtrArray *pixels; /* of GBytes */
    GArray *delays;    /* of int, in milliseconds */
    int width, height, stride;
    gboolean has_alpha;
} Frames;

/* Drops every other frame. The frame before a dropped one is shown for the time of both. */
static void thin_out(Frames *frames) {
    guint kept = 0;
    for (guint at = 0; at < frames->pixels->len; at += 2, kept++) {
        int delay = g_array_index(frames->delays, int, at);
        if (at + 1 < frames->pixels->len) {
            delay += g_array_index(frames->delays, int, at + 1);
        }
        g_array_index(frames->delays, int, kept) = delay;
        gpointer swapped = frames->pixels->pdata[kept];
        frames->pixels->pdata[kept] = frames->pixels->pdata[at];
        frames->pixels->pdata[at] = swapped;
    }
    g_ptr_array_set_size(frames->pixels, (int)kept);
    g_array_set_size(frames->delays, kept);
}

static void append(Frames *frames, GdkPixbuf *whole, int delay) {
    GdkPixbuf *shown = whole;
    if (gdk_pixbuf_get_width(whole) != frames->width || gdk_pixbuf_get_height(whole) != frames->height) {
        shown = gdk_pixbuf_scale_simple(whole, frames->width, frames->height, GDK_INTERP_BILINEAR);
    } else {
        g_object_ref(shown);
    }
    if (shown == NULL) {
        return;
    }
    frames->stride = gdk_pixbuf_get_rowstride(shown);
    frames->has_alpha = gdk_pixbuf_get_has_alpha(shown);
    g_ptr_array_add(frames->pixels, g_bytes_new(gdk_pixbuf_read_pixels(shown), gdk_pixbuf_get_byte_length(shown)));
    g_array_append_val(frames->delays, delay);
    g_object_unref(shown);
}

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static void walk(GdkPixbufAnimation *animation, GArray *delays, gsize max_bytes, const gint *is_cancelled,
                 Frames *frames) {
    GTimeVal time = {0, 0};
    GdkPixbufAnimationIter *iter = gdk_pixbuf_animation_get_iter(animation, &time);
    gsize bytes = (gsize)frames->width * frames->height * 4;
    guint most = (guint)MAX(2, max_bytes / MAX(1, bytes));
    guint step = 1;
    for (guint number = 0; number < delays->len && !g_atomic_int_get(is_cancelled); number++) {
        int delay = g_array_index(delays, int, number);
        if (number % step == 0 && frames->pixels->len >= most) {
            thin_out(frames);
            step *= 2;
        }
        if (number % step == 0) {
            append(frames, gdk_pixbuf_animation_iter_get_pixbuf(iter), delay);
        } else if (frames->delays->len > 0) {
            g_array_index(frames->delays, int, frames->delays->len - 1) += delay;
        }
        int shown_for = gdk_pixbuf_animation_iter_get_delay_time(iter);
        if (shown_for < 0) {
            break;
        }
        g_time_val_add(&time, (glong)shown_for * 1000);
        gdk_pixbuf_animation_iter_advance(iter, &time);
    }
    g_object_unref(iter);
}

G_GNUC_END_IGNORE_DEPRECATIONS

gboolean sgz_decode_animation(const guchar *data, gsize length, const SgzAnimationLimits *limits,
                              const gint *is_cancelled, SgzAnimationFrames *out) {
    GdkPixbufAnimation *animation = load(data, length, limits->max_pixels);
    if (animation == NULL) {
        return FALSE;
    }
    double width = gdk_pixbuf_animation_get_width(animation), height = gdk_pixbuf_animation_get_height(animation);
    double scale = MIN(1, limits->target / MIN(width, height));
    /* Limits the longer side, as of a one-pixel line, and then frames of which two would exceed the memory limit. */
    scale = MIN(scale, 4.0 * limits->target / MAX(width, height));
    while (width * scale * height * scale * 8 > (double)limits->max_bytes) {
        scale /= 2;
    }
    Frames frames = {.pixels = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref),
                     .delays = g_array_new(FALSE, FALSE, sizeof(int)),
                     .width = MAX(1, (int)(width * scale + 0.5)),
                     .height = MAX(1, (int)(height * scale + 0.5))};
    GArray *delays = read_delays(data, length, limits->max_frames);
    walk(animation, delays, limits->max_bytes, is_cancelled, &frames);
    g_array_unref(delays);
    g_object_unref(animation);
    if (frames.pixels->len == 0 || g_atomic_int_get(is_cancelled)) {
        g_ptr_array_unref(frames.pixels);
        g_array_unref(frames.delays);
        return FALSE;
    }
    out->count = frames.pixels->len;
    out->width = frames.width;
    out->height = frames.height;
    out->stride = frames.stride;
    out->has_alpha = frames.has_alpha;
    out->delays = (int *)g_array_free(frames.delays, FALSE);
    g_ptr_array_set_free_func(frames.pixels, NULL);
    out->frames = (GBytes **)g_ptr_array_free(frames.pixels, FALSE);
    return TRUE;
}

/* ---- Showing -------------------------------------------------------------------------------------------------- */

struct _SgzAnimation {
    GObject parent_instance;
    GdkTexture *texture;
    int width, height;
};

static void snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
    SgzAnimation *animation = SGZ_ANIMATION(paintable);
    if (animation->texture != NULL) {
        gdk_paintable_snapshot(GDK_PAINTABLE(animation->texture), snapshot, width, height);
    }
}

static GdkPaintableFlags flags(GdkPaintable *paintable) {
    (void)paintable;
    return GDK_PAINTABLE_STATIC_SIZE;
}

static int intrinsic_width(GdkPaintable *paintable) { return SGZ_ANIMATION(paintable)->width; }

static int intrinsic_height(GdkPaintable *paintable) { return SGZ_ANIMATION(paintable)->height; }

static void paintable_init(GdkPaintableInterface *paintable) {
    paintable->snapshot = snapshot;
    paintable->get_flags = flags;
    paintable->get_intrinsic_width = intrinsic_width;
    paintable->get_intrinsic_height = intrinsic_height;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(SgzAnimation, sgz_animation, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, paintable_init))

static void dispose(GObject *object) {
    g_clear_object(&SGZ_ANIMATION(object)->texture);
    G_OBJECT_CLASS(sgz_animation_parent_class)->dispose(object);
}

static void sgz_animation_class_init(SgzAnimationClass *class) { G_OBJECT_CLASS(class)->dispose = dispose; }

static void sgz_animation_init(SgzAnimation *animation) { (void)animation; }

SgzAnimation *sgz_animation_new(int width, int height) {
    SgzAnimation *animation = g_object_new(SGZ_TYPE_ANIMATION, NULL);
    animation->width = width;
    animation->height = height;
    return animation;
}

void sgz_animation_show_frame(SgzAnimation *animation, const SgzAnimationFrames *frames, guint number) {
    GdkMemoryFormat format = frames->has_alpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8;
    GdkTexture *texture =
        gdk_memory_texture_new(frames->width, frames->height, format, frames->frames[number], (gsize)frames->stride);
    g_set_object(&animation->texture, texture);
    g_object_unref(texture);
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(animation));
}

void sgz_animation_frames_clear(SgzAnimationFrames *frames) {
    for (guint at = 0; at < frames->count; at++) {
        g_bytes_unref(frames->frames[at]);
    }
    g_clear_pointer(&frames->frames, g_free);
    g_clear_pointer(&frames->delays, g_free);
    frames->count = 0;
}

void sgz_atomic_flag_set(gint *flag) { g_atomic_int_set(flag, 1); }
