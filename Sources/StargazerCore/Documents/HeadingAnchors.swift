import Foundation

/// Generates the anchors of headings as GitHub does.
public struct HeadingAnchors: Sendable {
    private var used: [String: Int] = [:]

    public init() {}

    /// Returns a heading's anchor: lower case, punctuation removed except hyphens and underscores, spaces as hyphens.
    /// Repeated anchors get a number.
    /// - Parameter heading: the source text, with emoji shortcodes.
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
