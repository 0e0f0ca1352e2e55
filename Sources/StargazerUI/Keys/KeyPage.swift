import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// In place of the results of a catalog whose key is missing: what the key is, how one gets it, and a field for it.
@MainActor final class KeyPage {
    let root: Handle
    private let model: KeyViewModel
    private let service: String
    private let ui: UIBuilder
    private let entry: Handle
    private let secret: SecretField
    private var observation: Observe?

    init(model: KeyViewModel, words: KeyWords, service: String) {
        self.model = model
        self.service = service
        ui = UIBuilder(PackageResources.KeyPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = ui["key"]
        secret = SecretField(entry)
        gtk_image_set_from_icon_name(ui["icon"].opaque, words.icon)
        ui["heading"].setLabel(words.heading)
        ui["sentence"].setLabel(words.sentence)
        for (place, step) in words.steps.enumerated() {
            let label = Handle(gtk_label_new(KeyText.step(place + 1, step)))
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            ui["steps"].append(label)
        }
        entry.setAccessibleName(KeyText.key)
        sgz_accessible_set_described_by(entry.raw, ui["complaint"].raw)
        gtk_button_set_label(ui["get"].cast(), KeyText.getKey)
        ui["get"].setVisible(model.page != nil)
        ui["get"].setTooltip(model.page?.absoluteString)
        connect()
        observation = Observe { [weak self] in self?.paint() }
    }

    /// What the keyboard goes on with.
    func focus() { entry.grabFocus() }

    private func connect() {
        Signals.connect(entry, "changed") { [weak self] in
            // The model is not asked from within its own painting, which empties the field.
            Task {
                self?.model.entryChanged()
                self?.paintButtons()
            }
        }
        Signals.connect(entry, "activate") { [weak self] in self?.save() }
        Signals.connect(ui["save"], "clicked") { [weak self] in self?.save() }
        Signals.connect(ui["again"], "clicked") { [weak self] in
            // It is about to go.
            self?.focus()
            self?.model.lookAgain()
        }
        Signals.connect(ui["get"], "clicked") { [weak self] in
            guard let self, let address = self.model.page?.absoluteString else { return }
            Browser.open(address, from: self.root) { [weak self] in self?.say(AppText.noBrowser) }
        }
        // What was typed is not left lying about.
        Signals.connect(root, "unmap") { [weak self] in self?.secret.clear() }
    }

    private func save() {
        if !secret.isEmpty, model.phase != .checking { model.save(typed: secret.text) }
    }

    private func paint() {
        switch model.phase {
        case .missing(let problem?): say(KeyText.complaint(problem, of: service), isOfKey: problem.isOfKey)
        case .checking: say(KeyText.checking)
        case .looking, .missing(nil), .ready: say("")
        }
        if model.phase.isReady { secret.clear() }
        let isChecking = model.phase == .checking
        gtk_editable_set_editable(entry.opaque, isChecking ? 0 : 1)
        ui["spinner"].setVisible(isChecking)
        gtk_spinner_set_spinning(ui["spinner"].opaque, isChecking ? 1 : 0)
        paintButtons()
    }

    private func paintButtons() {
        ui["save"].setSensitive(!secret.isEmpty && model.phase != .checking)
        guard case .missing(.store(let failure)) = model.phase else { return ui["again"].setVisible(false) }
        gtk_button_set_label(ui["again"].cast(), failure == .locked ? KeyText.unlock : FailureText.tryAgain)
        ui["again"].setVisible(true)
    }

    /// - Parameter isOfKey: the key itself is at fault.
    private func say(_ text: String, isOfKey: Bool = false) {
        ui["complaint"].setLabel(text)
        ui["complaint"].setVisible(!text.isEmpty)
        ui["complaint"].setClass("error", isOfKey)
        entry.setClass("error", isOfKey)
    }
}

extension KeyProblem {
    fileprivate var isOfKey: Bool {
        switch self {
        case .text, .refused: true
        case .unchecked, .store: false
        }
    }
}
