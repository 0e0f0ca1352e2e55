#include "CStargazer.h"

struct _SgzSelection {
    GObject parent_instance;
    GListModel *model;
    GtkBitset *selected;
    /* The positions that cannot be selected. */
    GtkBitset *barred;
    gboolean is_single;
    guint lead;
    /* The end of a range that stays when the range changes. */
    guint anchor;
};

static GType get_item_type(G_GNUC_UNUSED GListModel *model) { return SGZ_TYPE_ITEM; }

static guint get_n_items(GListModel *model) { return g_list_model_get_n_items(SGZ_SELECTION(model)->model); }

static gpointer get_item(GListModel *model, guint position) {
    return g_list_model_get_item(SGZ_SELECTION(model)->model, position);
}

static void sgz_selection_list_init(GListModelInterface *interface) {
    interface->get_item_type = get_item_type;
    interface->get_n_items = get_n_items;
    interface->get_item = get_item;
}

static gboolean is_selected(GtkSelectionModel *model, guint position) {
    return gtk_bitset_contains(SGZ_SELECTION(model)->selected, position);
}

static GtkBitset *get_selection_in_range(GtkSelectionModel *model, G_GNUC_UNUSED guint position,
                                         G_GNUC_UNUSED guint count) {
    return gtk_bitset_ref(SGZ_SELECTION(model)->selected);
}

/* Moves the lead item to the selected position that is nearest to it. */
static void keep_lead_selected(SgzSelection *self) {
    if (gtk_bitset_is_empty(self->selected)) {
        self->lead = GTK_INVALID_LIST_POSITION;
    } else if (!gtk_bitset_contains(self->selected, self->lead)) {
        guint last = gtk_bitset_get_maximum(self->selected);
        GtkBitsetIter iter;
        guint next = last;
        if (self->lead != GTK_INVALID_LIST_POSITION &&
            gtk_bitset_iter_init_at(&iter, self->selected, self->lead, &next))
            self->lead = next;
        else
            self->lead = last;
    }
}

/* Takes over `next`. */
static gboolean change(SgzSelection *self, GtkBitset *next, guint lead) {
    guint count = g_list_model_get_n_items(self->model);
    gtk_bitset_subtract(next, self->barred);
    if (!gtk_bitset_is_empty(next) && gtk_bitset_get_maximum(next) >= count)
        gtk_bitset_remove_range_closed(next, count, gtk_bitset_get_maximum(next));
    if (self->is_single && gtk_bitset_get_size(next) > 1) {
        gtk_bitset_unref(next);
        return FALSE;
    }
    GtkBitset *old = self->selected;
    guint old_lead = self->lead;
    self->selected = next;
    if (lead != GTK_INVALID_LIST_POSITION)
        self->lead = lead;
    keep_lead_selected(self);
    gtk_bitset_difference(old, next);
    if (!gtk_bitset_is_empty(old)) {
        guint first = gtk_bitset_get_minimum(old);
        gtk_selection_model_selection_changed(GTK_SELECTION_MODEL(self), first,
                                              gtk_bitset_get_maximum(old) - first + 1);
    } else if (old_lead != self->lead) {
        gtk_selection_model_selection_changed(GTK_SELECTION_MODEL(self), self->lead, 1);
    }
    gtk_bitset_unref(old);
    return TRUE;
}

static gboolean set_selection(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
    SgzSelection *self = SGZ_SELECTION(model);
    GtkBitset *next = gtk_bitset_copy(self->selected);
    gtk_bitset_subtract(next, mask);
    GtkBitset *added = gtk_bitset_copy(selected);
    gtk_bitset_intersect(added, mask);
    gtk_bitset_union(next, added);
    gtk_bitset_unref(added);
    return change(self, next, GTK_INVALID_LIST_POSITION);
}

static gboolean select_item(GtkSelectionModel *model, guint position, gboolean unselect_rest) {
    SgzSelection *self = SGZ_SELECTION(model);
    GtkBitset *next = unselect_rest || self->is_single ? gtk_bitset_new_empty() : gtk_bitset_copy(self->selected);
    gtk_bitset_add(next, position);
    self->anchor = position;
    return change(self, next, position);
}

static gboolean unselect_item(GtkSelectionModel *model, guint position) {
    SgzSelection *self = SGZ_SELECTION(model);
    GtkBitset *next = gtk_bitset_copy(self->selected);
    gtk_bitset_remove(next, position);
    self->anchor = position;
    return change(self, next, GTK_INVALID_LIST_POSITION);
}

static gboolean select_range(GtkSelectionModel *model, guint position, guint count, gboolean unselect_rest) {
    SgzSelection *self = SGZ_SELECTION(model);
    if (count == 0)
        return TRUE;
    GtkBitset *next = unselect_rest ? gtk_bitset_new_empty() : gtk_bitset_copy(self->selected);
    gtk_bitset_add_range(next, position, count);
    return change(self, next, self->anchor == position ? position + count - 1 : position);
}

/* The lead item stays. */
static gboolean select_all(GtkSelectionModel *model) {
    SgzSelection *self = SGZ_SELECTION(model);
    return change(self, gtk_bitset_new_range(0, g_list_model_get_n_items(self->model)), GTK_INVALID_LIST_POSITION);
}

static void sgz_selection_interface_init(GtkSelectionModelInterface *interface) {
    interface->is_selected = is_selected;
    interface->get_selection_in_range = get_selection_in_range;
    interface->set_selection = set_selection;
    interface->select_item = select_item;
    interface->unselect_item = unselect_item;
    interface->select_range = select_range;
    interface->select_all = select_all;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(SgzSelection, sgz_selection, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, sgz_selection_list_init)
                                  G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, sgz_selection_interface_init))

static guint moved(guint place, guint position, guint removed, guint added) {
    if (place == GTK_INVALID_LIST_POSITION || place < position)
        return place;
    return place < position + removed ? GTK_INVALID_LIST_POSITION : place - removed + added;
}

static void items_changed(G_GNUC_UNUSED GListModel *model, guint position, guint removed, guint added,
                          SgzSelection *self) {
    gtk_bitset_splice(self->selected, position, removed, added);
    gtk_bitset_splice(self->barred, position, removed, added);
    self->lead = moved(self->lead, position, removed, added);
    self->anchor = moved(self->anchor, position, removed, added);
    g_list_model_items_changed(G_LIST_MODEL(self), position, removed, added);
}

static void sgz_selection_dispose(GObject *object) {
    SgzSelection *self = SGZ_SELECTION(object);
    if (self->model != NULL)
        g_signal_handlers_disconnect_by_data(self->model, self);
    g_clear_object(&self->model);
    G_OBJECT_CLASS(sgz_selection_parent_class)->dispose(object);
}

static void sgz_selection_finalize(GObject *object) {
    SgzSelection *self = SGZ_SELECTION(object);
    gtk_bitset_unref(self->selected);
    gtk_bitset_unref(self->barred);
    G_OBJECT_CLASS(sgz_selection_parent_class)->finalize(object);
}

static void sgz_selection_class_init(SgzSelectionClass *klass) {
    G_OBJECT_CLASS(klass)->dispose = sgz_selection_dispose;
    G_OBJECT_CLASS(klass)->finalize = sgz_selection_finalize;
}

static void sgz_selection_init(SgzSelection *self) {
    self->selected = gtk_bitset_new_empty();
    self->barred = gtk_bitset_new_empty();
    self->lead = GTK_INVALID_LIST_POSITION;
    self->anchor = GTK_INVALID_LIST_POSITION;
}

SgzSelection *sgz_selection_new(gpointer model, gboolean is_single) {
    SgzSelection *self = g_object_new(SGZ_TYPE_SELECTION, NULL);
    self->model = g_object_ref(G_LIST_MODEL(model));
    self->is_single = is_single;
    g_signal_connect(model, "items-changed", G_CALLBACK(items_changed), self);
    return self;
}

guint sgz_selection_get_lead(SgzSelection *self) { return self->lead; }

gboolean sgz_selection_set_lead(SgzSelection *self, guint position) {
    if (!gtk_bitset_contains(self->selected, position))
        return FALSE;
    if (self->lead == position)
        return TRUE;
    self->lead = position;
    gtk_selection_model_selection_changed(GTK_SELECTION_MODEL(self), position, 1);
    return TRUE;
}

guint sgz_selection_count(SgzSelection *self) { return (guint)gtk_bitset_get_size(self->selected); }

guint sgz_selection_copy(SgzSelection *self, guint *positions) {
    GtkBitsetIter iter;
    guint position, count = 0;
    if (!gtk_bitset_iter_init_first(&iter, self->selected, &position))
        return 0;
    do
        positions[count++] = position;
    while (gtk_bitset_iter_next(&iter, &position));
    return count;
}

void sgz_selection_select(SgzSelection *self, const guint *positions, guint count, guint lead) {
    GtkBitset *next = gtk_bitset_new_empty();
    for (guint index = 0; index < count; index++)
        gtk_bitset_add(next, positions[index]);
    change(self, next, lead);
}

void sgz_selection_bar(SgzSelection *self, const guint *positions, guint count) {
    gtk_bitset_remove_all(self->barred);
    for (guint index = 0; index < count; index++)
        gtk_bitset_add(self->barred, positions[index]);
}

void sgz_list_item_set_usable(GtkListItem *row, gboolean is_usable) {
    gtk_list_item_set_selectable(row, is_usable);
    gtk_list_item_set_activatable(row, is_usable);
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(row), "focusable"))
        g_object_set(row, "focusable", is_usable, NULL);
}
