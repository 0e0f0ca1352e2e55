#include "CStargazer.h"

struct _SgzZoomPaintable {
    GObject parent_instance;
    GdkPaintable *shown;
    double scale, x, y, widest;
};

void sgz_zoom_paintable_fit(SgzZoomPaintable *zoomed, double width, double height, double *fitted_width,
                            double *fitted_height) {
    double ratio = zoomed->shown == NULL ? 0 : gdk_paintable_get_intrinsic_aspect_ratio(zoomed->shown);
    if (ratio <= 0) {
        ratio = width / MAX(height, 1);
    }
    *fitted_width = MIN(width, height * ratio);
    if (zoomed->widest > 0) {
        *fitted_width = MIN(*fitted_width, zoomed->widest);
    }
    *fitted_height = MIN(height, *fitted_width / ratio);
}

/* Returns where a length begins in the area: in the middle if it is shorter, else without a gap at either end. */
static double begin(double area, double length, double center) {
    return length <= area ? (area - length) / 2 : CLAMP(area / 2 - center * length, area - length, 0);
}

static void snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
    SgzZoomPaintable *zoomed = SGZ_ZOOM_PAINTABLE(paintable);
    if (zoomed->shown == NULL || width <= 0 || height <= 0) {
        return;
    }
    double whole_width, whole_height;
    sgz_zoom_paintable_fit(zoomed, width, height, &whole_width, &whole_height);
    whole_width *= zoomed->scale;
    whole_height *= zoomed->scale;
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)begin(width, whole_width, zoomed->x),
                                                          (float)begin(height, whole_height, zoomed->y)));
    gdk_paintable_snapshot(zoomed->shown, snapshot, whole_width, whole_height);
    gtk_snapshot_restore(snapshot);
    gtk_snapshot_pop(snapshot);
}

static int intrinsic_width(GdkPaintable *paintable) {
    SgzZoomPaintable *zoomed = SGZ_ZOOM_PAINTABLE(paintable);
    return zoomed->shown == NULL ? 0 : gdk_paintable_get_intrinsic_width(zoomed->shown);
}

static int intrinsic_height(GdkPaintable *paintable) {
    SgzZoomPaintable *zoomed = SGZ_ZOOM_PAINTABLE(paintable);
    return zoomed->shown == NULL ? 0 : gdk_paintable_get_intrinsic_height(zoomed->shown);
}

static double intrinsic_aspect_ratio(GdkPaintable *paintable) {
    SgzZoomPaintable *zoomed = SGZ_ZOOM_PAINTABLE(paintable);
    return zoomed->shown == NULL ? 0 : gdk_paintable_get_intrinsic_aspect_ratio(zoomed->shown);
}

static void paintable_init(GdkPaintableInterface *paintable) {
    paintable->snapshot = snapshot;
    paintable->get_intrinsic_width = intrinsic_width;
    paintable->get_intrinsic_height = intrinsic_height;
    paintable->get_intrinsic_aspect_ratio = intrinsic_aspect_ratio;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(SgzZoomPaintable, sgz_zoom_paintable, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, paintable_init))

static void release(SgzZoomPaintable *zoomed) {
    if (zoomed->shown != NULL) {
        g_signal_handlers_disconnect_by_data(zoomed->shown, zoomed);
    }
    g_clear_object(&zoomed->shown);
}

static void dispose(GObject *object) {
    release(SGZ_ZOOM_PAINTABLE(object));
    G_OBJECT_CLASS(sgz_zoom_paintable_parent_class)->dispose(object);
}

static void sgz_zoom_paintable_class_init(SgzZoomPaintableClass *class) { G_OBJECT_CLASS(class)->dispose = dispose; }

static void sgz_zoom_paintable_init(SgzZoomPaintable *zoomed) {
    zoomed->scale = 1;
    zoomed->x = zoomed->y = 0.5;
}

SgzZoomPaintable *sgz_zoom_paintable_new(void) { return g_object_new(SGZ_TYPE_ZOOM_PAINTABLE, NULL); }

void sgz_zoom_paintable_set_source(SgzZoomPaintable *zoomed, GdkPaintable *shown) {
    if (shown == zoomed->shown) {
        return;
    }
    release(zoomed);
    if (shown != NULL) {
        zoomed->shown = g_object_ref(shown);
        g_signal_connect_swapped(shown, "invalidate-contents", G_CALLBACK(gdk_paintable_invalidate_contents), zoomed);
        g_signal_connect_swapped(shown, "invalidate-size", G_CALLBACK(gdk_paintable_invalidate_size), zoomed);
    }
    gdk_paintable_invalidate_size(GDK_PAINTABLE(zoomed));
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(zoomed));
}

void sgz_zoom_paintable_set_view(SgzZoomPaintable *zoomed, double scale, double x, double y) {
    zoomed->scale = scale;
    zoomed->x = x;
    zoomed->y = y;
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(zoomed));
}

void sgz_zoom_paintable_set_widest(SgzZoomPaintable *zoomed, double widest) {
    zoomed->widest = widest;
    gdk_paintable_invalidate_contents(GDK_PAINTABLE(zoomed));
}
