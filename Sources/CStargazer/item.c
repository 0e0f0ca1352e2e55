#include "CStargazer.h"

struct _SgzItem {
    GObject parent_instance;
    gpointer box;
    GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE(SgzItem, sgz_item, G_TYPE_OBJECT)

static void sgz_item_finalize(GObject *object) {
    SgzItem *item = SGZ_ITEM(object);
    item->destroy(item->box);
    G_OBJECT_CLASS(sgz_item_parent_class)->finalize(object);
}

static void sgz_item_class_init(SgzItemClass *klass) { G_OBJECT_CLASS(klass)->finalize = sgz_item_finalize; }

static void sgz_item_init(G_GNUC_UNUSED SgzItem *item) {}

SgzItem *sgz_item_new(gpointer box, GDestroyNotify destroy) {
    SgzItem *item = g_object_new(SGZ_TYPE_ITEM, NULL);
    item->box = box;
    item->destroy = destroy;
    return item;
}

gpointer sgz_item_get_box(SgzItem *item) { return item->box; }

GListStore *sgz_item_store_new(void) { return g_list_store_new(SGZ_TYPE_ITEM); }
