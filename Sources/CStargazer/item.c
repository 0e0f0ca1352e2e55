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

struct _SgzListModel {
    GObject parent_instance;
    guint count;
    SgzItemCallback item_at;
    gpointer box;
    GDestroyNotify destroy;
};

static GType get_item_type(G_GNUC_UNUSED GListModel *model) { return SGZ_TYPE_ITEM; }

static guint get_n_items(GListModel *model) { return SGZ_LIST_MODEL(model)->count; }

static gpointer get_item(GListModel *model, guint position) {
    SgzListModel *self = SGZ_LIST_MODEL(model);
    return position < self->count ? self->item_at(self->box, position) : NULL;
}

static void sgz_list_model_interface_init(GListModelInterface *interface) {
    interface->get_item_type = get_item_type;
    interface->get_n_items = get_n_items;
    interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(SgzListModel, sgz_list_model, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, sgz_list_model_interface_init))

static void sgz_list_model_finalize(GObject *object) {
    SgzListModel *self = SGZ_LIST_MODEL(object);
    self->destroy(self->box);
    G_OBJECT_CLASS(sgz_list_model_parent_class)->finalize(object);
}

static void sgz_list_model_class_init(SgzListModelClass *klass) {
    G_OBJECT_CLASS(klass)->finalize = sgz_list_model_finalize;
}

static void sgz_list_model_init(G_GNUC_UNUSED SgzListModel *self) {}

SgzListModel *sgz_list_model_new(SgzItemCallback item_at, gpointer box, GDestroyNotify destroy) {
    SgzListModel *self = g_object_new(SGZ_TYPE_LIST_MODEL, NULL);
    self->item_at = item_at;
    self->box = box;
    self->destroy = destroy;
    return self;
}

void sgz_list_model_changed(SgzListModel *self, guint position, guint removed, guint added) {
    self->count += added - removed;
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
}
