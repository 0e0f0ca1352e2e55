import CStargazer
package import GtkBridge
import StargazerCore
package import StargazerLibrary

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
    private let selectionPrompt: @MainActor () -> (icon: String, sentence: String)?
    private let information: Handle
    private let bar: Handle
    private let headerActions: Handle
    private var windowWidth: WindowWidth?
    private var isNarrowForPictures = false
    private let content: Handle
    private lazy var body = makeBody()
    private var hasBody = false
    private let several: @MainActor () -> SelectionViewModel?
    private let runOnSelection: @MainActor (ItemActions.ListAction) -> Void
    private var summary: SelectionSummaryView?
    private var hasLoadingStatus = false
    private var isOnlyPane = false
    private lazy var loadingStatus = makeLoadingStatus()
    private var observation: Observe?
    private let view: PictureViewOptions

    /// The least width of a window whose header bar has the actions of a picture, at the usual text size.
    private static let leastWidthOfActions: Int32 = 500

    /// - Parameters:
    ///   - selectionPrompt: the text of the empty page; nil to leave it empty.
    ///   - several: several selected rows, which show in place of an item.
    ///   - titles: the titles of the pages below this one in the navigation stack, and its own.
    init(
        model: DetailsViewModel, view: PictureViewOptions,
        selectionPrompt: @escaping @MainActor () -> (icon: String, sentence: String)?,
        several: @escaping @MainActor () -> SelectionViewModel?,
        runOnSelection: @escaping @MainActor (ItemActions.ListAction) -> Void,
        pictures: PictureStore,
        documentPictures: DocumentPicturePolicy, signInState: @escaping @MainActor () -> SignInState,
        links: LinkHandlers, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.view = view
        self.several = several
        self.runOnSelection = runOnSelection
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
        information = ui["information"]
        bar = ui["bar"]
        headerActions = ui["header-actions"]
        content = ui["content"]
        none = ui["none"]
        none.setScrollPaneName(DetailsText.name)
        self.selectionPrompt = selectionPrompt
        root.setAccessibleName(DetailsText.name)
        back.setAccessibleName(DetailsText.back)
        information.setAccessibleName(DetailsText.information)
        Keys.watch(root, beforeChildren: false) { [weak self] press in self?.handleKey(press) ?? false }
        observation = Observe { [weak self] in self?.paint() }
        windowWidth = WindowWidth(of: root) { [weak self] width in self?.windowWidthChanged(width) }
    }

    /// The actions must not move while GTK lays out.
    private func windowWidthChanged(_ width: Int32) {
        let isNarrow = width < sgz_room_for_text(Self.leastWidthOfActions)
        guard isNarrow != isNarrowForPictures else { return }
        isNarrowForPictures = isNarrow
        Task { [weak self] in self?.paintTools() }
    }

    package func setPosition(isOnlyPane: Bool, depth: Int) {
        title.showsEarlierPages = !isOnlyPane
        back.setVisible(isOnlyPane || depth > 0)
        adw_header_bar_set_show_start_title_buttons(header.opaque, isOnlyPane ? 1 : 0)
        self.isOnlyPane = isOnlyPane
        summary?.setActionsVisible(isOnlyPane)
        paintTools()
    }

    private var isShowing: Bool {
        guard several() == nil else { return false }
        if case .shown = model.phase { return true }
        return false
    }

    package func focusHeading() {
        if several() != nil, let summary {
            summary.heading.grabFocusForReading()
        } else if isShowing {
            body.focusTarget.grabFocusForReading()
        } else if !hasLoadingStatus || !loadingStatus.root.grabFocus() {
            back.grabFocus()
        }
    }

    package func prefetch(_ picture: PictureContent) {
        if isShowing { body.prefetch(picture) }
    }
    package func isValidFocus(_ focus: Handle) -> Bool {
        if several() != nil { return focus == summary?.heading }
        return isShowing ? body.isValidFocus(focus) : hasLoadingStatus && loadingStatus.root.contains(focus)
    }

    package func claimsKey(_ press: KeyPress) -> Bool { isShowing && body.claimsKey(press) }

    package var hasFailedPicture: Bool { isShowing && body.hasFailedPicture }

    package func findInText() -> Bool {
        guard isShowing else { return false }
        if model.document.phase == .absent {
            // There is nothing to find, and what is typed next is not meant for another search.
            gtk_widget_error_bell(root.widget)
            return true
        }
        guard model.document.phase.hasText else { return false }
        body.findInText()
        return true
    }

    /// Moves the focus to the note of an item as soon as it is shown.
    func editNote(of id: ItemID) {
        guard isShowing else { return }
        if body.hasPicture {
            view.isFullScreen = false
            if !view.showsInformation { view.toggleInformation() }
            paintTools()
        }
        body.editNote(of: id)
    }

    private func handleKey(_ press: KeyPress) -> Bool {
        isShowing && (body.handleKey(press) || goToNeighbor(press))
    }

    /// Goes to the previous or next picture of the list.
    private func goToNeighbor(_ press: KeyPress) -> Bool {
        let (left, right) = (
            press.isKey(GDK_KEY_Left, GDK_KEY_KP_Left), press.isKey(GDK_KEY_Right, GDK_KEY_KP_Right)
        )
        guard body.hasPicture, left || right, !press.hasCommandModifier else { return false }
        let isForward = right == (gtk_widget_get_direction(root.widget) != GTK_TEXT_DIR_RTL)
        return gtk_widget_activate_action_variant(
            root.widget, isForward ? "win.show-next" : "win.show-previous", nil) != 0
    }

    /// The actions of the item are in the text. When only this pane is visible, they are in a bar below it, so that they
    /// do not scroll away. Those of a picture are in the header bar while it has room for them.
    private func paintTools() {
        let hasPicture = isShowing && body.hasPicture
        let isFullScreen = hasPicture && view.isFullScreen
        if hasPicture {
            // A failure and what can be done about it must be seen.
            let showsPanel = view.showsInformation || body.hasNotice
            body.arrange(isFullScreen: isFullScreen, showsPanel: showsPanel && !isFullScreen)
            information.setSensitive(!body.hasNotice)
            sgz_accessible_set_pressed(information.raw, showsPanel ? 1 : 0)
            if showsPanel {
                gtk_widget_set_state_flags(information.widget, GTK_STATE_FLAG_CHECKED, 0)
            } else {
                gtk_widget_unset_state_flags(information.widget, GTK_STATE_FLAG_CHECKED)
            }
        }
        header.setVisible(!isFullScreen)
        let isInHeader = hasPicture && !isNarrowForPictures
        let hasBar = !isInHeader && (hasPicture || isOnlyPane)
        if hasBody { body.placeActions(in: isInHeader ? headerActions : hasBar ? bar : nil, asIcons: isInHeader) }
        headerActions.setVisible(isInHeader)
        bar.setVisible(isShowing && hasBar && !isFullScreen)
        information.setVisible(hasPicture)
        paintTitle()
    }

    /// The title says what the page shows once the name in the text has scrolled out.
    private func paintTitle() { title.showsOwnTitle = !isShowing || body.hasPicture || !body.showsName }

    private func paint() {
        defer { paintTools() }
        if let several = several() {
            let view = summary ?? makeSummary()
            view.show(several)
            return show(page: "several")
        }
        switch model.phase {
        case .none:
            let prompt = selectionPrompt()
            adw_status_page_set_icon_name(none.opaque, prompt?.icon)
            adw_status_page_set_description(none.opaque, prompt.map { Markup.escape($0.sentence) })
            show(page: "none")
        case .resolving(let reference, let progress):
            paint(reference, progress)
        case .shown(let details, let progress):
            let wasWaitedFor = hasLoadingStatus && loadingStatus.root.hasFocusInside
            body.show(details, progress, model.document, annotations: model.annotations.phase)
            show(page: "item")
            if wasWaitedFor { body.focusTarget.grabFocusForReading() }
        }
    }

    private func makeSummary() -> SelectionSummaryView {
        let view = SelectionSummaryView(run: runOnSelection)
        view.setActionsVisible(isOnlyPane)
        gtk_stack_add_named(content.opaque, view.root.widget, "several")
        summary = view
        return view
    }

    // MARK: Resolving a reference

    private func makeLoadingStatus() -> StatusView {
        let loadingStatus = StatusView()
        // Has the focus until the item is there.
        gtk_widget_set_focusable(loadingStatus.root.widget, 1)
        gtk_stack_add_named(content.opaque, loadingStatus.root.widget, "seeking")
        hasLoadingStatus = true
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
            model: model, pictures: pictures, documentPictures: documentPictures, signInState: signInState, links: links
        )
        gtk_stack_add_named(content.opaque, body.root.widget, "item")
        body.scrolled = { [weak self] in self?.paintTitle() }
        hasBody = true
        return body
    }

    private func show(page: String) {
        var parts = [("none", none)]
        if hasLoadingStatus { parts.append(("seeking", loadingStatus.root)) }
        if hasBody { parts.append(("item", body.root)) }
        if let summary { parts.append(("several", summary.root)) }
        // Screen readers find the children of a stack even if they are not its visible child.
        for (name, part) in parts where name == page { part.setVisible(true) }
        gtk_stack_set_visible_child_name(content.opaque, page)
        for (name, part) in parts where name != page { part.setVisible(false) }
    }
}
