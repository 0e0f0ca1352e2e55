import GtkBridge

/// The texts of the favorites that are not starred on GitHub.
enum StarFilterText {
    /// Returns the text of an empty list. It mentions the text in the entry, which may be the reason.
    static func noneNotStarred(_ text: String) -> String {
        text.isEmpty
            ? tr("All your favorites are starred on GitHub.")
            : tr("No favorites that are not starred on GitHub match “%1$s”.").filled(text)
    }
}
