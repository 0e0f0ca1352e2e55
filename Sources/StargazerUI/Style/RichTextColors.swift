/// The grounds of words in a text, which go with any style.
enum RichTextColors {
    /// Of code, keys and what stands for a picture: it lets most of what is below it through.
    static let code = "background=\"#808080\" background_alpha=\"17%\""
    /// Of what was found, wherever it stands: in a link or in code as well.
    static let found = "background=\"#f9f06b\" background_alpha=\"100%\" foreground=\"#000000\""
    /// Of what was found last.
    static let current = "background=\"#ff7800\" background_alpha=\"100%\" foreground=\"#000000\""
}
