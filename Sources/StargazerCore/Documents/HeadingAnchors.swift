import Foundation

/// The names of headings that links lead to, as GitHub makes them.
public struct HeadingAnchors: Sendable {
    private var used: [String: Int] = [:]

    public init() {}

    /// The name of a heading: in small letters, without marks but the hyphen and the underscore, spaces as hyphens; one
    /// that is taken gets a number.
    /// - Parameter heading: as it was written, emoji codes not replaced.
    public mutating func name(of heading: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in heading.lowercased().unicodeScalars {
            if scalar == " " {
                scalars.append("-")
            } else if scalar == "-" || Self.isWord(scalar) {
                scalars.append(scalar)
            }
        }
        let name = String(scalars)
        let count = used[name, default: 0]
        used[name] = count + 1
        return count == 0 ? name : "\(name)-\(count)"
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
            true
        default: false
        }
    }
}
