/// The backgrounds of text, which work in light and dark style.
enum RichTextColors {
    /// The background of code, keys and picture placeholders, mostly transparent.
    static let code = "background=\"#808080\" background_alpha=\"17%\""
    /// The colors of a match, even in links and code.
    static let found = "background=\"#f9f06b\" background_alpha=\"100%\" foreground=\"#000000\""
    /// The colors of the current match.
    static let current = "background=\"#ff7800\" background_alpha=\"100%\" foreground=\"#000000\""
}
