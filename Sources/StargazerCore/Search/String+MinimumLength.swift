extension String {
    /// Letters enough to find something by; a Chinese, Japanese or Korean character is a word.
    var isLongEnoughToSearch: Bool {
        count >= TypingDebouncer.minimumLetterCount || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}
