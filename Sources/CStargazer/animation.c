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

static gboolean is_gif(const guchar *data, gsize length) {
    return length >= 6 && (memcmp(data, "GIF87a", 6) == 0 || memcmp(data, "GIF89a", 6) == 0);
}

static gboolean is_webp(const guchar *data, gsize length) {
    return length >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0;
}

static GdkPixbufAnimation *load(const guchar *data, gsize length, gint64 max_pixels) {
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(is_gif(data, length) ? "gif" : "webp", NULL);
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

static int shown_for(int delay) { return delay < SHORTEST ? USUAL : MIN(delay, LONGEST_DELAY); }

/* GIF89a, appendix F. */
static void read_gif_delays(const guchar *data, gsize length, guint most, GArray *delays) {
    if (length < 13) {
        return;
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
            int time = shown_for(delay);
            g_array_append_val(delays, time);
            delay = 0;
            at = past_blocks(data, length, at + 11 + past_table(data[at + 9]));
        } else {
            break;
        }
    }
}

/* Chunks of RIFF: a name, a length, and contents of an even length. */
static void read_webp_delays(const guchar *data, gsize length, guint most, GArray *delays) {
    gsize at = 12;
    while (length - at >= 24 && delays->len < most) {
        gsize size = data[at + 4] | data[at + 5] << 8 | data[at + 6] << 16 | (gsize)data[at + 7] << 24;
        if (memcmp(data + at, "ANMF", 4) == 0) {
            int time = shown_for(data[at + 20] | data[at + 21] << 8 | data[at + 22] << 16);
            g_array_append_val(delays, time);
        }
        if (size > length - at - 8) {
            break;
        }
        at = MIN(length, at + 8 + size + (size & 1));
    }
}

/* Reads the frame delays, in milliseconds, from the file: gdk-pixbuf reports neither the number of frames nor where
 * the animation starts again. */
static GArray *read_delays(const guchar *data, gsize length, guint most) {
    GArray *delays = g_array_new(FALSE, FALSE, sizeof(int));
    if (is_gif(data, length)) {
        read_gif_delays(data, length, most, delays);
    } else if (is_webp(data, length)) {
        read_webp_delays(data, length, most, delays);
    }
    return delays;
}

gboolean sgz_is_animation(const guchar *data, gsize length) {
    GArray *delays = read_delays(data, length, 2);
    gboolean is_animation = delays->len > 1;
    g_array_unref(delays);
    return is_animation;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

struct _SgzAnimationDecoder {
    GdkPixbufAnimation *animation;
    GdkPixbufAnimationIter *iter;
    GTimeVal time;
    GArray *delays; /* of int */
    guint number;
    int width, height;
};

SgzAnimationDecoder *sgz_animation_decoder_new(const guchar *data, gsize length, const SgzAnimationLimits *limits) {
    GArray *delays = read_delays(data, length, limits->max_frames);
    GdkPixbufAnimation *animation = delays->len == 0 ? NULL : load(data, length, limits->max_pixels);
    if (animation == NULL) {
        g_array_unref(delays);
        return NULL;
    }
    double width = gdk_pixbuf_animation_get_width(animation), height = gdk_pixbuf_animation_get_height(animation);
    /* Also limits the longer side, as of a one-pixel line. */
    double scale = MIN(1, MIN(limits->side / MIN(width, height), 4.0 * limits->side / MAX(width, height)));
    scale = MIN(scale, limits->width / width);
    SgzAnimationDecoder *decoder = g_new0(SgzAnimationDecoder, 1);
    decoder->animation = animation;
    decoder->delays = delays;
    decoder->width = MAX(1, (int)(width * scale + 0.5));
    decoder->height = MAX(1, (int)(height * scale + 0.5));
    return decoder;
}

void sgz_animation_decoder_free(SgzAnimationDecoder *decoder) {
    g_clear_object(&decoder->iter);
    g_object_unref(decoder->animation);
    g_array_unref(decoder->delays);
    g_free(decoder);
}

guint sgz_animation_decoder_count(const SgzAnimationDecoder *decoder) { return decoder->delays->len; }

int sgz_animation_decoder_width(const SgzAnimationDecoder *decoder) { return decoder->width; }

int sgz_animation_decoder_height(const SgzAnimationDecoder *decoder) { return decoder->height; }

static gboolean copy_frame(SgzAnimationDecoder *decoder, SgzAnimationFrame *out) {
    GdkPixbuf *whole = gdk_pixbuf_animation_iter_get_pixbuf(decoder->iter);
    if (whole == NULL) {
        return FALSE;
    }
    GdkPixbuf *shown = g_object_ref(whole);
    if (gdk_pixbuf_get_width(whole) != decoder->width || gdk_pixbuf_get_height(whole) != decoder->height) {
        g_object_unref(shown);
        shown = gdk_pixbuf_scale_simple(whole, decoder->width, decoder->height, GDK_INTERP_BILINEAR);
    }
    if (shown == NULL) {
        return FALSE;
    }
    out->width = decoder->width;
    out->height = decoder->height;
    out->stride = gdk_pixbuf_get_rowstride(shown);
    out->has_alpha = gdk_pixbuf_get_has_alpha(shown);
    gsize length = gdk_pixbuf_get_byte_length(shown);
    guchar *pixels = g_memdup2(gdk_pixbuf_read_pixels(shown), length);
    if (out->has_alpha && sgz_drop_opaque_alpha(pixels, out->width, out->height, &out->stride)) {
        out->has_alpha = FALSE;
        length = (gsize)out->stride * out->height;
        pixels = g_realloc(pixels, length);
    }
    out->pixels = g_bytes_new_take(pixels, length);
    g_object_unref(shown);
    return TRUE;
}

gboolean sgz_animation_decoder_next(SgzAnimationDecoder *decoder, SgzAnimationFrame *out) {
    if (decoder->iter == NULL) {
        decoder->number = 0;
        decoder->time = (GTimeVal){0, 0};
        decoder->iter = gdk_pixbuf_animation_get_iter(decoder->animation, &decoder->time);
    }
    if (!copy_frame(decoder, out)) {
        return FALSE;
    }
    out->delay = g_array_index(decoder->delays, int, decoder->number);
    int until_next = gdk_pixbuf_animation_iter_get_delay_time(decoder->iter);
    decoder->number++;
    if (until_next < 0 || decoder->number >= decoder->delays->len) {
        g_clear_object(&decoder->iter);
    } else {
        g_time_val_add(&decoder->time, (glong)until_next * 1000);
        /* For the loader of WebPs a frame ends only after that time. */
        if (!gdk_pixbuf_animation_iter_advance(decoder->iter, &decoder->time)) {
            g_time_val_add(&decoder->time, 1000);
            gdk_pixbuf_animation_iter_advance(decoder->iter, &decoder->time);
        }
    }
    return TRUE;
}

G_GNUC_END_IGNORE_DEPRECATIONS

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

void sgz_animation_show(SgzAnimation *animation, gpointer texture) {
    g_set_object(&animation->texture, texture);
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(animation));
}

void sgz_animation_show_frame(SgzAnimation *animation, const SgzAnimationFrame *frame) {
    GdkTexture *texture =
        sgz_memory_texture_new(frame->width, frame->height, frame->has_alpha, frame->pixels, frame->stride);
    sgz_animation_show(animation, texture);
    g_object_unref(texture);
}
