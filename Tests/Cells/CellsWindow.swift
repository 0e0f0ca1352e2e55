import CAdwaita
import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerUI

/// An entry, the cells, and what they ask for.
@MainActor final class CellsWindow {
    let root: Handle
    let collection: ItemCollection
    private let options: CellsOptions
    private let count = Handle(gtk_label_new(nil))
    private let entry = Handle(gtk_entry_new())
    private var shown: Int
    private var favorites: Set<ItemID> = []
    private var tail: ListTail = .none

    init(application: Handle, options: CellsOptions) {
        self.options = options
        shown = min(options.batch, options.total)
        root = Handle(adw_application_window_new(application.cast()))
        collection = ItemCollection(
            name: "Results", describedBy: count, shape: .cells, pictures: PictureStore(SamplePicture.data),
            origin: TailOrigin(service: "The service"))
        gtk_window_set_title(root.cast(), "Stargazer")
        gtk_window_set_default_size(root.cast(), 900, 720)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        box.append(Handle(adw_header_bar_new()))
        for part in [entry, count] {
            gtk_widget_set_margin_start(part.widget, 12)
            gtk_widget_set_margin_end(part.widget, 12)
            box.append(part)
        }
        entry.setAccessibleName("Search")
        box.append(collection.root)
        adw_application_window_set_content(root.cast(), sgz_pane_new(box.widget, 300))
        WidgetOwner.attach(self, to: root)
        connect()
        tail = tailAfterBatch
        show()
        gtk_window_present(root.cast())
    }

    private func connect() {
        let actions = collection.actions
        actions.on(.open) { say("open \($0.id)") }
        actions.on(.openInBrowser) { say("browser \($0.id)") }
        actions.on(.loadMore) { [weak self] in
            say("more")
            self?.tail = .loading
            self?.show()
            // As an answer comes: later.
            Task {
                try? await Task.sleep(for: .milliseconds(200))
                self?.append()
            }
        }
        actions.on(.tryAgain) { say("again") }
        actions.on(.toggleFavorite) { [weak self] id in
            say("star \(id.id)")
            self?.favorites.formSymmetricDifference([id])
            self?.show()
        }
        collection.leftUpwards = { [weak self] in
            say("upwards")
            self?.entry.grabFocus()
        }
        collection.selectionChanged = { say("selected \($0?.id ?? "none")") }
        collection.endCameNear = { [weak self] in
            guard let self, !self.options.waits else { return }
            // It is laid out just now.
            Task { self.append() }
        }
        Keys.watch(entry, beforeChildren: true) { [weak self] press in
            if press.isKey(GDK_KEY_F9) { self?.holdCell() }
            return press.isKey(GDK_KEY_Down) && self?.collection.focusSelectedRow() != nil
        }
    }

    /// Tells the gesture of a cell what a finger that rests on it would: there is no touch without a device.
    private func holdCell() {
        var widgets = [collection.root]
        while let widget = widgets.popLast() {
            widgets += widget.children
            guard gtk_widget_has_css_class(widget.widget, "cell") != 0, let gesture = holdGesture(of: widget) else {
                continue
            }
            say("held")
            var values = [GValue](repeating: GValue(), count: 3)
            g_value_init(&values[0], gtk_gesture_long_press_get_type())
            g_value_set_object(&values[0], gesture.raw)
            for place in 1...2 { g_value_init(&values[place], Double.types[0]) }
            g_signal_emitv(&values, g_signal_lookup("pressed", gtk_gesture_long_press_get_type()), 0, nil)
            for place in values.indices { g_value_unset(&values[place]) }
            return
        }
    }

    /// That of fingers alone.
    private func holdGesture(of widget: Handle) -> Handle? {
        let controllers = GObjectRef(adopting: Handle(gtk_widget_observe_controllers(widget.widget)))
        return (0..<g_list_model_get_n_items(controllers.handle.opaque)).lazy
            .compactMap { g_list_model_get_item(controllers.handle.opaque, $0) }
            .map { GObjectRef(adopting: Handle($0)).handle }
            .first { $0.isA("GtkGestureLongPress") && gtk_gesture_single_get_touch_only($0.opaque) != 0 }
    }

    func append() {
        guard shown < options.total else { return }
        shown = min(shown + options.batch, options.total)
        tail = tailAfterBatch
        show()
        say("shown \(shown)")
    }

    /// Whether the menu of the selected cell shows; asks for it otherwise.
    var showsMenu: Bool {
        let pane = adw_application_window_get_content(root.cast()).map { Handle($0) }
        let isShown = pane?.children.contains { $0.isA("GtkPopover") && gtk_widget_get_mapped($0.widget) != 0 } == true
        if !isShown, let id = collection.selectedID { ItemActions.run(.showMenu, id, from: collection.root) }
        return isShown
    }

    private var tailAfterBatch: ListTail {
        if shown < options.total { return options.waits ? .loadMore : .loading }
        return switch options.end {
        case "ceiling": .ceiling(limit: "300", total: "12,345")
        case "failed": .failed(FailureContent(failure: .offline, query: "hills", service: "The service"))
        case "loading": .loading
        default: .none
        }
    }

    private func show() {
        count.setLabel("\(shown) of \(options.total) results")
        let contents = (0..<shown).map { SamplePicture(number: $0, isFace: options.isOfPeople).content(favorites) }
        collection.show(.results(contents, tail: tail))
    }
}
