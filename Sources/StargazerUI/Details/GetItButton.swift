import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The button `Get It`, and its popover at another menu button while there is no room for it.
@MainActor final class GetItButton {
    let root = Handle(gtk_menu_button_new())
    /// Opens the menu with the addresses to clone from.
    var openCloneMenu: @MainActor () -> Void = {}
    private weak var model: DetailsViewModel?
    private let links: LinkHandlers
    private weak var lastPopover: GetItPopover?
    private var shownID: ItemID?

    init(_ model: DetailsViewModel, _ links: LinkHandlers) {
        self.model = model
        self.links = links
        gtk_menu_button_set_label(root.opaque, GetItText.getIt)
        root.setAccessibleName(GetItText.getIt)
        MenuOnDemand.fill(root) { [weak self] in self?.setPopover(of: self?.root) }
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), !press.hasCommandModifier, let self,
                lastPopover?.isOpen != true
            else { return false }
            gtk_menu_button_popup(root.opaque)
            return true
        }
    }

    /// - Parameter isOffered: whether machines may have the item at all.
    func show(_ item: ItemContent, isOffered: Bool) {
        root.setVisible(isOffered)
        if item.id != shownID || !isOffered { lastPopover?.popDown() }
        shownID = item.id
    }

    /// Gives a menu button the popover, before it opens.
    func setPopover(of button: Handle?) {
        guard let button, let model else { return }
        let popover = GetItPopover(model, links, at: root) { [weak self] in self?.openCloneMenu() }
        gtk_menu_button_set_popover(button.opaque, popover.root.widget)
        lastPopover = popover
    }
}

/// The popover with what this machine can have of an item. It looks that up while it is open.
@MainActor final class GetItPopover {
    let root = Handle(gtk_popover_new())
    private weak var model: DetailsViewModel?
    private let links: LinkHandlers
    private let button: Handle
    private let openCloneMenu: @MainActor () -> Void
    private let content = GetItContentView()
    private var observation: Observe?

    /// - Parameters:
    ///   - button: a widget of the window that outlives the popover.
    ///   - openCloneMenu: opens the menu with the addresses to clone from.
    init(
        _ model: DetailsViewModel, _ links: LinkHandlers, at button: Handle,
        openCloneMenu: @escaping @MainActor () -> Void
    ) {
        (self.model, self.links, self.button, self.openCloneMenu) = (model, links, button, openCloneMenu)
        content.install = { [weak self] in self?.install($0) }
        content.copyCommand = { [weak self] in self?.copy($0.command, GetItText.commandCopied) }
        content.clone = { [weak self] in
            guard let self else { return }
            popDown()
            // The menu may take the place of this popover, whose button is still pressed.
            Task { openCloneMenu() }
        }
        content.openReleases = { [weak self] in self?.openReleases() }
        gtk_popover_set_child(root.cast(), content.root.widget)
        Signals.connect(root, "show") { [weak self] in self?.opened() }
        Signals.connect(root, "closed") { [weak self] in self?.closed() }
        WidgetController.attach(self, to: root)
    }

    var isOpen: Bool { gtk_widget_get_visible(root.widget) != 0 }

    func popDown() {
        if isOpen { gtk_popover_popdown(root.cast()) }
    }

    private func opened() {
        observation = Observe { [weak self] in
            guard let self, let model, let item = model.item else { return }
            // Its site may come with the details.
            model.getIt.open(item)
            content.show(model.getIt.packages, hasReleases: model.getIt.releases != nil)
        }
    }

    private func closed() {
        observation?.cancel()
        observation = nil
        model?.getIt.close()
    }

    private func openReleases() {
        guard let address = model?.getIt.releases?.absoluteString else { return }
        popDown()
        Browser.open(address, from: button, failed: links.noBrowser)
    }

    private func install(_ package: PackageContent) {
        let desktop = DesktopPackageInstallers(button) { [weak self, links] command in
            self?.popDown()
            links.copy(command, GetItText.noSoftwareCenter)
        }
        Task { [weak model] in await model?.getIt.install(package, by: desktop) }
    }

    private func copy(_ command: String, _ confirmation: String) {
        popDown()
        links.copy(command, confirmation)
    }
}
