#include "CStargazer.h"

typedef gboolean (*QueryTooltip)(GtkWidget *widget, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip);

static QueryTooltip query_default;

gboolean sgz_is_behind_menu(gpointer widget) {
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(widget));
    GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus(root);
    GtkWidget *popover = focus == NULL ? NULL : gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER);
    return popover != NULL && gtk_widget_get_mapped(popover) && widget != (gpointer)popover &&
           !gtk_widget_is_ancestor(GTK_WIDGET(widget), popover);
}

static gboolean query_tooltip(GtkWidget *widget, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip) {
    return !sgz_is_behind_menu(widget) && query_default(widget, x, y, is_keyboard, tooltip);
}

/* GTK has no setting for it. Classes take over the function of GtkWidget when they are first used, so those of all
 * widgets are reached that do not have one of their own. */
void sgz_tooltips_respect_menus(void) {
    GtkWidgetClass *klass = GTK_WIDGET_CLASS(g_type_class_ref(GTK_TYPE_WIDGET));
    if (query_default == NULL) {
        query_default = klass->query_tooltip;
        klass->query_tooltip = query_tooltip;
    }
}
