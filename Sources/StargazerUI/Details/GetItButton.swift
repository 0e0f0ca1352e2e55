import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The button `Get It` and its popover. It looks the packages up while the popover is open.
@MainActor final class GetItButton {
    let root = Handle(gtk_menu_button_new())
    /// Opens the menu with the addresses to clone from.
    var openCloneMenu: @MainActor () -> Void = {}
    private weak var model: DetailsViewModel?
    private let links: LinkHandlers
    private var popover: Handle?
    private var content: GetItContentView?
    private var life: WeakGObject?
    /// The button that the popover is shown at instead, because there is no room for its own.
    private var otherButton: Handle?
    private var shownID: ItemID?
    private var observation: Observe?

    init(_ model: DetailsViewModel, _ links: LinkHandlers) {
        self.model = model
        self.links = links
        gtk_menu_button_set_label(root.opaque, GetItText.getIt)
        root.setAccessibleName(GetItText.getIt)
        MenuOnDemand.fill(root) { [weak self] in self?.makePopover() }
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), !press.hasCommandModifier, let self, !self.isOpen
            else { return false }
            gtk_menu_button_popup(self.root.opaque)
            return true
        }
    }

    /// Removes a popover that its pane would otherwise keep.
    isolated deinit {
        if otherButton != nil, let popover, life?.isAlive == true { gtk_widget_unparent(popover.widget) }
    }

    private var isOpen: Bool { popover.map { gtk_widget_get_visible($0.widget) != 0 } ?? false }

    /// - Parameter isOffered: whether machines may have the item at all.
    func show(_ item: ItemContent, isOffered: Bool) {
        root.setVisible(isOffered)
        if item.id != shownID || !isOffered { popDown() }
        shownID = item.id
    }

    /// Opens the popover at another button.
    func popUp(at button: Handle) {
        guard let pane = gtk_widget_get_ancestor(button.widget, sgz_pane_get_type()).map({ Handle($0) }) else { return }
        makePopover()
        guard let popover else { return }
        let kept = GObjectRef(retaining: popover)
        gtk_menu_button_set_popover(root.opaque, nil)
        gtk_widget_set_parent(kept.handle.widget, pane.widget)
        otherButton = button
        sgz_pane_show_popover(popover.cast(), button.widget)
    }

    private func popDown() {
        if isOpen, let popover { gtk_popover_popdown(popover.cast()) }
    }

    private func makePopover() {
        guard popover == nil else { return }
        let popover = Handle(gtk_popover_new())
        let content = makeContent()
        gtk_popover_set_child(popover.cast(), content.root.widget)
        gtk_menu_button_set_popover(root.opaque, popover.widget)
        (self.popover, self.content, life) = (popover, content, WeakGObject(popover))
        Signals.connect(popover, "show") { [weak self] in self?.opened() }
        Signals.connect(popover, "closed") { [weak self] in self?.closed() }
    }

    private func makeContent() -> GetItContentView {
        let content = GetItContentView()
        content.install = { [weak self] in self?.install($0) }
        content.copyCommand = { [weak self] in self?.copy($0.command, GetItText.commandCopied) }
        content.clone = { [weak self] in
            self?.popDown()
            self?.openCloneMenu()
        }
        content.openReleases = { [weak self] in
            guard let self, let address = model?.getIt.releases?.absoluteString else { return }
            popDown()
            Browser.open(address, from: root, failed: links.noBrowser)
        }
        return content
    }

    private func opened() {
        observation = Observe { [weak self] in
            guard let self, let model, let item = model.item else { return }
            // Its site may come with the details.
            model.getIt.open(item)
            content?.show(model.getIt.packages, hasReleases: model.getIt.releases != nil)
        }
    }

    private func closed() {
        observation?.cancel()
        observation = nil
        model?.getIt.close()
        guard let otherButton, let popover else { return }
        otherButton.grabFocus()
        // The button that was pressed still has to run.
        Task { [weak self, life] in
            guard life?.isAlive == true, popover.removeClosedPopover(), let self else { return }
            (self.popover, self.content, self.otherButton) = (nil, nil, nil)
        }
    }

    private func install(_ package: PackageContent) {
        let desktop = DesktopPackageInstallers(root) { [weak self] in self?.copy($0, GetItText.noSoftwareCenter) }
        Task { [weak model] in await model?.getIt.install(package, by: desktop) }
    }

    private func copy(_ command: String, _ confirmation: String) {
        popDown()
        links.copy(command, confirmation)
    }
}
