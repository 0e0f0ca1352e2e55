import CStargazer
import GtkBridge
import StargazerCore

/// A switch of the preferences. It shows one of them and changes it.
@MainActor final class PreferenceSwitch {
    let root: Handle
    private let model: PreferencesViewModel
    private let value: KeyPath<Preferences, Bool>
    private var observation: Observe?

    /// - Parameters:
    ///   - root: a GtkSwitch.
    ///   - turn: changes the preference.
    init(
        _ root: Handle, of model: PreferencesViewModel, _ value: KeyPath<Preferences, Bool>,
        turn: @escaping @MainActor (Bool) -> Void
    ) {
        self.root = root
        self.model = model
        self.value = value
        Signals.connect(root, "notify::active") { [weak self] in
            guard let self else { return }
            turn(gtk_switch_get_active(self.root.opaque) != 0)
            self.paint()
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() { gtk_switch_set_active(root.opaque, model.preferences[keyPath: value] ? 1 : 0) }
}
