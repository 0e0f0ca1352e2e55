import CStargazer
package import GtkBridge
import StargazerCore

/// The page with the details of one item.
@MainActor package final class DetailsPage: NavigationPageView {
    package let root: Handle
    private let header: Handle
    private let back: Handle
    private let model: DetailsViewModel
    private let pictures: PictureStore
    private let documentPictures: DocumentPicturePolicy
    private let links: LinkHandlers
    private let signInState: @MainActor () -> SignInState
    private let title: Breadcrumbs
    private let none: Handle
    private let selectionPrompt: @MainActor () -> String
    private let tools: Handle
    private let content: Handle
    private lazy var body = makeBody()
    private lazy var loadingStatus = makeLoadingStatus()
    private var star: StarButton?
    private var observation: Observe?

    /// - Parameters:
    ///   - selectionPrompt: the text of the empty page.
    ///   - documentPictures: whether pictures in the README are loaded.
    ///   - signInState: the sign-in state, which decides what failures offer.
    ///   - titles: the titles of the pages below this one in the navigation stack, and its own.
    init(
        model: DetailsViewModel, selectionPrompt: @escaping @MainActor () -> String, pictures: PictureStore,
        documentPictures: DocumentPicturePolicy, signInState: @escaping @MainActor () -> SignInState,
        links: LinkHandlers, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.pictures = pictures
        self.documentPictures = documentPictures
        self.signInState = signInState
        self.links = links
        let ui = UIBuilder(PackageResources.DetailsPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        header = ui["header"]
        back = ui["back"]
        title = Breadcrumbs(titles)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        tools = ui["tools"]
        content = ui["content"]
        star = StarButton(ui["star"]) { [weak model] in model?.toggleFavorite() }
        none = ui["none"]
        none.setScrollPaneName(DetailsText.name)
        self.selectionPrompt = selectionPrompt
        root.setAccessibleName(DetailsText.name)
        back.setAccessibleName(DetailsText.back)
        ui["open"].setAccessibleName(RowText.openInBrowser)
        ui["copy"].setAccessibleName(RowText.copyLink)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            let (up, down) = (
                press.isKey(GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up), press.isKey(GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down)
            )
            guard let self, self.isShowing else { return false }
            guard up || down, !press.hasCommandModifier else { return self.body.handleKey(press) }
            self.body.turnPage(down: down)
            return true
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    package func place(isOnlyPane: Bool, depth: Int) {
        title.showsEarlierPages = !isOnlyPane
        back.setVisible(isOnlyPane || depth > 0)
        adw_header_bar_set_show_start_title_buttons(header.opaque, isOnlyPane ? 1 : 0)
    }

    private var isShowing: Bool {
        if case .shown = model.phase { return true }
        return false
    }

    /// Nil while no item is shown.
    private var heading: Handle? { isShowing ? body.heading : nil }

    package func focusHeading() { (heading ?? back).grabFocus() }
    package func isValidFocus(_ focus: Handle) -> Bool { isShowing && body.isValidFocus(focus) }

    package func handlesKey(_ press: KeyPress) -> Bool { isShowing && body.handlesKey(press) }

    package var hasFailedPicture: Bool { isShowing && body.hasFailedPicture }

    package func findInText() -> Bool {
        guard isShowing, model.document.phase.hasText, body.isReadingText else { return false }
        body.findInText()
        return true
    }

    private func paint() {
        switch model.phase {
        case .none:
            tools.setVisible(false)
            adw_status_page_set_description(none.opaque, Markup.escape(selectionPrompt()))
            show(page: "none")
        case .resolving(let reference, let progress):
            tools.setVisible(false)
            paint(reference, progress)
        case .shown(let details, let progress): paint(details, progress)
        }
    }

    private func paint(_ details: DetailsContent, _ progress: DetailsProgress) {
        let item = details.item
        tools.setVisible(true)
        star?.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
        body.show(details, progress, model.document.phase)
        show(page: "item")
    }

    // MARK: Resolving a reference

    private func makeLoadingStatus() -> StatusView {
        let loadingStatus = StatusView()
        gtk_stack_add_named(content.opaque, loadingStatus.root.widget, "seeking")
        return loadingStatus
    }

    private func paint(_ reference: ItemReference, _ progress: DetailsProgress) {
        let name = CleanText.line(reference.name, limit: ItemContent.maxNameLength)
        guard case .failed(let failure) = progress else {
            let sentence = progress == .loading(isSlow: true) ? DetailsText.loadingStatus : ""
            loadingStatus.show(icon: nil, heading: name, sentence: sentence)
            return show(page: "seeking")
        }
        let wording = FailureText.wording(
            of: failure, signInState: signInState(), presentation: CatalogPresentations.registered[reference.catalog])
        if failure.failure == .gone {
            // The app cannot know whether the item ever existed.
            loadingStatus.show(
                icon: wording.icon, heading: DetailsText.notFoundHeading, sentence: DetailsText.notFoundText(name))
            return show(page: "seeking")
        }
        loadingStatus.show(
            icon: wording.icon, heading: wording.heading, sentence: "\(name)\n\(wording.sentence)", code: wording.code,
            actions: FailureActions.buttons(of: wording, from: root, tryAgain: { [weak model] in model?.tryAgain() }))
        show(page: "seeking")
    }

    private func makeBody() -> DetailsBody {
        let body = DetailsBody(
            pictures: pictures, documentPictures: documentPictures, signInState: signInState,
            tryAgain: { [weak model] in model?.tryAgain() },
            retryDocument: { [weak model] in model?.document.tryAgain() },
            openDocument: { [weak model, links] document in model?.item.map { links.openDocument(document, $0) } },
            links: links,
            openRelation: { [weak model, links] relation in model?.item.map { links.openRelation(relation, $0) } })
        let container = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_vexpand(body.root.widget, 1)
        container.append(body.root)
        gtk_stack_add_named(content.opaque, container.widget, "item")
        return body
    }

    private func show(page: String) { gtk_stack_set_visible_child_name(content.opaque, page) }
}
