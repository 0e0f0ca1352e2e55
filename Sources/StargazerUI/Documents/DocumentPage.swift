import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// A document, such as a README, on a page of its own in the navigation stack.
@MainActor final class DocumentPage: NavigationPageView {
    let root: Handle
    private let model: DocumentViewModel
    private let title: Breadcrumbs
    private let header: Handle
    private let back: Handle
    private let section: DocumentSection
    private let find = FindBar()
    private let findButton: Handle
    private var observation: Observe?

    /// - Parameter titles: the titles of the pages below this one in the navigation stack, and its own.
    init(
        model: DocumentViewModel, pictures: PictureStore, documentPictures: DocumentPicturePolicy,
        signInState: @escaping @MainActor () -> SignInState, links: LinkHandlers,
        titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        let ui = UIBuilder(PackageResources.DocumentPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        header = ui["header"]
        back = ui["back"]
        findButton = ui["find"]
        title = Breadcrumbs(titles)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        back.setAccessibleName(DetailsText.back)
        ui["open"].setAccessibleName(RowText.openInBrowser)
        ui["find"].setAccessibleName(DocumentText.find)
        adw_bin_set_child(ui["find-row"].cast(), find.root.widget)
        section = DocumentSection(
            in: ui["scroll"], pictures: pictures, documentPictures: documentPictures, links: links,
            signInState: signInState,
            tryAgain: { [weak model] in model?.tryAgain() })
        ui["body"].append(section.root)
        for part in [root, ui["scroll"]] { part.setAccessibleName(NavigationText.fullName(of: model)) }
        section.connect(find)
        find.closed = { [weak section] in section?.focusForReading(keepingScrollPosition: $0) }
        Signals.connect(findButton, "clicked") { [weak self] in self?.find.open() }
        Keys.watch(root, beforeChildren: false) { [section, scroll = ui["scroll"]] press in
            ScrollKeys.handle(
                press, scrolling: scroll, fromHeading: gtk_widget_is_focus(section.heading.widget) != 0)
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    func setPosition(isOnlyPane: Bool, depth: Int) {
        title.showsEarlierPages = !isOnlyPane
        adw_header_bar_set_show_start_title_buttons(header.opaque, isOnlyPane ? 1 : 0)
    }

    func focusHeading() { section.heading.grabFocusForReading() }
    func isValidFocus(_ focus: Handle) -> Bool { focus == section.heading || focus == back }

    func findInText() -> Bool {
        guard model.phase.hasText else { return false }
        find.open()
        return true
    }

    private func paint() {
        guard let item = model.item else { return }
        findButton.setSensitive(model.phase.hasText)
        section.show(
            model.phase, savedDay: model.savedDay, kind: model.kind, of: item.id,
            presentation: CatalogPresentations.registered[item.id.catalog])
    }
}
