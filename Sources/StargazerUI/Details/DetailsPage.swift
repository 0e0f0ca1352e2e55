import CStargazer
package import GtkBridge
import StargazerCore

/// The pane that shows one item in full.
@MainActor package final class DetailsPage: TrailView {
    package let root: Handle
    private let header: Handle
    private let back: Handle
    private let model: DetailsViewModel
    private let pictures: PictureStore
    private let documentPictures: DocumentPictures
    private let links: DetailLinks
    private let standing: @MainActor () -> AccountStanding
    private let title: Breadcrumb
    private let none: Handle
    private let selectOne: @MainActor () -> String
    private let tools: Handle
    private let content: Handle
    private lazy var body = makeBody()
    private lazy var seeking = makeSeeking()
    private var star: StarButton?
    private var observation: Observe?

    /// - Parameters:
    ///   - selectOne: what the empty pane asks for.
    ///   - documentPictures: whether those of the long text are loaded.
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - titles: of the pages below this one in the trail, and its own.
    init(
        model: DetailsViewModel, selectOne: @escaping @MainActor () -> String, pictures: PictureStore,
        documentPictures: DocumentPictures, standing: @escaping @MainActor () -> AccountStanding,
        links: DetailLinks, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.pictures = pictures
        self.documentPictures = documentPictures
        self.standing = standing
        self.links = links
        let ui = UIBuilder(PackageResources.DetailsPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        header = ui["header"]
        back = ui["back"]
        title = Breadcrumb(titles)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        tools = ui["tools"]
        content = ui["content"]
        star = StarButton(ui["star"]) { [weak model] in model?.toggleFavorite() }
        none = ui["none"]
        self.selectOne = selectOne
        root.setAccessibleName(DetailsText.name)
        back.setAccessibleName(DetailsText.back)
        ui["open"].setAccessibleName(RowText.openInBrowser)
        ui["copy"].setAccessibleName(RowText.copyLink)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            let (up, down) = (
                press.isKey(GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up), press.isKey(GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down)
            )
            guard let self, self.isShowing else { return false }
            guard up || down, !press.hasCommandModifier else { return self.body.take(press) }
            self.body.turnPage(down: down)
            return true
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    package func place(isAlone: Bool, depth: Int) {
        title.isWhole = !isAlone
        back.setVisible(isAlone || depth > 0)
        adw_header_bar_set_show_start_title_buttons(header.opaque, isAlone ? 1 : 0)
    }

    private var isShowing: Bool {
        if case .shown = model.phase { return true }
        return false
    }

    /// Nil while there is nothing to read.
    private var heading: Handle? { isShowing ? body.heading : nil }

    package func focusHeading() { (heading ?? back).grabFocus() }
    package func isHome(_ focus: Handle) -> Bool { isShowing && body.isHome(focus) }

    package func hasUse(for press: KeyPress) -> Bool { isShowing && body.hasUse(for: press) }

    package func findInText() -> Bool {
        guard isShowing, body.isReadingText else { return false }
        body.findInText()
        return true
    }

    private func paint() {
        switch model.phase {
        case .none:
            tools.setVisible(false)
            adw_status_page_set_description(none.opaque, Markup.escape(selectOne()))
            show(page: "none")
        case .sought(let sought, let progress):
            tools.setVisible(false)
            paint(sought, progress)
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

    // MARK: What is known by its name alone

    private func makeSeeking() -> StatusView {
        let seeking = StatusView()
        gtk_stack_add_named(content.opaque, seeking.root.widget, "seeking")
        return seeking
    }

    private func paint(_ sought: SoughtItem, _ progress: DetailsProgress) {
        let name = CleanText.line(sought.name, limit: ItemContent.longestName)
        guard case .failed(let failure) = progress else {
            let sentence = progress == .loading(isSlow: true) ? DetailsText.seeking : ""
            seeking.show(icon: nil, heading: name, sentence: sentence)
            return show(page: "seeking")
        }
        let wording = FailureText.wording(
            of: failure, standing: standing(), face: CatalogFaces.every[sought.catalog])
        if failure.failure == .gone {
            // That it ever was there, nobody knows.
            seeking.show(icon: wording.icon, heading: DetailsText.unknownName, sentence: DetailsText.unknown(name))
            return show(page: "seeking")
        }
        seeking.show(
            icon: wording.icon, heading: wording.heading, sentence: "\(name)\n\(wording.sentence)", code: wording.code,
            actions: FailureActions.buttons(of: wording, from: root, tryAgain: { [weak model] in model?.tryAgain() }))
        show(page: "seeking")
    }

    private func makeBody() -> DetailsBody {
        let body = DetailsBody(
            pictures: pictures, documentPictures: documentPictures, standing: standing,
            tryAgain: { [weak model] in model?.tryAgain() },
            readAgain: { [weak model] in model?.document.tryAgain() },
            read: { [weak model, links] document in model?.item.map { links.read(document, $0) } },
            links: links,
            lead: { [weak model, links] relation in model?.item.map { links.lead(relation, $0) } })
        let whole = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_vexpand(body.root.widget, 1)
        whole.append(body.root)
        gtk_stack_add_named(content.opaque, whole.widget, "item")
        return body
    }

    private func show(page: String) { gtk_stack_set_visible_child_name(content.opaque, page) }
}
