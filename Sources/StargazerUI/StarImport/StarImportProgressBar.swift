import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The progress of importing stars, and its failures, at the foot of the sidebar; a toast reports the end.
@MainActor final class StarImportProgressBar {
    let root = Handle(gtk_revealer_new())
    /// Called when the action after a failure is chosen.
    var help: (FailureWording.Action) -> Void = { _ in }
    private let model: StarImportViewModel
    private let toast: ReplaceableToast
    private let label = Handle(gtk_label_new(nil))
    private let progress = Handle(gtk_progress_bar_new())
    private let cancel = Handle(gtk_button_new_with_label(StarImportText.cancel))
    private let actionButton = Handle(gtk_button_new())
    private var helpAction = FailureWording.Action.tryAgain
    private let dismiss = Handle(gtk_button_new_from_icon_name("window-close-symbolic"))
    private var observation: Observe?

    init(model: StarImportViewModel, toasts: ToastPresenter) {
        self.model = model
        toast = ReplaceableToast(toasts)
        Banner.wrap(label)
        label.setClass("numeric", true)
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_wrap_layout_apply(line.raw, 12)
        [label, cancel, actionButton].forEach { line.append($0) }
        progress.setAccessibleName(StarImportText.progress)
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        gtk_widget_set_hexpand(texts.widget, 1)
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        [line, progress].forEach { texts.append($0) }
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        box.setClass("banner", true)
        [texts, dismiss].forEach { box.append($0) }
        dismiss.setClass("flat", true)
        dismiss.setTooltip(StarImportText.dismiss)
        dismiss.setAccessibleName(StarImportText.dismiss)
        for button in [cancel, actionButton] { gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER) }
        gtk_widget_set_valign(dismiss.widget, GTK_ALIGN_START)
        // As wide as the sidebar, which must not grow for it.
        let container = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        sgz_column_layout_apply(container.raw, 0)
        container.append(box)
        gtk_revealer_set_child(root.opaque, container.widget)
        Signals.connect(cancel, "clicked") { [weak self] in self?.model.cancel() }
        Signals.connect(actionButton, "clicked") { [weak self] in
            guard let self else { return }
            self.help(self.helpAction)
        }
        Signals.connect(dismiss, "clicked") { [weak self] in self?.model.dismiss() }
        root.setVisible(false)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        switch model.phase {
        case .idle: hide()
        case .running(let loaded, let stars, let fraction):
            toast.dismiss()
            gtk_progress_bar_set_fraction(progress.opaque, fraction ?? 0)
            let isPublic = model.publicLogin != nil
            show(StarImportText.running(loaded: loaded, of: stars, isPublic: isPublic), isRunning: true)
        case .waiting(let loaded, let stars, let reason):
            let share = stars.map { Double(loaded.number) / Double(max($0.number, 1)) }
            gtk_progress_bar_set_fraction(progress.opaque, share ?? 0)
            show(StarImportText.waiting(loaded: loaded, of: stars, reason), isRunning: true)
        case .failed(let failure, let loaded):
            helpAction = StarImportText.help(failure)
            gtk_button_set_label(actionButton.cast(), FailureText.label(of: helpAction))
            show(StarImportText.failed(failure, loaded: loaded), isRunning: false)
        case .cancelled(let loaded):
            hide()
            toast.show(StarImportText.cancelled(loaded: loaded))
        case .finished(let new, let existing):
            hide()
            let text = StarImportText.finished(new: new, existing: existing)
            toast.show(StarImportText.gaps(model.gaps).map { JoinText.sentences([text + ".", $0]) } ?? text)
        }
    }

    private func show(_ text: String, isRunning: Bool) {
        label.setLabel(text)
        progress.setVisible(isRunning)
        cancel.setVisible(isRunning)
        actionButton.setVisible(!isRunning)
        dismiss.setVisible(!isRunning)
        root.setVisible(true)
        gtk_revealer_set_reveal_child(root.opaque, 1)
    }

    private func hide() {
        root.setVisible(false)
        gtk_revealer_set_reveal_child(root.opaque, 0)
    }
}
