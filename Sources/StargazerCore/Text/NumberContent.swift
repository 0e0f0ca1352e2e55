/// A number for plural forms, and as the locale writes it.
public struct NumberContent: Equatable, Sendable {
    public let number: Int
    public let text: String

    public init(_ number: Int, formats: Formats) {
        self.number = number
        text = formats.full(number)
    }
}

extension Int {
    /// The nearest whole number; what no number can hold is the last that can, and what is none is zero.
    init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        self = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
