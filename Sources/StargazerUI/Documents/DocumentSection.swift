import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// A document of an item with its heading, its progress and its failures.
@MainActor final class DocumentSection {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let scroll: Handle
    private let pictures: PictureStore
    private let documentPictures: DocumentPicturePolicy
    private let links: LinkHandlers
    private let signInState: @MainActor () -> SignInState
    private let tryAgain: @MainActor () -> Void
    let heading = Handle(adw_bin_new())
    /// The widget that has the focus while the user reads the text: Enter does nothing there.
    private let focus: Handle
    private let title = Handle(gtk_label_new(nil))
    private let age = Handle(gtk_label_new(nil))
    private let fullPage = Handle(gtk_button_new_from_icon_name("view-fullscreen-symbolic"))
    private let loadPictures = Handle(gtk_button_new())
    private let spinner = Handle(gtk_spinner_new())
    private let sentence = Handle(gtk_label_new(nil))
    private let action = Handle(gtk_button_new())
    private lazy var body = makeBody()
    private var received = Document(blocks: [])
    private var shown = Document(blocks: [])
    private var hasPictures = false
    private var load: @MainActor () -> Void = {}
    private var find: DocumentSearch?
    private var findObservation: Observe?
    private var run: (@MainActor () -> Void)?
    private var hasBody = false
    private var offersOwnPage = false

    /// - Parameters:
    ///   - scroll: the GtkScrolledWindow that contains the section.
    ///   - focus: the widget that has the focus while the user reads; nil for the heading.
    init(
        in scroll: Handle, focus: Handle? = nil, pictures: PictureStore, documentPictures: DocumentPicturePolicy,
        links: LinkHandlers,
        signInState: @escaping @MainActor () -> SignInState, tryAgain: @escaping @MainActor () -> Void
    ) {
        self.scroll = scroll
        self.focus = focus ?? heading
        self.pictures = pictures
        self.documentPictures = documentPictures
        self.links = links
        self.signInState = signInState
        self.tryAgain = tryAgain
        let head = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        sgz_accessible_set_role(heading.raw, GTK_ACCESSIBLE_ROLE_HEADING)
        gtk_widget_set_focusable(heading.widget, focus == nil ? 1 : 0)
        adw_bin_set_child(heading.cast(), title.widget)
        gtk_label_set_xalign(title.opaque, 0)
        gtk_widget_set_hexpand(heading.widget, 1)
        gtk_widget_set_margin_top(head.widget, focus == nil ? 0 : 12)
        head.append(heading)
        // On a page of its own, the title of the page says what the heading would. It stays for the focus and for
        // screen readers; without a size, these would not find it.
        for name in self.focus == heading ? ["hidden-heading"] : ["title-4"] { title.setClass(name, true) }
        for name in ["dim-label", "caption"] { age.setClass(name, true) }
        for part in [heading, age] { gtk_widget_set_valign(part.widget, GTK_ALIGN_CENTER) }
        head.append(age)
        head.append(spinner)
        for style in ["flat", "full-page"] { fullPage.setClass(style, true) }
        fullPage.setAccessibleName(DocumentText.fullPage)
        fullPage.setTooltip(DocumentText.fullPage)
        fullPage.setVisible(false)
        head.append(fullPage)
        root.append(head)
        gtk_button_set_label(loadPictures.cast(), DocumentText.loadPictures)
        gtk_widget_set_halign(loadPictures.widget, GTK_ALIGN_START)
        gtk_widget_set_margin_top(loadPictures.widget, 12)
        loadPictures.setVisible(false)
        root.append(loadPictures)
        sentence.setClass("dim-label", true)
        gtk_label_set_wrap(sentence.opaque, 1)
        gtk_label_set_xalign(sentence.opaque, 0)
        gtk_widget_set_margin_top(sentence.widget, 6)
        root.append(sentence)
        gtk_widget_set_halign(action.widget, GTK_ALIGN_START)
        gtk_widget_set_margin_top(action.widget, 12)
        root.append(action)
        Signals.connect(action, "clicked") { [weak self] in self?.run?() }
        Signals.connect(loadPictures, "clicked") { [weak self] in self?.load() }
    }

    /// - Parameters:
    ///   - savedDay: the day of a stored text, which shows while there is no newer one.
    ///   - names: the names above it, which the document need not repeat.
    func show(
        _ phase: DocumentPhase, savedDay: String?, kind: DocumentKind, of item: ItemID, below names: [String] = [],
        presentation: any CatalogPresentation
    ) {
        let words = presentation.labels(of: kind)
        root.setVisible(phase != .none)
        title.setLabel(words.heading)
        heading.setAccessibleName(words.heading)
        age.setLabel(savedDay.map(DocumentText.saved) ?? "")
        age.setVisible(savedDay != nil)
        let before = received
        if case .shown(let document) = phase { received = document } else { received = Document(blocks: []) }
        if received != before {
            shown = received.withoutTitle(names)
            hasPictures = shown.hasPictures
        }
        let showsOwnPage = offersOwnPage && phase.hasText
        // A button that goes away must not keep the focus.
        if !showsOwnPage, gtk_widget_is_focus(fullPage.widget) != 0 { focusForReading(keepingScrollPosition: true) }
        fullPage.setVisible(showsOwnPage)
        offerPictures(in: kind, of: item)
        find?.search(in: shown)
        let isSlow = phase == .loading(isSlow: true)
        spinner.setVisible(isSlow)
        gtk_spinner_set_spinning(spinner.opaque, isSlow ? 1 : 0)
        switch phase {
        case .none: showMessage(nil)
        case .loading:
            showMessage(nil)
            root.setVisible(isSlow)
        case .absent:
            showMessage(words.none)
            root.setVisible(words.none != nil)
        case .failed(let failure): showMessage(failure, presentation)
        case .shown:
            let isEmpty = shown.blocks.isEmpty
            body.show(shown)
            if shown.isUnformatted || shown.isCut {
                let text = shown.isUnformatted ? DocumentText.unformatted : DocumentText.truncated
                showMessage(text, label: DocumentText.openInBrowser) { [weak self] in
                    guard let self else { return }
                    Actions.activate("win.open-in-browser", from: self.root)
                }
            } else {
                showMessage(isEmpty ? DocumentText.empty : nil)
            }
        }
        if hasBody {
            gtk_box_reorder_child_after(root.cast(), sentence.widget, body.root.widget)
            gtk_box_reorder_child_after(root.cast(), action.widget, sentence.widget)
            // Above the source, because it explains why the text is unformatted.
            if shown.isUnformatted { gtk_box_reorder_child_after(root.cast(), body.root.widget, action.widget) }
            if case .shown = phase {} else { body.show(Document(blocks: [])) }
        }
    }

    /// Loads the pictures, or offers to load them.
    private func offerPictures(in kind: DocumentKind, of item: ItemID) {
        let areLoaded = documentPictures.areLoaded(in: kind, of: item)
        load = { [documentPictures] in documentPictures.load(in: kind, of: item) }
        // A button that disappears must not keep the focus.
        if areLoaded, gtk_widget_is_focus(loadPictures.widget) != 0 {
            focusForReading(keepingScrollPosition: true)
        }
        loadPictures.setVisible(hasPictures && !areLoaded)
        if hasPictures { body.permission.isGranted = areLoaded }
    }

    /// Connects a find bar: highlights its matches and scrolls to the current one.
    func connect(_ bar: FindBar) {
        find = bar.model
        bar.model.search(in: shown)
        findObservation = Observe { [weak self, model = bar.model] in
            let (matches, current) = (model.matches, model.current)
            guard let self, self.hasBody else { return }
            self.body.mark(matches, current: current)
        }
    }

    /// Moves the focus from a control to the text.
    /// - Parameter keepingScrollPosition: does not scroll, even if the widget with the focus is off screen.
    func focusForReading(keepingScrollPosition: Bool) {
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        let place = gtk_adjustment_get_value(adjustment)
        focus.grabFocusForReading()
        if keepingScrollPosition { gtk_adjustment_set_value(adjustment, place) }
    }

    /// Shows the button that opens the document on its own page.
    func offerFullPage(_ go: @escaping @MainActor () -> Void) {
        offersOwnPage = true
        Signals.connect(fullPage, "clicked", go)
    }

    private func showMessage(_ text: String?, label: String? = nil, _ run: (@MainActor () -> Void)? = nil) {
        sentence.setVisible(text != nil)
        sentence.setLabel(text ?? "")
        self.run = run
        action.setVisible(label != nil)
        if let label { gtk_button_set_label(action.cast(), label) }
    }

    private func showMessage(_ failure: FailureContent, _ presentation: any CatalogPresentation) {
        let wording = FailureText.wording(of: failure, signInState: signInState(), presentation: presentation)
        let text = [FailureText.line(wording), wording.code.map(FailureText.code)]
        let first = wording.actions.first
        showMessage(JoinText.sentences(text.compactMap(\.self)), label: first.map(FailureText.label)) { [weak self] in
            guard let self, let first else { return }
            FailureActions.run(first, from: root, tryAgain: tryAgain)
        }
    }

    private func makeBody() -> DocumentBody {
        hasBody = true
        let body = DocumentBody(
            in: scroll, headingStep: focus == heading ? 0 : 1, pictures: pictures,
            copy: { [links] in links.copy($0, DocumentText.codeCopied) },
            follow: { [links] target, widget in
                switch target {
                case .web(let address): Browser.open(address, from: widget, failed: links.noBrowser)
                case .mail(let address): Browser.write(to: address, from: widget, failed: links.noBrowser)
                case .anchor: break
                }
            })
        gtk_widget_set_margin_top(body.root.widget, 6)
        root.append(body.root)
        return body
    }
}
