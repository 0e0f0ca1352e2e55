import CStargazer
import GtkBridge

/// The row of the filters with the services that a kind of item can be searched on.
@MainActor final class SourceRow {
    /// Called before another service is searched.
    var willChoose: @MainActor () -> Void = {}
    private let services: [String]
    private let current: String
    private let choose: @MainActor (String) -> Void
    private var dropDown: Handle?
    private var isPainting = false

    /// Nil for a single service.
    /// - Parameter current: the service of the list that the filters belong to.
    init?(_ services: [String], current: String, choose: @escaping @MainActor (String) -> Void) {
        guard services.count > 1 else { return nil }
        self.services = services
        self.current = current
        self.choose = choose
    }

    func makeDropDown() -> Handle {
        let list = GObjectRef(adopting: Handle(gtk_string_list_new(nil)))
        for service in services { gtk_string_list_append(list.handle.opaque, service) }
        g_object_ref(list.handle.raw)
        let dropDown = Handle(gtk_drop_down_new(list.handle.opaque, nil))
        dropDown.setAccessibleName(FilterText.source)
        self.dropDown = dropDown
        paint()
        Signals.connect(dropDown, "notify::selected") { [weak self] in self?.selected() }
        return dropDown
    }

    func paint() {
        guard let dropDown, let place = services.firstIndex(of: current) else { return }
        isPainting = true
        gtk_drop_down_set_selected(dropDown.opaque, guint(place))
        isPainting = false
    }

    private func selected() {
        guard !isPainting, let dropDown else { return }
        let place = Int(gtk_drop_down_get_selected(dropDown.opaque))
        guard services.indices.contains(place), services[place] != current else { return }
        willChoose()
        // The popover returns the focus to its button first.
        Task { [choose, service = services[place]] in choose(service) }
    }
}
