import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The content of the details page below its header bar: a large picture, or none, and what is known about the item.
/// It is created with the first item, because it would otherwise only cost memory and time at startup.
@MainActor final class DetailsBody {
    let root: Handle
    /// The widget that has the focus while the user reads the details: Enter does nothing there.
    let heading: Handle
    let actions: DetailActions
    /// Called when `showsName` may have changed.
    var scrolled: @MainActor () -> Void = {}
    private let scroll: Handle
    private let signInState: @MainActor () -> SignInState
    private let tryAgain: @MainActor () -> Void
    private let links: LinkHandlers
    private let ui: UIBuilder
    private let avatar: PictureView
    private let picture: LargePicture
    private let subtitle: FactGroup
    private let accountNote: FactGroup
    private let blocks: DetailBlocksView
    private let annotations: AnnotationsView
    private let moreFacts: MoreFacts
    private var find: FindBar?
    private let makeDocument: @MainActor () -> DocumentSection
    private var document: DocumentSection?
    /// Created with the first item that is gone.
    private lazy var goneNotice = makeGoneNotice()
    private var hasGoneNotice = false
    private let remove: @MainActor () -> Void
    /// The parts that may get lower when the details arrive.
    private let rooms: [KeptHeight]
    private var noticeLink: String?
    private var noticeAction: FailureWording.Action?
    private var paintedID: ItemID?
    /// Whether the text may show, because nothing above it is missing.
    private var hasText = false
    private var hasFailed = false

    /// The least width of the title next to the avatar and of facts in two columns, at the usual text size. With larger
    /// text and in less room they are below each other, so that their words are not broken.
    private static let leastWidthOfColumns: Int32 = 270
    private static let (avatar, largeAvatar): (Int32, Int32) = (72, 96)

    /// - Parameter model: the item's details, without the phases: `show` gets them.
    init(
        model: DetailsViewModel, pictures: PictureStore, documentPictures: DocumentPicturePolicy,
        signInState: @escaping @MainActor () -> SignInState, links: LinkHandlers
    ) {
        self.signInState = signInState
        self.links = links
        tryAgain = { [weak model] in model?.tryAgain() }
        remove = { [weak model] in model?.toggleFavorite() }
        ui = UIBuilder(PackageResources.DetailsBody_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        scroll = ui["scroll"]
        scroll.setAccessibleName(DetailsText.name)
        heading = ui["heading"]
        heading.makeReadable()
        rooms = [ui["header"], ui["blocks"]].map(KeptHeight.init)
        avatar = PictureView(ui["avatar"], pictures: pictures)
        picture = LargePicture(pictures: pictures)
        gtk_box_prepend(root.cast(), picture.root.widget)
        sgz_picture_layout_apply(root.raw)
        let openDocument = { @MainActor [weak model, links] (document: DocumentKind) -> Void in
            if let item = model?.item { links.openDocument(document, item) }
        }
        let open: FactOpener = { [weak model, links] target, link in
            switch target {
            case .web(let address): Browser.open(address, from: link, failed: links.noBrowser)
            case .item(let item): links.openItem(item)
            case .search(let words): Actions.activate("win.search-for", words, from: link)
            case .document(let kind): openDocument(kind)
            case .favorites(let query): links.openFavorites(query)
            case .action(let name): Actions.activate(name, from: link)
            case .relation(let kind): if let item = model?.item { links.openRelation(kind, item) }
            }
        }
        subtitle = FactGroup(.line, open: open)
        ui["subtitle"].append(subtitle.root)
        accountNote = FactGroup(.line, open: open)
        ui["account-note"].append(accountNote.root)
        blocks = DetailBlocksView(box: ui["blocks"], open: open)
        annotations = AnnotationsView(model.annotations)
        gtk_box_insert_child_after(ui["body"].cast(), annotations.root.widget, ui["blocks"].widget)
        moreFacts = MoreFacts(open: open)
        gtk_box_insert_child_after(ui["body"].cast(), moreFacts.root.widget, annotations.root.widget)
        let actions = DetailActions(
            toggleFavorite: { [weak model] in model?.toggleFavorite() }, getIt: GetItButton(model, links),
            copy: links.copy)
        self.actions = actions
        picture.loaded = { [weak model] in model?.retry(after: .connected) }
        picture.failureChanged = { [weak actions] in actions?.setPictureAvailable(!$0) }
        makeDocument = { [scroll, heading, weak model] in
            let section = DocumentSection(
                in: scroll, focus: heading, pictures: pictures, documentPictures: documentPictures, links: links,
                signInState: signInState, tryAgain: { model?.document.tryAgain() })
            section.offerFullPage { openDocument(.readme) }
            return section
        }
        ui["missing-sentence"].setLabel(DetailsText.notLoaded)
        // The actions may move while GTK lays out, and a box keeps the request mode that it had without them.
        sgz_column_layout_apply(ui["actions"].raw, 0)
        placeActions(in: nil, asIcons: false)
        // In another width, the text has other heights. They must not change while GTK lays out.
        Signals.connect(Handle(gtk_scrolled_window_get_hadjustment(scroll.opaque)), "notify::page-size") {
            [weak self] in
            Task { [weak self] in self?.widthChanged() }
        }
        Signals.connect(Handle(gtk_scrolled_window_get_vadjustment(scroll.opaque)), "value-changed") { [weak self] in
            self?.scrolled()
        }
        Signals.connect(ui["notice-action"], "clicked") { [weak self] in self?.noticeActionClicked() }
        Signals.connect(ui["load"], "clicked") { [weak model] in
            if let item = model?.item { model?.open(item) }
        }
    }

    /// Moves the actions into a bar of the page, or into the text.
    func placeActions(in bar: Handle?, asIcons: Bool) {
        actions.move(to: bar ?? ui["actions"], asIcons: asIcons)
        ui["actions"].setVisible(bar == nil)
    }

    func show(
        _ details: DetailsContent, _ progress: DetailsProgress, _ text: DocumentViewModel,
        annotations phase: AnnotationsPhase
    ) {
        let isNew = paintedID != details.id
        paintedID = details.id
        if isNew { hasFailed = false }
        // Late parts must not move up what is below them. Nothing more arrives for an item that is gone.
        let keepsHeights = !isNew && !progress.isGone(details.item)
        for room in rooms { room.keep(keepsHeights) }
        paint(details, isLoading: !details.isComplete && progress.isLoading)
        paint(progress, of: details.item, refusal: details.refusal)
        paint(age: details.cacheAge, progress)
        let topics = CatalogPresentations.registered[details.id].topics(of: details)
        let annotate = { [annotations] in annotations.show(phase, topics: topics) }
        if isNew { annotate() } else { keepingTextInPlace(annotate) }
        // The text would move when more facts arrive above it. Once it is there, it stays.
        if isNew { hasText = false }
        if !hasText {
            hasText =
                phase != .loading && !details.awaitsOwnedFavorites
                && (details.isComplete || !progress.isLoading || text.isStoredTextOverdue)
        }
        paint(hasText ? text.phase : .none, savedDay: text.savedDay, of: details)
        if isNew {
            find?.close()
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroll.opaque), 0)
        }
        let mayGrow = progress.isLoading || details.awaitsSupplements
        if keepsHeights, !mayGrow, isAtTop { for room in rooms { room.giveBack() } }
    }

    /// Whether the name is on the screen, or would be if the text were at its top.
    var showsName: Bool {
        var place = graphene_rect_t()
        guard showsPanel, gtk_widget_compute_bounds(heading.widget, ui["body"].widget, &place) != 0 else {
            return false
        }
        let bottom = Double(place.origin.y + place.size.height)
        return gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroll.opaque)) <= bottom
    }

    private var isAtTop: Bool { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroll.opaque)) == 0 }

    /// Scrolls by the change of the annotations' height if they are above the screen, so that the text stays in place.
    private func keepingTextInPlace(_ change: () -> Void) {
        var above = graphene_rect_t()
        // A widget that has not been laid out has no width, and cannot be measured.
        guard hasText, gtk_widget_compute_bounds(ui["blocks"].widget, scroll.widget, &above) != 0,
            above.size.width > 0, above.origin.y + above.size.height <= 0
        else { return change() }
        let before = heightOfAnnotations
        change()
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + heightOfAnnotations - before)
    }

    /// The height of the tags and the note with the space above them; 0 while there are none.
    private var heightOfAnnotations: Double {
        guard gtk_widget_get_visible(annotations.root.widget) != 0 else { return 0 }
        var height: Int32 = 0
        let width = gtk_widget_get_width(ui["blocks"].widget)
        gtk_widget_measure(annotations.root.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        return Double(height + gtk_box_get_spacing(ui["body"].cast()))
    }

    private func widthChanged() {
        for room in rooms { room.keep(false) }
        let width = gtk_widget_get_width(ui["header"].widget)
        guard width > 0 else { return }
        let isNarrow = width < sgz_room_for_text(Self.leastWidthOfColumns)
        gtk_orientable_set_orientation(
            ui["header"].opaque, isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        gtk_widget_set_halign(ui["avatar"].widget, isNarrow ? GTK_ALIGN_START : GTK_ALIGN_FILL)
        blocks.isNarrow = isNarrow
        moreFacts.isStacked = isNarrow
    }

    /// Whether a failure shows, or that the server no longer has the item.
    var hasNotice: Bool {
        gtk_widget_get_visible(ui["notice"].widget) != 0
            || hasGoneNotice && gtk_widget_get_visible(goneNotice.root.widget) != 0
    }
    var hasPicture: Bool { gtk_widget_get_visible(picture.root.widget) != 0 }
    var hasFailedPicture: Bool { picture.hasFailed }

    /// Whether the panel of text is visible. Without a picture, it always is.
    var showsPanel: Bool {
        get { gtk_widget_get_visible(ui["panel"].widget) != 0 }
        set { ui["panel"].setVisible(newValue) }
    }

    func editNote(of id: ItemID) { annotations.editNote(of: id) }

    /// Opens the find bar of the README above the scrolled content.
    func findInText() {
        let bar = find ?? FindBar()
        if find == nil, let document {
            gtk_box_prepend(ui["panel"].cast(), bar.root.widget)
            document.connect(bar)
            bar.closed = { [weak document] in document?.focusForReading(keepingScrollPosition: $0) }
        }
        find = bar
        bar.open()
    }

    func claimsKey(_ press: KeyPress) -> Bool { picture.claimsKey(press) }

    /// Handles a key that no other widget of the details handled.
    func handleKey(_ press: KeyPress) -> Bool {
        if picture.handleKey(press) { return true }
        return ScrollKeys.handle(press, scrolling: scroll, fromHeading: gtk_widget_is_focus(heading.widget) != 0)
    }

    func isValidFocus(_ focus: Handle) -> Bool { focus == focusTarget }

    /// The heading, or the picture while nothing else is visible.
    var focusTarget: Handle { hasPicture && !showsPanel ? picture.focusTarget : heading }

    func prefetch(_ content: PictureContent) { picture.prefetch(content) }

    /// Shows a picture on the whole screen, or next to the panel if `showsPanel` is true.
    func arrange(isFullScreen: Bool, showsPanel: Bool) {
        guard isFullScreen != picture.isFullScreen || showsPanel != self.showsPanel else { return }
        let hadFocus = ui["panel"].hasFocusInside || picture.focusTarget.hasFocusInside
        // GTK would move the focus anywhere before the picture can take it.
        gtk_widget_set_focusable(picture.focusTarget.widget, showsPanel ? 0 : 1)
        if hadFocus, !showsPanel { picture.focusTarget.grabFocus() }
        self.showsPanel = showsPanel
        picture.isFullScreen = isFullScreen
        if hadFocus, showsPanel { heading.grabFocusForReading() }
    }

    /// - Parameter isLoading: whether more facts are about to arrive, for which there must be room.
    private func paint(_ details: DetailsContent, isLoading: Bool) {
        let item = details.item
        let presentation = CatalogPresentations.registered[details.id]
        let large = presentation.largePicture(of: details)
        picture.show(
            large, preview: item.picture, fullSizePicture: item.fullSizePicture, reference: item.pictureReference)
        if large == nil { showsPanel = true }
        ui["panel"].setClass("picture-panel", large != nil)
        ui["avatar"].setVisible(large == nil)
        if large == nil { avatar.show(item.picture) }
        adw_avatar_set_size(ui["avatar"].opaque, presentation.hasQuietStar ? Self.largeAvatar : Self.avatar)
        ui["name"].setLabel(item.name)
        heading.setAccessibleName(item.name)
        let mayCome = isLoading && large == nil && !presentation.hasSummaryInLists
        ui["summary"].setLabel(details.summary.isEmpty && mayCome ? "\u{A0}" : details.summary)
        ui["summary"].setVisible(!details.summary.isEmpty || mayCome)
        subtitle.show(presentation.subtitle(of: details))
        blocks.show(presentation.allBlocks(of: details))
        moreFacts.show(presentation.moreFacts(of: details))
        actions.show(details, presentation)
        let account = presentation.accountAction(of: item)
        let note = account.flatMap { offer in offer.note.map { Fact(label: "", text: $0) } }
        let change = account?.change.map { Fact(label: "", text: $0.label, target: .action($0.action)) }
        accountNote.show(note == nil ? [] : [note, change].compactMap(\.self))
        ui["account-note"].setVisible(note != nil)
    }

    /// Creates the section with the first document.
    private func paint(_ text: DocumentPhase, savedDay: String?, of item: DetailsContent) {
        guard text != .none || document != nil else { return }
        let section = document ?? makeDocument()
        if document == nil { ui["body"].append(section.root) }
        document = section
        section.show(
            text, savedDay: savedDay, kind: .readme, of: item.id, below: [item.item.name, item.item.title],
            presentation: CatalogPresentations.registered[item.id.catalog])
    }

    private func makeGoneNotice() -> GoneNotice {
        let notice = GoneNotice { [weak self] in
            // The button goes, and must not take the focus along.
            self?.heading.grabFocusForReading()
            self?.remove()
        }
        gtk_box_insert_child_after(ui["body"].cast(), notice.root.widget, ui["notice"].widget)
        hasGoneNotice = true
        return notice
    }

    private func paint(_ progress: DetailsProgress, of item: ItemContent, refusal: FailureContent?) {
        // The network works again.
        if hasFailed, progress == .loaded { picture.tryAgainIfFailed() }
        if case .failed = progress { hasFailed = true } else if !progress.isLoading { hasFailed = false }
        let isSlow = progress == .loading(isSlow: true)
        ui["spinner"].setVisible(isSlow)
        gtk_spinner_set_spinning(ui["spinner"].opaque, isSlow ? 1 : 0)
        let isGone = progress.isGone(item)
        if isGone { goneNotice.show(item) } else if hasGoneNotice { goneNotice.root.setVisible(false) }
        ui["missing"].setVisible(progress == .skipped && !isGone)
        var failure = refusal
        if case .failed(let content) = progress { failure = content }
        guard let failure, !isGone else {
            ui["notice"].setVisible(false)
            return
        }
        var wording = FailureText.wording(
            of: failure, signInState: signInState(),
            presentation: paintedID.map { CatalogPresentations.registered[$0.catalog] })
        if failure == refusal {
            wording.sentence = JoinText.sentences([FailureText.readSignedOut, wording.sentence])
            wording.actions = []
        }
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

    /// Shows the age of the cached details; hidden while a quick response may replace it, or when a notice says it.
    private func paint(age: String?, _ progress: DetailsProgress) {
        let isSaid = progress == .loaded || progress == .loading(isSlow: true)
        ui["age"].setLabel(age.map(FailureText.cachedContentNote) ?? "")
        ui["age"].setVisible(age != nil && isSaid)
    }

    private func noticeActionClicked() {
        if let noticeLink { return Browser.open(noticeLink, from: root, failed: links.noBrowser) }
        if let noticeAction { FailureActions.run(noticeAction, from: root, tryAgain: tryAgain) }
    }
}

/// The height that a part of the details keeps while more may arrive, so that nothing below it jumps.
@MainActor private final class KeptHeight {
    private let box: Handle
    private var animation: GObjectRef?

    /// The time that the part below takes to move up, in milliseconds.
    private static let duration: UInt32 = 200

    init(_ box: Handle) { self.box = box }

    /// - Parameter keeps: false for a part that has the height of its content.
    func keep(_ keeps: Bool) {
        if let animation { adw_animation_pause(animation.cast()) }
        animation = nil
        let width = gtk_widget_get_width(box.widget)
        gtk_widget_set_size_request(box.widget, -1, keeps && width > 0 ? height(width) : -1)
    }

    /// Gives back the room of what did not come.
    func giveBack() {
        let width = gtk_widget_get_width(box.widget)
        guard width > 0 else { return }
        let before = height(width)
        gtk_widget_set_size_request(box.widget, -1, -1)
        let after = height(width)
        guard after < before else { return }
        gtk_widget_set_size_request(box.widget, -1, before)
        // libadwaita complains when the object of a property's target ends before the target. An animation ends with its
        // widget, so the callback finds the box alive.
        let target = adw_callback_animation_target_new(
            { height, box in
                guard let box else { return }
                gtk_widget_set_size_request(box.assumingMemoryBound(to: GtkWidget.self), -1, Int32(height))
            }, box.raw, nil)
        let new = GObjectRef(
            adopting: Handle(adw_timed_animation_new(box.widget, Double(before), Double(after), Self.duration, target)))
        animation = new
        adw_animation_play(new.cast())
    }

    private func height(_ width: Int32) -> Int32 {
        var height: Int32 = 0
        gtk_widget_measure(box.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        return height
    }
}

extension DetailsProgress {
    /// Whether the server does not have the item: it said so now, or earlier and nothing else since.
    fileprivate func isGone(_ item: ItemContent) -> Bool {
        switch self {
        case .failed(let content): content.failure == .gone
        case .preview, .skipped, .loading: item.isGone
        case .loaded: false
        }
    }
}

/// The line about an item that its server no longer has: removes the favorite, and searches the catalog for its name.
@MainActor private final class GoneNotice {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let label = Handle(gtk_label_new(nil))
    private let remove = Handle(gtk_button_new_with_label(RowText.remove))
    private let search = Handle(gtk_button_new_with_label(DetailsText.searchForName))
    private var name = ""

    init(remove removeItem: @escaping @MainActor () -> Void) {
        for style in ["card", "notice"] { root.setClass(style, true) }
        sgz_wrap_layout_apply(root.raw, 12)
        Banner.wrap(label)
        let buttons = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        [remove, search].forEach { buttons.append($0) }
        gtk_widget_set_valign(buttons.widget, GTK_ALIGN_CENTER)
        [label, buttons].forEach { root.append($0) }
        Signals.connect(remove, "clicked", removeItem)
        Signals.connect(search, "clicked") { [weak self] in
            if let self { Actions.activate("win.search-for", name, from: root) }
        }
    }

    func show(_ item: ItemContent) {
        name = item.name
        label.setLabel(CatalogPresentations.registered[item.id].gone.statement)
        remove.setVisible(item.isFavorite)
        remove.setTooltip(StarText.effect(of: item))
        root.setVisible(true)
    }
}
