import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The content of the details page below its header bar. It is created with the first item, because it would otherwise
/// only cost memory and time at startup.
@MainActor final class DetailsBody {
    let root: Handle
    /// The widget that has the focus while the user reads the details: Enter does nothing there.
    let heading: Handle
    private let signInState: @MainActor () -> SignInState
    private let tryAgain: @MainActor () -> Void
    private let links: LinkHandlers
    private let ui: UIBuilder
    private let avatar: PictureView
    private let picture: LargePicture
    /// The buttons that save and copy the picture.
    private let pictureActions = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    private let blocks: DetailBlocksView
    private var find: FindBar?
    private let makeDocument: @MainActor () -> DocumentSection
    private var document: DocumentSection?
    private var noticeLink: String?
    private var noticeAction: FailureWording.Action?
    private var paintedID: ItemID?

    /// - Parameters:
    ///   - documentPictures: whether pictures in the README are loaded.
    ///   - signInState: the sign-in state, which decides what failures offer.
    ///   - tryAgain: loads the details again after a failure.
    ///   - retryDocument: loads the README again after a failure.
    ///   - openDocument: opens a document of the item on its own page.
    ///   - openRelation: opens a related list.
    init(
        pictures: PictureStore, documentPictures: DocumentPicturePolicy,
        signInState: @escaping @MainActor () -> SignInState,
        tryAgain: @escaping @MainActor () -> Void, retryDocument: @escaping @MainActor () -> Void,
        openDocument: @escaping @MainActor (DocumentKind) -> Void, links: LinkHandlers,
        openRelation: @escaping @MainActor (RelationKind) -> Void
    ) {
        self.signInState = signInState
        self.tryAgain = tryAgain
        self.links = links
        ui = UIBuilder(PackageResources.DetailsBody_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        root.setAccessibleName(DetailsText.name)
        heading = ui["heading"]
        avatar = PictureView(ui["avatar"], pictures: pictures)
        picture = LargePicture(pictures: pictures)
        gtk_box_prepend(ui["body"].cast(), pictureActions.widget)
        gtk_box_prepend(ui["body"].cast(), picture.root.widget)
        blocks = DetailBlocksView(
            box: ui["blocks"], links: links, openRelation: openRelation, openDocument: openDocument)
        makeDocument = { [root] in
            let section = DocumentSection(
                in: root, pictures: pictures, documentPictures: documentPictures, links: links,
                signInState: signInState,
                tryAgain: retryDocument)
            section.offerFullPage { openDocument(.readme) }
            return section
        }
        makePictureActions()
        Signals.connect(ui["notice-action"], "clicked") { [weak self] in self?.noticeActionClicked() }
    }

    func show(_ item: DetailsContent, _ progress: DetailsProgress, _ text: DocumentPhase) {
        let isNew = paintedID != item.id
        paintedID = item.id
        paint(item)
        paint(progress)
        paint(age: item.cacheAge, progress)
        paint(text, of: item)
        if isNew {
            find?.close()
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(root.opaque), 0)
        }
    }

    /// Whether the README or its find bar has the focus.
    var isReadingText: Bool { document?.root.hasFocusInside == true || find?.root.hasFocusInside == true }

    var hasFailedPicture: Bool { picture.hasFailed }

    /// Opens the find bar of the README above the scrolled content.
    func findInText() {
        let bar = find ?? FindBar()
        if find == nil, let document, let box = root.parent {
            gtk_box_prepend(box.cast(), bar.root.widget)
            document.connect(bar)
            bar.closed = { [weak document] in document?.focusHeading(keepingScrollPosition: $0) }
        }
        find = bar
        bar.open()
    }

    /// Whether the details handle a key that would otherwise start typing.
    func handlesKey(_ press: KeyPress) -> Bool { picture.handlesKey(press) }

    /// Handles a key that no other widget of the details handled.
    func handleKey(_ press: KeyPress) -> Bool { picture.handleKey(press) }

    private func makePictureActions() {
        sgz_wrap_layout_apply(pictureActions.raw, 6)
        gtk_widget_set_halign(pictureActions.widget, GTK_ALIGN_CENTER)
        for (label, action) in [
            (DetailsText.savePicture, "win.save-picture"), (DetailsText.copyPicture, "win.copy-picture"),
        ] {
            let button = Handle(gtk_button_new_with_label(label))
            gtk_actionable_set_action_name(button.opaque, action)
            pictureActions.append(button)
        }
        // A picture that could not be loaded can be neither saved nor copied.
        picture.failureChanged = { [pictureActions] in pictureActions.setSensitive(!$0) }
    }

    func isValidFocus(_ focus: Handle) -> Bool { focus == heading || focus == document?.heading }

    /// Scrolls by a page, wherever the focus is in the pane.
    func turnPage(down: Bool) {
        let adjustment = gtk_scrolled_window_get_vadjustment(root.opaque)
        let page = gtk_adjustment_get_page_increment(adjustment)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + (down ? page : -page))
    }

    private func paint(_ details: DetailsContent) {
        let item = details.item
        let presentation = CatalogPresentations.registered[details.id.catalog]
        let large = presentation.picture(of: details)
        picture.show(large, fullSizePicture: item.fullSizePicture)
        // With the minimum policy, a picture would be as high as a line. With the natural policy, content that scrolls
        // horizontally reserves room for its scroll bar, so use it only with a picture.
        if let viewport = gtk_scrolled_window_get_child(root.opaque) {
            let policy = large == nil ? GTK_SCROLL_MINIMUM : GTK_SCROLL_NATURAL
            gtk_scrollable_set_vscroll_policy(Handle(viewport).opaque, policy)
        }
        pictureActions.setVisible(item.fullSizePicture != nil)
        ui["avatar-box"].setVisible(large == nil)
        if large == nil { avatar.show(item.picture) }
        ui["name"].setLabel(item.name)
        heading.setAccessibleName(item.name)
        ui["summary"].setLabel(details.summary.isEmpty ? DetailsText.noSummary : details.summary)
        ui["summary"].setClass("dim-label", details.summary.isEmpty)
        paint(presentation.accountStatus(of: item))
        // A picture needs no "No description".
        ui["summary"].setVisible(!details.summary.isEmpty || large == nil)
        let subtitle = presentation.subtitle(of: details)
        ui["subtitle"].setLabel(subtitle.text)
        ui["subtitle"].setTooltip(subtitle.inFull)
        blocks.show(presentation.allBlocks(of: details))
    }

    private func paint(_ mark: AccountItemStatus?) {
        ui["account-mark-label"].setLabel(mark?.text ?? "")
        ui["account-mark"].setVisible(mark?.text != nil)
        ui["account-mark-icon"].setVisible(mark?.showsCheckmark == true)
        let change = mark?.offer == nil ? nil : mark?.change
        let button = ui["account-change"]
        button.setVisible(change != nil)
        guard let change else { return }
        gtk_button_set_label(button.cast(), change.label)
        gtk_actionable_set_action_name(button.opaque, change.action)
        for style in ["link", "fact-link"] { button.setClass(style, mark?.offer == .link) }
    }

    /// Creates the section with the first document.
    private func paint(_ text: DocumentPhase, of item: DetailsContent) {
        guard text != .none || document != nil else { return }
        let section = document ?? makeDocument()
        if document == nil { ui["body"].append(section.root) }
        document = section
        section.show(text, kind: .readme, of: item.id, presentation: CatalogPresentations.registered[item.id.catalog])
    }

    private func paint(_ progress: DetailsProgress) {
        let isSlow = progress == .loading(isSlow: true)
        ui["spinner"].setVisible(isSlow)
        gtk_spinner_set_spinning(ui["spinner"].opaque, isSlow ? 1 : 0)
        guard case .failed(let failure) = progress else {
            ui["notice"].setVisible(false)
            return
        }
        let wording = FailureText.wording(
            of: failure, signInState: signInState(),
            presentation: paintedID.map { CatalogPresentations.registered[$0.catalog] })
        ui["notice-heading"].setLabel(wording.heading)
        ui["notice-sentence"].setLabel(
            [wording.sentence, wording.code.map(FailureText.code)].compactMap { $0 }.joined(separator: "\n"))
        noticeLink = wording.link?.absoluteString
        noticeAction = wording.actions.first
        let title = noticeLink != nil ? FailureText.readMore : noticeAction.map(FailureText.label)
        gtk_button_set_label(ui["notice-action"].cast(), title ?? "")
        ui["notice-action"].setVisible(title != nil)
        ui["notice"].setVisible(true)
    }

    /// Shows the age of the cached details. Hidden while a quick response may replace it, and when a failure notice
    /// says it.
    private func paint(age: String?, _ progress: DetailsProgress) {
        let isSaid = progress == .loaded || progress == .loading(isSlow: true)
        ui["age"].setLabel(age.map(FailureText.cachedContentNote) ?? "")
        ui["age"].setVisible(age != nil && isSaid)
    }

    private func noticeActionClicked() {
        if let noticeLink { return Browser.open(noticeLink, from: root, failed: links.noBrowser) }
        if noticeAction == .tryAgain { return tryAgain() }
        _ = gtk_widget_activate_action_variant(root.widget, "win.sign-in", nil)
    }
}
