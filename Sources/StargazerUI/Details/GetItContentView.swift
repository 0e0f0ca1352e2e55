import CStargazer
import GtkBridge
import StargazerCore

/// The content of the popover `Get It`: the packages, or what there is instead of them.
@MainActor final class GetItContentView {
    /// GTK 4.8 measures the height of a popover's content at a width that includes the popover's shadow, where a text has
    /// fewer lines. The clamp keeps to its own width.
    let root = Handle(adw_clamp_new())
    private let parts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    var install: @MainActor (PackageContent) -> Void = { _ in }
    var copyCommand: @MainActor (PackageContent) -> Void = { _ in }
    var clone: @MainActor () -> Void = {}
    var openReleases: @MainActor () -> Void = {}
    private let packages = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let others = Handle(gtk_label_new(nil))
    private let waiting = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let spinner = Handle(gtk_spinner_new())
    private let nothing = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let noPackage = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let cloneButton = Handle(gtk_button_new_with_label(GetItText.clone))
    private let releasesButton = Handle(gtk_button_new_with_label(GetItText.releases))
    private var rows: [PackageRow] = []

    /// The width of the popover's content in pixels, whatever it shows.
    private static let width: gint = 300

    init() {
        root.setClass("get-it", true)
        gtk_widget_set_size_request(root.widget, Self.width, -1)
        adw_clamp_set_maximum_size(root.opaque, Self.width)
        adw_clamp_set_tightening_threshold(root.opaque, Self.width)
        adw_clamp_set_child(root.opaque, parts.widget)
        others.setClass("dim-label", true)
        others.setClass("caption", true)
        gtk_label_set_xalign(others.opaque, 0)
        waiting.setClass("waiting", true)
        spinner.setAccessibleName(GetItText.looking)
        gtk_widget_set_hexpand(spinner.widget, 1)
        gtk_widget_set_halign(spinner.widget, GTK_ALIGN_CENTER)
        waiting.append(spinner)
        fillNothing()
        for part in [packages, others, waiting, nothing] { parts.append(part) }
        // What is visible gets the focus when the popover opens.
        show(.unknown, hasReleases: false)
    }

    private func fillNothing() {
        for (text, style) in [(GetItText.nothing, "heading"), (GetItText.noPackage, "dim-label")] {
            let label = Handle(gtk_label_new(text))
            label.setClass(style, true)
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            noPackage.append(label)
        }
        nothing.append(noPackage)
        let buttons = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        gtk_box_set_homogeneous(buttons.cast(), 1)
        for button in [cloneButton, releasesButton] {
            gtk_widget_set_hexpand(button.widget, 1)
            buttons.append(button)
        }
        nothing.append(buttons)
        Signals.connect(cloneButton, "clicked") { [weak self] in self?.clone() }
        Signals.connect(releasesButton, "clicked") { [weak self] in self?.openReleases() }
    }

    func show(_ phase: PackagesPhase, hasReleases: Bool) {
        var found: PackagesContent?
        var (isWaiting, isSlow) = (false, false)
        switch phase {
        case .unknown: isWaiting = true
        case .looking(let slow): (isWaiting, isSlow) = (true, slow)
        case .found(let content): found = content
        case .nothing, .unavailable: break
        }
        show(found?.packages ?? [])
        packages.setVisible(found != nil)
        others.setLabel(found?.others.map(GetItText.others) ?? "")
        others.setVisible(found?.others != nil)
        waiting.setVisible(isWaiting)
        gtk_spinner_set_spinning(spinner.opaque, isSlow ? 1 : 0)
        nothing.setVisible(!isWaiting && found == nil)
        noPackage.setVisible(phase == .nothing)
        releasesButton.setVisible(hasReleases)
        // What came while the popover was open is where a key leads.
        if !root.hasFocusInside { focusFirst() }
    }

    private func show(_ contents: [PackageContent]) {
        while rows.count > contents.count { gtk_box_remove(packages.cast(), rows.removeLast().root.widget) }
        while rows.count < contents.count {
            let row = PackageRow()
            row.install = { [weak self] in self?.install($0) }
            row.copyCommand = { [weak self] in self?.copyCommand($0) }
            rows.append(row)
            packages.append(row.root)
        }
        for (row, content) in zip(rows, contents) { row.show(content) }
    }

    private func focusFirst() {
        if gtk_widget_get_mapped(root.widget) != 0 { gtk_widget_child_focus(root.widget, GTK_DIR_TAB_FORWARD) }
    }
}

/// A package with its version, and the ways to install it.
@MainActor private final class PackageRow {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    var install: @MainActor (PackageContent) -> Void = { _ in }
    var copyCommand: @MainActor (PackageContent) -> Void = { _ in }
    private let title = Handle(gtk_label_new(nil))
    private let subtitle = Handle(gtk_label_new(nil))
    private let commands = Handle(gtk_label_new(nil))
    private let installButton = Handle(gtk_button_new_with_label(GetItText.install))
    private let installed = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    private let copyButton = Handle(gtk_button_new_from_icon_name("edit-copy-symbolic"))
    private var content: PackageContent?

    init() {
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
        for label in [title, subtitle, commands] {
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            texts.append(label)
        }
        for label in [subtitle, commands] {
            label.setClass("dim-label", true)
            label.setClass("caption", true)
        }
        gtk_widget_set_hexpand(texts.widget, 1)
        installed.append(Handle(gtk_image_new_from_icon_name("object-select-symbolic")))
        installed.append(Handle(gtk_label_new(GetItText.installed)))
        installed.setClass("dim-label", true)
        copyButton.setClass("flat", true)
        copyButton.setAccessibleName(GetItText.copyCommand)
        copyButton.setTooltip(GetItText.copyCommand)
        for part in [texts, installed, installButton, copyButton] { root.append(part) }
        for part in [texts, installed, installButton, copyButton] {
            gtk_widget_set_valign(part.widget, GTK_ALIGN_CENTER)
        }
        Signals.connect(installButton, "clicked") { [weak self] in
            if let self, let content { install(content) }
        }
        Signals.connect(copyButton, "clicked") { [weak self] in
            if let self, let content { copyCommand(content) }
        }
    }

    func show(_ content: PackageContent) {
        guard content != self.content else { return }
        self.content = content
        title.setLabel(GetItText.title(content))
        subtitle.setLabel(GetItText.subtitle(content))
        let commands = GetItText.commands(content)
        self.commands.setLabel(commands ?? "")
        self.commands.setVisible(commands != nil)
        root.setAccessibleName(GetItText.accessibleName(content))
        for button in [installButton, copyButton] { button.setAccessibleDescription(content.name.text) }
        // The button goes, and must not take the focus along.
        if content.isInstalled, installButton.hasFocusInside { copyButton.grabFocus() }
        installButton.setVisible(!content.isInstalled)
        installed.setVisible(content.isInstalled)
    }
}
