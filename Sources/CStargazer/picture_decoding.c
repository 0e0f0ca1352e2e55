#include "CStargazer.h"

#include <string.h>

/* Ratio of the longer side to `target` at most: without a limit a one-pixel line would keep its full length. */
#define LONGEST 4.0

typedef struct {
    SgzMaxSize max_size;
    gint64 max_pixels;
    /* Those of an SVG are known before. */
    int natural_width, natural_height;
    gboolean is_svg;
    gboolean refused;
} Limits;

/* Called before pixels are allocated: the only moment to refuse a small file that declares a huge picture. */
static void on_size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
    Limits *limits = data;
    if (width <= 0 || height <= 0 || (gint64)width * height > limits->max_pixels) {
        limits->refused = TRUE;
        /* With any other size the loaders for PNG and GIF would first allocate memory for the whole picture. */
        gdk_pixbuf_loader_set_size(loader, 0, 0);
        return;
    }
    double shorter = MIN(width, height), longer = MAX(width, height), side = limits->max_size.side;
    double scale = MIN(MIN(side / shorter, LONGEST * side / longer), (double)limits->max_size.width / width);
    if (limits->is_svg) {
        scale = MIN(scale, (double)limits->max_size.density * limits->natural_width / width);
    } else {
        limits->natural_width = width;
        limits->natural_height = height;
    }
    if (scale < 1) {
        gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * scale + 0.5)), MAX(1, (int)(height * scale + 0.5)));
    }
}

static const char *loader_type(const guchar *data, gsize length) {
    if (length >= 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0) {
        return "png";
    }
    if (length >= 3 && memcmp(data, "\xff\xd8\xff", 3) == 0) {
        return "jpeg";
    }
    if (length >= 6 && (memcmp(data, "GIF87a", 6) == 0 || memcmp(data, "GIF89a", 6) == 0)) {
        return "gif";
    }
    if (length >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0) {
        return "webp";
    }
    return NULL;
}

/* Feeds the loader in small pieces, so nothing after a refused header is decoded. */
static gboolean feed(GdkPixbufLoader *loader, const guchar *data, gsize length, const Limits *limits) {
    const gsize piece = 4096;
    for (gsize at = 0; at < length && !limits->refused; at += piece) {
        if (!gdk_pixbuf_loader_write(loader, data + at, MIN(piece, length - at), NULL)) {
            return FALSE;
        }
    }
    return !limits->refused;
}

static guint32 number(const guchar *bytes) {
    return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* Reads the chunk that `stargazer-svg` writes after the first one. Any PNG may have it, so its size is never larger
 * than the picture. */
static void read_natural_size(const guchar *data, gsize length, Limits *limits) {
    if (length < 57 || memcmp(data, "\x89PNG", 4) != 0 || memcmp(data + 33, "\0\0\0\10stSz", 8) != 0) {
        return;
    }
    guint32 pixels[] = {number(data + 16), number(data + 20)}, natural[] = {number(data + 41), number(data + 45)};
    if (natural[0] > 0 && natural[0] <= pixels[0] && natural[1] > 0 && natural[1] <= pixels[1]) {
        limits->natural_width = (int)natural[0];
        limits->natural_height = (int)natural[1];
        limits->is_svg = TRUE;
    }
}

/* Whether a quarter of a turn makes the picture upright. */
static gboolean lies_on_its_side(GdkPixbuf *pixbuf) {
    const char *orientation = gdk_pixbuf_get_option(pixbuf, "orientation");
    return orientation != NULL && orientation[0] >= '5' && orientation[0] <= '8' && orientation[1] == '\0';
}

gboolean sgz_decode_picture(const guchar *data, gsize length, SgzMaxSize max_size, gint64 max_pixels, SgzPixels *out) {
    const char *type = loader_type(data, length);
    GdkPixbufLoader *loader = type == NULL ? NULL : gdk_pixbuf_loader_new_with_type(type, NULL);
    if (loader == NULL) {
        return FALSE;
    }
    Limits limits = {.max_size = max_size, .max_pixels = max_pixels};
    read_natural_size(data, length, &limits);
    g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size_prepared), &limits);

    gboolean complete = feed(loader, data, length, &limits);
    complete = gdk_pixbuf_loader_close(loader, NULL) && complete;
    out->is_too_large = limits.refused;
    GdkPixbuf *pixbuf = complete ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
    if (pixbuf != NULL) {
        gboolean is_turned = lies_on_its_side(pixbuf);
        out->natural_width = is_turned ? limits.natural_height : limits.natural_width;
        out->natural_height = is_turned ? limits.natural_width : limits.natural_height;
        /* Most pictures are upright already: then this is the same one. */
        pixbuf = gdk_pixbuf_apply_embedded_orientation(pixbuf);
        out->width = gdk_pixbuf_get_width(pixbuf);
        out->height = gdk_pixbuf_get_height(pixbuf);
        out->stride = gdk_pixbuf_get_rowstride(pixbuf);
        out->has_alpha = gdk_pixbuf_get_has_alpha(pixbuf);
        out->length = gdk_pixbuf_get_byte_length(pixbuf);
        out->pixels = g_memdup2(gdk_pixbuf_read_pixels(pixbuf), out->length);
        if (out->has_alpha && sgz_drop_opaque_alpha(out->pixels, out->width, out->height, &out->stride)) {
            out->has_alpha = FALSE;
            out->length = (gsize)out->stride * out->height;
            out->pixels = g_realloc(out->pixels, out->length);
        }
        g_object_unref(pixbuf);
    }
    g_object_unref(loader);
    return pixbuf != NULL;
}

gboolean sgz_drop_opaque_alpha(guchar *pixels, int width, int height, int *stride) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (pixels[(gsize)y * *stride + (gsize)x * 4 + 3] != 255) {
                return FALSE;
            }
        }
    }
    guchar *out = pixels;
    for (int y = 0; y < height; y++) {
        const guchar *pixel = pixels + (gsize)y * *stride;
        for (int x = 0; x < width; x++, pixel += 4, out += 3) {
            out[0] = pixel[0];
            out[1] = pixel[1];
            out[2] = pixel[2];
        }
    }
    *stride = width * 3;
    return TRUE;
}

GdkTexture *sgz_memory_texture_new(int width, int height, gboolean has_alpha, GBytes *pixels, int stride) {
    GdkMemoryFormat format = has_alpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8;
    return gdk_memory_texture_new(width, height, format, pixels, (gsize)stride);
}

#define WIDTH "sgz-natural-width"
#define HEIGHT "sgz-natural-height"
#define ANIMATION "sgz-is-animation"

void sgz_texture_get_natural_size(gpointer texture, int *width, int *height) {
    *width = GPOINTER_TO_INT(g_object_get_data(texture, WIDTH));
    *height = GPOINTER_TO_INT(g_object_get_data(texture, HEIGHT));
}

void sgz_texture_set_natural_size(gpointer texture, int width, int height) {
    g_object_set_data(texture, WIDTH, GINT_TO_POINTER(width));
    g_object_set_data(texture, HEIGHT, GINT_TO_POINTER(height));
}

gboolean sgz_texture_is_animation(gpointer texture) { return GPOINTER_TO_INT(g_object_get_data(texture, ANIMATION)); }

void sgz_texture_set_is_animation(gpointer texture, gboolean is_animation) {
    g_object_set_data(texture, ANIMATION, GINT_TO_POINTER(is_animation));
}
