/// A number for plural forms, and its text in the user's locale.
public struct NumberContent: Hashable, Sendable {
    public let number: Int
    public let text: String

    public init(_ number: Int, formats: Formats) {
        self.number = number
        text = formats.full(number)
    }

    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}

extension Int {
    /// Rounds to the nearest integer, clamped to the range of `Int`; NaN becomes zero.
    init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        self = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
