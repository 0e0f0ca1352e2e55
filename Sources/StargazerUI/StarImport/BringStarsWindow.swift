import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The dialog that brings a user's public stars: a username, who that is, and one button.
@MainActor final class BringStarsWindow {
    private let window = Handle(adw_window_new())
    private let model: BringStarsViewModel
    private let entry = Handle(gtk_entry_new())
    private let message = Handle(gtk_label_new(nil))
    private let spinner = Handle(gtk_spinner_new())
    private let owner = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let avatar: PictureView
    private let name = Handle(gtk_label_new(nil))
    private let summary = Handle(gtk_label_new(nil))
    private let notes = Handle(gtk_label_new(nil))
    private let button = Handle(gtk_button_new())
    private let updater: StarListUpdater?
    private let kept = Handle(gtk_label_new(nil))
    private let stop = Handle(gtk_button_new_with_label(BringStarsText.stopUpdating))
    private let began: @MainActor () -> Void
    private var observation: Observe?

    private static let width: Int32 = 400
    private static let avatarSize: Int32 = 48

    /// - Parameters:
    ///   - updater: tells whose list is kept in step.
    ///   - began: called when the stars begin to come, after the window has closed.
    static func show(
        over parent: Handle, model: BringStarsViewModel, updater: StarListUpdater?, pictures: PictureStore,
        began: @escaping @MainActor () -> Void
    ) {
        let controller = BringStarsWindow(
            over: parent, model: model, updater: updater, pictures: pictures, began: began)
        WidgetController.attach(controller, to: controller.window)
        gtk_window_present(controller.window.cast())
    }

    private init(
        over parent: Handle, model: BringStarsViewModel, updater: StarListUpdater?, pictures: PictureStore,
        began: @escaping @MainActor () -> Void
    ) {
        self.model = model
        self.updater = updater
        self.began = began
        let picture = Handle(adw_avatar_new(Self.avatarSize, "", 1))
        let frame = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_set_valign(frame.widget, GTK_ALIGN_CENTER)
        frame.append(picture)
        owner.append(frame)
        avatar = PictureView(picture, pictures: pictures)
        gtk_window_set_title(window.cast(), BringStarsText.title)
        gtk_window_set_modal(window.cast(), 1)
        gtk_window_set_default_size(window.cast(), Self.width, -1)
        SecondaryWindow.prepare(window, over: parent)
        assemble()
        connect()
        gtk_editable_set_text(entry.opaque, model.text)
        observation = Observe { [weak self] in self?.paint() }
        entry.grabFocus()
    }

    private func assemble() {
        let header = Handle(adw_header_bar_new())
        header.setClass("flat", true)
        let sentence = Handle(gtk_label_new(BringStarsText.sentence))
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        for label in [name, summary] { texts.append(label) }
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(texts.widget, 1)
        owner.append(texts)
        name.setClass("heading", true)
        for label in [summary, sentence] { label.setClass("dim-label", true) }
        for label in [notes, kept] { for style in ["caption", "dim-label"] { label.setClass(style, true) } }
        for style in ["caption", "error"] { message.setClass(style, true) }
        for label in [name, summary, sentence, notes, message, kept] {
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_xalign(label.opaque, 0)
        }
        entry.setAccessibleName(BringStarsText.username)
        gtk_entry_set_placeholder_text(entry.cast(), BringStarsText.placeholder)
        spinner.setAccessibleName(BringStarsText.looking)
        for style in ["suggested-action", "pill"] { button.setClass(style, true) }
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        gtk_widget_set_hexpand(kept.widget, 1)
        gtk_widget_set_valign(stop.widget, GTK_ALIGN_CENTER)
        for style in ["caption", "flat"] { stop.setClass(style, true) }
        for part in [kept, stop] { line.append(part) }
        for part in [sentence, entry, message, spinner, owner, notes, button, line] { box.append(part) }
        gtk_widget_set_margin_top(button.widget, 6)
        gtk_widget_set_margin_top(box.widget, 6)
        gtk_widget_set_margin_bottom(box.widget, 24)
        gtk_widget_set_margin_start(box.widget, 18)
        gtk_widget_set_margin_end(box.widget, 18)
        let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for part in [header, box] { root.append(part) }
        adw_window_set_content(window.cast(), root.widget)
    }

    private func connect() {
        Signals.connect(entry, "changed") { [weak self] in
            guard let self else { return }
            self.model.nameChanged(String(cString: gtk_editable_get_text(self.entry.opaque)))
        }
        Signals.connect(entry, "activate") { [weak self] in self?.submit() }
        Signals.connect(button, "clicked") { [weak self] in self?.submit() }
        Signals.connect(stop, "clicked") { [weak self] in
            self?.updater?.stopUpdating()
            self?.entry.grabFocus()
        }
    }

    private func submit() {
        guard model.submit() else { return }
        let began = began
        gtk_window_close(window.cast())
        began()
    }

    private func paint() {
        let phase = model.phase
        gtk_button_set_label(button.cast(), BringStarsText.action(phase))
        button.setSensitive(model.canSubmit)
        let isLooking = phase == .looking
        spinner.setVisible(isLooking)
        gtk_spinner_set_spinning(spinner.opaque, isLooking ? 1 : 0)
        show(error: error(in: phase))
        let login = updater?.login
        for part in [kept, stop] { part.setVisible(login != nil) }
        kept.setLabel(login.map(BringStarsText.kept) ?? "")
        defer { fitHeight() }
        guard case .found(let content) = phase else {
            for part in [owner, notes] { part.setVisible(false) }
            return
        }
        owner.setVisible(true)
        avatar.show(PictureContent(url: content.avatarURL, name: content.name ?? content.login))
        name.setLabel(content.name ?? content.login)
        summary.setLabel(BringStarsText.summary(content))
        let text = BringStarsText.notes(content)
        notes.setLabel(text)
        notes.setVisible(!text.isEmpty)
        entry.setAccessibleDescription(
            JoinText.sentences([content.name ?? content.login, BringStarsText.summary(content), text]))
    }

    /// Gives the window the height of its content; GTK only makes it higher by itself.
    private func fitHeight() {
        // GTK 4.8 needs both.
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(window.cast(), &width, &height)
        gtk_window_set_default_size(window.cast(), width, -1)
    }

    private func error(in phase: BringStarsPhase) -> String? {
        switch phase {
        case .typing(let problem): problem.map(BringStarsText.problem)
        case .failed(let content): BringStarsText.failure(content)
        case .looking, .found: nil
        }
    }

    private func show(error: String?) {
        message.setLabel(error ?? "")
        message.setVisible(error != nil)
        entry.setClass("error", error != nil)
        entry.setAccessibleDescription(error ?? "")
    }
}
