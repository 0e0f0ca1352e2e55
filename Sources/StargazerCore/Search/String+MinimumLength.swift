extension String {
    /// Whether the text has enough letters to search for. One Chinese, Japanese or Korean character is enough.
    var isLongEnoughToSearch: Bool {
        count >= TypingDebouncer.minimumLetterCount || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}
