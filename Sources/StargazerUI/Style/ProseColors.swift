/// The grounds of words in a text, which go with any style: they let most of what is below them through.
enum ProseColors {
    /// Of code, keys and what stands for a picture.
    static let code = "background=\"#808080\" background_alpha=\"17%\""
    static let found = "background=\"#f9f06b\" foreground=\"#000000\""
    /// Of what was found last.
    static let current = "background=\"#ff7800\" foreground=\"#000000\""
}
