import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The page that replaces a catalog's results while its API key is missing: instructions and a field for the key.
@MainActor final class APIKeyPage {
    let root: Handle
    private let model: APIKeyViewModel
    private let service: String
    private let sentence: String
    private let ui: UIBuilder
    private let entry: Handle
    private let secret: SecretField
    private var observation: Observe?

    /// - Parameter alternative: a service that needs no key, and what searches it; nil for none.
    init(
        model: APIKeyViewModel, words: APIKeyInstructions, service: String,
        alternative: (service: String, search: @MainActor () -> Void)? = nil
    ) {
        self.model = model
        self.service = service
        sentence = words.sentence
        ui = UIBuilder(PackageResources.APIKeyPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        root.setAccessibleName(words.heading)
        entry = ui["key"]
        secret = SecretField(entry)
        gtk_image_set_from_icon_name(ui["icon"].opaque, words.icon)
        ui["heading"].setLabel(words.heading)
        for (index, step) in words.steps.enumerated() {
            let label = Handle(gtk_label_new(APIKeyText.step(index + 1, step)))
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            ui["steps"].append(label)
        }
        entry.setAccessibleName(APIKeyText.key)
        sgz_accessible_set_described_by(entry.raw, ui["error-label"].raw)
        gtk_button_set_label(ui["get-key-button"].cast(), APIKeyText.getKey)
        ui["get-key-button"].setVisible(model.page != nil)
        ui["get-key-button"].setTooltip(model.page?.absoluteString)
        connect()
        if let alternative {
            for part in [ui["alternative"], ui["own-key-heading"]] { part.setVisible(true) }
            gtk_button_set_label(ui["alternative"].cast(), APIKeyText.search(on: alternative.service))
            Signals.connect(ui["alternative"], "clicked", alternative.search)
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    func focus() { entry.grabFocus() }

    private func connect() {
        Signals.connect(entry, "changed") { [weak self] in
            // Painting empties the field; the model is only notified after painting is done.
            Task {
                self?.model.entryChanged()
                self?.paintButtons()
            }
        }
        Signals.connect(entry, "activate") { [weak self] in self?.save() }
        Signals.connect(ui["save"], "clicked") { [weak self] in self?.save() }
        Signals.connect(ui["retry-button"], "clicked") { [weak self] in
            // The button is about to disappear.
            self?.focus()
            self?.model.retryKeyring()
        }
        Signals.connect(ui["get-key-button"], "clicked") { [weak self] in
            guard let self, let address = self.model.page?.absoluteString else { return }
            Browser.open(address, from: self.root) { [weak self] in self?.showMessage(AppText.noBrowser) }
        }
        // Do not leave a typed key in the field.
        Signals.connect(root, "unmap") { [weak self] in self?.secret.clear() }
    }

    private func save() {
        if !secret.isEmpty, model.phase != .checking { model.save(typed: secret.text) }
    }

    private func paint() {
        switch model.phase {
        case .missing(let problem?):
            showMessage(APIKeyText.errorMessage(problem, of: service), isOfKey: problem.isOfKey)
        case .checking: showMessage(APIKeyText.checking)
        case .loading, .missing(nil), .ready: showMessage("")
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
        guard case .missing(.store(let failure)) = model.phase else {
            ui["sentence"].setLabel(JoinText.sentences([sentence, APIKeyText.stored]))
            return ui["retry-button"].setVisible(false)
        }
        // The message says that there is no keyring.
        ui["sentence"].setLabel(sentence)
        gtk_button_set_label(ui["retry-button"].cast(), failure == .locked ? APIKeyText.unlock : FailureText.tryAgain)
        ui["retry-button"].setVisible(true)
    }

    /// - Parameter isOfKey: whether the key itself is invalid.
    private func showMessage(_ text: String, isOfKey: Bool = false) {
        ui["error-label"].setLabel(text)
        ui["error-label"].setVisible(!text.isEmpty)
        ui["error-label"].setClass("error", isOfKey)
        entry.setClass("error", isOfKey)
    }
}

extension APIKeyProblem {
    fileprivate var isOfKey: Bool {
        switch self {
        case .text, .refused: true
        case .unchecked, .store: false
        }
    }
}
