extension String {
    /// Letters enough to find something by; a Chinese, Japanese or Korean character is a word.
    var isWorthSearching: Bool {
        count >= TypingPause.fewestLetters || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}
