public import Foundation

/// What may be done with a photo, by the numbers that Flickr gives to licenses (`flickr.photos.licenses.getInfo`).
public struct PhotoLicense: Sendable, Hashable {
    /// What a Creative Commons license asks for beside naming the author.
    public enum Condition: Sendable, Hashable, CaseIterable {
        case shareAlike, nonCommercial, noDerivatives
    }

    public enum Kind: Sendable, Hashable {
        case allRightsReserved
        case creativeCommons([Condition], version: String)
        case noKnownRestrictions
        case governmentWork
        /// Given up by the author.
        case zero
        /// Free of known rights already.
        case publicDomain
    }

    /// Those that we were told of.
    public static let numbers = 0...16

    public let number: Int
    public let kind: Kind

    /// Nil for a number that nobody told us of: then nothing is said.
    public init?(number: Int) {
        self.number = number
        switch number {
        case 0: kind = .allRightsReserved
        case 1...6: kind = .creativeCommons(Self.older[number - 1], version: "2.0")
        case 7: kind = .noKnownRestrictions
        case 8: kind = .governmentWork
        case 9: kind = .zero
        case 10: kind = .publicDomain
        case 11...16: kind = .creativeCommons(Self.newer[number - 11], version: "4.0")
        default: return nil
        }
    }

    /// Its text; nil where there is none to link to.
    public var page: URL? {
        switch kind {
        case .allRightsReserved: nil
        case .creativeCommons(let conditions, let version):
            URL(string: "https://creativecommons.org/licenses/\(Self.code(conditions))/\(version)/")
        case .noKnownRestrictions: URL(string: "https://www.flickr.com/commons/usage/")
        case .governmentWork: URL(string: "https://www.usa.gov/government-copyright")
        case .zero: URL(string: "https://creativecommons.org/publicdomain/zero/1.0/")
        case .publicDomain: URL(string: "https://creativecommons.org/publicdomain/mark/1.0/")
        }
    }

    /// `CC BY-NC-SA 2.0`, which is the same in every language; nil for what has no such name.
    public var code: String? {
        switch kind {
        case .creativeCommons(let conditions, let version): "CC \(Self.code(conditions).uppercased()) \(version)"
        case .zero: "CC0 1.0"
        default: nil
        }
    }

    private static func code(_ conditions: [Condition]) -> String {
        let names = [Condition.nonCommercial: "nc", .noDerivatives: "nd", .shareAlike: "sa"]
        return (["by"] + conditions.compactMap { names[$0] }).joined(separator: "-")
    }

    private static let older: [[Condition]] = [
        [.nonCommercial, .shareAlike], [.nonCommercial], [.nonCommercial, .noDerivatives], [], [.shareAlike],
        [.noDerivatives],
    ]
    private static let newer: [[Condition]] = [
        [], [.shareAlike], [.noDerivatives], [.nonCommercial], [.nonCommercial, .shareAlike],
        [.nonCommercial, .noDerivatives],
    ]
}
