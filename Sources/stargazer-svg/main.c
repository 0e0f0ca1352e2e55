/*
 * Reads an SVG from standard input and writes it to standard output as a PNG. Arguments are the color scheme, `light`
 * or `dark`, and a limit of processor time in milliseconds, if it is to be less than that of the sandbox.
 *
 * An SVG is a program for a large library: it may take long, need much memory, or find a fault. This one therefore runs
 * in a separate process, in a sandbox that it enters before it reads. The application kills it or sees it end, and
 * continues. It loads nothing that the SVG refers to, and runs no scripts, since librsvg has none.
 *
 * Its environment tells fontconfig where the user's fonts are: HOME and the folders of XDG.
 *
 * The picture has twice its natural size, within limits. Its second chunk, `stSz`, is the natural size in CSS pixels:
 * width and height, 32 bits each, big-endian. An SVG that states no size is as wide as a text.
 *
 * Exit status: 0, 2 after an error or without memory, 3 if the PNG exceeds MAX_OUTPUT, 5 if all of the picture is
 * transparent, or SANDBOX_REFUSED. A signal ends it at a limit of time (SIGPROF at that of an argument), and at a
 * system call that the sandbox forbids. Output is open until it exits.
 */
#include "still.h"
#include <WorkerSandbox.h>
#include <fontconfig/fontconfig.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <librsvg/rsvg.h>
#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Bytes of SVG and of PNG. */
#define MAX_SOURCE (8u << 20)
#define MAX_OUTPUT (8u << 20)
/* The limits of the picture in pixels. Cairo has the last one. */
#define MAX_WIDTH 1520.0
#define MAX_PIXELS 4e6
#define MAX_HEIGHT 32767.0
/* Pixels for each CSS pixel. */
#define SCALE 2.0

/* The width of a text; and the size without any hint, as in a browser. All in CSS pixels. */
#define TEXT_WIDTH 760.0
#define DEFAULT_WIDTH 300.0
#define DEFAULT_HEIGHT 150.0

static Buffer read_all(void) {
    Buffer text = {0};
    char piece[65536];
    ssize_t count;
    while ((count = read(STDIN_FILENO, piece, sizeof piece)) > 0) {
        add_bytes(&text, piece, (size_t)count);
        if (text.length > MAX_SOURCE)
            _exit(2);
    }
    if (count < 0)
        _exit(2);
    return text;
}

static void write_all(const void *data, size_t length) {
    const char *bytes = data;
    while (length > 0) {
        ssize_t count = write(STDOUT_FILENO, bytes, length);
        if (count < 0)
            _exit(2);
        bytes += count;
        length -= (size_t)count;
    }
}

/* A length in CSS pixels; 0 if it is relative. */
static double pixels(RsvgLength length) {
    switch (length.unit) {
    case RSVG_UNIT_PX:
        return length.length;
    case RSVG_UNIT_IN:
        return length.length * 96;
    case RSVG_UNIT_CM:
        return length.length * 96 / 2.54;
    case RSVG_UNIT_MM:
        return length.length * 96 / 25.4;
    case RSVG_UNIT_PT:
        return length.length * 96 / 72;
    case RSVG_UNIT_PC:
        return length.length * 16;
    case RSVG_UNIT_EM:
        return length.length * 16;
    case RSVG_UNIT_EX:
        return length.length * 8;
    default:
        return 0;
    }
}

typedef struct {
    double width, height;
} Size;

/* The size of an SVG on a page that says nothing about it. */
static Size natural_size(RsvgHandle *svg) {
    gboolean has_width, has_height, has_box;
    RsvgLength width, height;
    RsvgRectangle box;
    rsvg_handle_get_intrinsic_dimensions(svg, &has_width, &width, &has_height, &height, &has_box, &box);
    Size size = {has_width ? pixels(width) : 0, has_height ? pixels(height) : 0};
    double ratio = has_box && box.width > 0 && box.height > 0 ? box.width / box.height : 0;
    if (size.width <= 0 && size.height <= 0) {
        size.width = ratio > 0 ? TEXT_WIDTH : DEFAULT_WIDTH;
        size.height = ratio > 0 ? TEXT_WIDTH / ratio : DEFAULT_HEIGHT;
    } else if (size.width <= 0) {
        size.width = ratio > 0 ? size.height * ratio : DEFAULT_WIDTH;
    } else if (size.height <= 0) {
        size.height = ratio > 0 ? size.width / ratio : DEFAULT_HEIGHT;
    }
    if (!isfinite(size.width) || !isfinite(size.height) || size.width > 1e6 || size.height > 1e6)
        _exit(2);
    return size;
}

static cairo_status_t keep(void *buffer, const unsigned char *bytes, unsigned length) {
    add_bytes(buffer, bytes, length);
    if (((Buffer *)buffer)->length > MAX_OUTPUT)
        _exit(3);
    return CAIRO_STATUS_SUCCESS;
}

/* Whether all pixels are transparent. */
static int is_empty(cairo_surface_t *surface) {
    cairo_surface_flush(surface);
    const unsigned char *row = cairo_image_surface_get_data(surface);
    size_t width = 4 * (size_t)cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface), stride = cairo_image_surface_get_stride(surface);
    /* Colors are multiplied by the alpha value. */
    for (int y = 0; row && y < height; y++, row += stride)
        if (row[0] != 0 || memcmp(row, row + 1, width - 1) != 0)
            return 0;
    return 1;
}

static Buffer draw(RsvgHandle *svg, Size size) {
    double scale = fmin(fmin(SCALE, MAX_WIDTH / size.width), MAX_HEIGHT / size.height);
    scale = fmin(scale, sqrt(MAX_PIXELS / (size.width * size.height)));
    int width = (int)fmax(1, floor(size.width * scale + 1e-6)),
        height = (int)fmax(1, floor(size.height * scale + 1e-6));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *context = cairo_create(surface);
    RsvgRectangle all = {0, 0, width, height};
    Buffer png = {0};
    if (!rsvg_handle_render_document(svg, context, &all, NULL) || cairo_status(context) != CAIRO_STATUS_SUCCESS)
        _exit(2);
    if (is_empty(surface))
        _exit(5);
    if (cairo_surface_write_to_png_stream(surface, keep, &png) != CAIRO_STATUS_SUCCESS)
        _exit(2);
    return png;
}

static void put_number(unsigned char *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++)
        bytes[index] = value >> (24 - 8 * index) & 0xFF;
}

/* The checksum of a chunk, as the PNG specification defines it. */
static uint32_t checksum(const unsigned char *bytes, size_t length) {
    uint32_t sum = 0xFFFFFFFF;
    for (size_t index = 0; index < length; index++) {
        sum ^= bytes[index];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? 0xEDB88320 ^ sum >> 1 : sum >> 1;
    }
    return ~sum;
}

/* Writes the PNG, with the size after its first chunk. */
static void write_png(Buffer png, Size size) {
    enum { HEAD = 8 + 25 };
    unsigned char chunk[20] = {0, 0, 0, 8, 's', 't', 'S', 'z'};
    put_number(chunk + 8, (uint32_t)fmax(1, round(size.width)));
    put_number(chunk + 12, (uint32_t)fmax(1, round(size.height)));
    put_number(chunk + 16, checksum(chunk + 4, 12));
    if (png.length < HEAD)
        _exit(2);
    if (png.length + sizeof chunk > MAX_OUTPUT)
        _exit(3);
    write_all(png.bytes, HEAD);
    write_all(chunk, sizeof chunk);
    write_all(png.bytes + HEAD, png.length - HEAD);
}

static GLogWriterOutput drop(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level, (void)fields, (void)count, (void)data;
    return G_LOG_WRITER_HANDLED;
}

/*
 * Enters the sandbox with what needs more than it allows: the list of fonts, which fontconfig may have to store, and
 * the libraries that draw a picture within an SVG, such as the logo of a badge.
 */
static void enter_sandbox(long milliseconds) {
    /* Folders come before the folders in them. */
    enum { MAX_FOLDERS = 64 };
    const char *folders[MAX_FOLDERS + 1] = {NULL};
    FcStrList *all = FcInit() ? FcConfigGetFontDirs(NULL) : NULL;
    if (!all)
        _exit(2);
    for (size_t count = 0; count < MAX_FOLDERS && (folders[count] = (const char *)FcStrListNext(all)); count++)
        ;
    static const char *const nested[] = {"svg", "png", "jpeg", "gif", "webp", NULL};
    for (const char *const *type = nested; *type; type++) {
        GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(*type, NULL);
        if (loader) {
            gdk_pixbuf_loader_close(loader, NULL);
            g_object_unref(loader);
        }
    }
    /* What a taken-over process could ignore: the sandbox has its own limit. */
    struct itimerval limit = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &limit, NULL);
    sandbox_enter(SANDBOX_RENDERER, folders);
    FcStrListDone(all);
}

int main(int count, char **arguments) {
    /* Each further arena would reserve address space that the limit does not leave. */
    mallopt(M_ARENA_MAX, 1);
    /* A filter needs large surfaces again and again. New memory from the system would be slow. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    /* On a machine with many processors librsvg would start more threads than the sandbox allows, and fail. */
    setenv("RAYON_NUM_THREADS", "1", 1);
    g_log_set_writer_func(drop, NULL, NULL);
    int is_dark = count > 1 && strcmp(arguments[1], "dark") == 0;
    enter_sandbox(count > 2 ? atol(arguments[2]) : 0);
    Buffer text = still_picture(read_all(), is_dark);
    /* Without a base address librsvg opens no file and no address that the SVG names. */
    RsvgHandle *svg = text.length > 0 ? rsvg_handle_new_from_data((const guint8 *)text.bytes, text.length, NULL) : NULL;
    if (!svg)
        _exit(2);
    rsvg_handle_set_dpi(svg, 96);
    Size size = natural_size(svg);
    write_png(draw(svg, size), size);
    /* Exiting frees the memory faster than freeing each object. */
    _exit(0);
}
