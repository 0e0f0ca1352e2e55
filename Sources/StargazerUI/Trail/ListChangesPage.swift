import CStargazer
import GtkBridge
import StargazerCore

/// The page of who is new in a list and who left it: what it would take to look, how far that has come, and then the two
/// of them under each other.
@MainActor final class ListChangesPage: TrailView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let model: ListChangesViewModel
    private let pictures: PictureStore
    private let standing: @MainActor () -> AccountStanding
    private let links: DetailLinks
    private let title: Breadcrumb
    private let header = Handle(adw_header_bar_new())
    private let back = Handle(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private let content = Handle(gtk_stack_new())
    private let status = StatusView()
    private let lists = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let scroller = Handle(gtk_scrolled_window_new())
    private var faces: [PictureView] = []
    private var firstList: Handle?
    private var paintedStatus: String?
    /// The page was gone to before there was anything to do on it.
    private var wantsFocus = false
    private var painted: ListChangesContent?
    private var observation: Observe?

    init(
        model: ListChangesViewModel, pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        links: DetailLinks, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.pictures = pictures
        self.standing = standing
        self.links = links
        title = Breadcrumb(titles)
        gtk_widget_set_size_request(root.widget, 340, -1)
        root.setAccessibleName("\(ListChangesText.title), \(model.origin.cleanTitle)")
        back.setAccessibleName(DetailsText.back)
        back.setTooltip(DetailsText.back)
        gtk_actionable_set_action_name(back.opaque, "win.go-back")
        adw_header_bar_pack_start(header.opaque, back.widget)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        gtk_widget_set_vexpand(content.widget, 1)
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        gtk_stack_add_named(content.opaque, makeScroller().widget, "lists")
        for part in [header, content] { root.append(part) }
        observation = Observe { [weak self] in self?.paint() }
    }

    func place(isAlone: Bool, depth: Int) {
        title.isWhole = !isAlone
        adw_header_bar_set_show_start_title_buttons(header.opaque, isAlone ? 1 : 0)
    }

    func focusHeading() {
        let row = painted != nil && paintedStatus == nil ? firstList?.children.first : nil
        let control = row ?? status.firstAction
        wantsFocus = control == nil
        (control ?? back).grabFocus()
    }

    func isHome(_ focus: Handle) -> Bool { scroller.contains(focus) || status.root.contains(focus) || focus == back }

    private func makeScroller() -> Handle {
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let clamp = Handle(adw_clamp_new())
        for set in [
            gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
            gtk_widget_set_margin_bottom,
        ] { set(lists.widget, 18) }
        adw_clamp_set_child(clamp.opaque, lists.widget)
        gtk_scrolled_window_set_child(scroller.opaque, clamp.widget)
        return scroller
    }

    // MARK: Painting

    private func paint() {
        switch model.phase {
        case .reading: say("reading", icon: nil, ListChangesText.title, "", [])
        case .ready(let last):
            say(
                "ready", icon: "system-users-symbolic", ListChangesText.title,
                ListChangesText.ready(last: last, requests: model.requests), [look(ListChangesText.look)])
        case .looking(let came, let about):
            say(
                "looking", icon: "system-users-symbolic", ListChangesText.looking,
                ListChangesText.progress(came: came, about: about),
                [.init(label: ListChangesText.cancel) { [weak model] in model?.cancel() }])
        case .tooLong(let needed, let left):
            say(
                "tooLong", icon: "dialog-information-symbolic", ListChangesText.tooLongHeading,
                TrailText.tooLong(needed: needed, left: left), [look(FailureText.tryAgain)])
        case .failed(let failure):
            let wording = FailureText.wording(
                of: failure, standing: standing(), face: CatalogFaces.every[model.origin.id.catalog])
            say(
                "failed \(wording.heading)", icon: wording.icon, wording.heading, wording.sentence,
                FailureActions.buttons(of: wording, from: root) { [weak model] in model?.look() })
        case .shown(let changes): paint(changes)
        }
    }

    private func look(_ label: String) -> StatusView.Action {
        .init(label: label, isSuggested: true) { [weak model] in model?.look() }
    }

    /// - Parameter key: what is said; the same is not said again, so that its buttons stay.
    private func say(
        _ key: String, icon: String?, _ heading: String, _ sentence: String, _ actions: [StatusView.Action]
    ) {
        let hadFocus = hasFocus
        if paintedStatus != key {
            status.show(icon: icon, heading: heading, sentence: sentence, actions: actions)
            paintedStatus = key
        } else {
            status.retell(sentence: sentence)
        }
        gtk_stack_set_visible_child_name(content.opaque, "status")
        // The button that was pressed is gone with what it was for.
        if hadFocus, !content.hasFocusInside { focusHeading() }
    }

    /// The focus is where something was pressed, or waits for something to press.
    private var hasFocus: Bool { content.hasFocusInside || wantsFocus && root.hasFocusInside }

    private func paint(_ changes: ListChangesContent) {
        guard let last = changes.last else {
            return say(
                "remembered", icon: "object-select-symbolic", ListChangesText.remembered(changes.total),
                ListChangesText.rememberedSentence, [])
        }
        guard painted != changes else { return }
        painted = changes
        paintedStatus = nil
        let hadFocus = hasFocus
        lists.removeChildren()
        faces = []
        firstList = nil
        lists.append(label(ListChangesText.summary(changes, last: last), ["dim-label", "caption"]))
        add(ListChangesText.new, changes.new, none: ListChangesText.nobodyNew)
        add(ListChangesText.left, changes.left, none: ListChangesText.nobodyLeft)
        gtk_stack_set_visible_child_name(content.opaque, "lists")
        if hadFocus { focusHeading() }
    }

    private func add(_ name: String, _ part: ListChangesContent.Part, none: String) {
        let heading = label(ListChangesText.heading(name, part), ["heading"])
        gtk_widget_set_margin_top(heading.widget, 6)
        lists.append(heading)
        guard !part.rows.isEmpty else { return lists.append(label(none, ["dim-label"])) }
        let list = Handle(gtk_list_box_new())
        list.setClass("boxed-list", true)
        list.setAccessibleName(name)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        for item in part.rows { gtk_list_box_append(list.opaque, row(of: item).widget) }
        Signals.connect(list, "row-activated") { [weak self] (row: Handle?) in
            guard let self, let row else { return }
            let index = Int(gtk_list_box_row_get_index(row.cast()))
            guard part.rows.indices.contains(index), let item = self.model.item(for: part.rows[index].id) else {
                return
            }
            self.links.go(item)
        }
        lists.append(list)
        firstList = firstList ?? list
        let rest = part.count.number - part.rows.count
        if rest > 0 { lists.append(label(ListChangesText.more(rest), ["dim-label", "caption"])) }
    }

    private func row(of item: ItemContent) -> Handle {
        let row = Handle(adw_action_row_new())
        // The row reads markup.
        adw_preferences_row_set_title(row.cast(), Markup.escape(item.name))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(item.aside))
        adw_action_row_set_title_lines(row.cast(), 1)
        row.setAccessibleName(item.title)
        gtk_list_box_row_set_activatable(row.cast(), 1)
        let avatar = Handle(adw_avatar_new(32, nil, 1))
        adw_action_row_add_prefix(row.cast(), avatar.widget)
        let face = PictureView(avatar, pictures: pictures)
        face.show(item.picture)
        faces.append(face)
        return row
    }

    private func label(_ text: String, _ styles: [String]) -> Handle {
        let label = Handle(gtk_label_new(text))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        for style in styles { label.setClass(style, true) }
        return label
    }
}
