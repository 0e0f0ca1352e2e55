public import Foundation
public import StargazerLibrary

/// The license of a photo, by Flickr's license numbers (`flickr.photos.licenses.getInfo`).
public struct PhotoLicense: Sendable, Hashable {
    /// What a Creative Commons license requires besides attribution.
    public enum Condition: Sendable, Hashable, CaseIterable {
        case shareAlike, nonCommercial, noDerivatives
    }

    public enum Kind: Sendable, Hashable {
        case allRightsReserved
        case creativeCommons([Condition], version: String)
        case noKnownRestrictions
        case governmentWork
        /// The author waived all rights (CC0).
        case zero
        /// Already free of known rights.
        case publicDomain
    }

    /// The numbers that Flickr documents.
    public static let numbers = 0...16

    public let number: Int
    public let kind: Kind

    /// Nil for an undocumented number: then no license is shown.
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

    /// The license text; nil when there is none to link to.
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

    /// The license's code, the same in every language: `CC BY-NC-SA 2.0`. Nil for licenses without one.
    public var code: String? {
        switch kind {
        case .creativeCommons(let conditions, let version): "CC \(Self.code(conditions).uppercased()) \(version)"
        case .zero: "CC0 1.0"
        default: nil
        }
    }

    /// The name of a license without a code, for credits.
    var englishName: String {
        switch kind {
        case .allRightsReserved: "All rights reserved"
        case .noKnownRestrictions: "No known copyright restrictions"
        case .governmentWork: "United States Government Work"
        case .publicDomain: "Public Domain Mark 1.0"
        case .creativeCommons, .zero: code ?? ""
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

public enum PhotoQualifier {
    public static let rules = QueryRules(
        qualifiers: [Qualifier(.license, .choice(PhotoLicenseFilter.allCases.map(\.rawValue)), isFilter: true)])
}

/// What photos may be used for, as typed in a search.
public enum PhotoLicenseFilter: String, Sendable, CaseIterable {
    /// Any Creative Commons license.
    case cc
    case commercial
    case changes
    /// No known restrictions.
    case free

    /// The numbers of the licenses that match the filter.
    public var licenses: Set<Int> {
        Set(PhotoLicense.numbers.compactMap(PhotoLicense.init).filter(isGranted).map(\.number))
    }

    private func isGranted(by license: PhotoLicense) -> Bool {
        switch license.kind {
        case .allRightsReserved: false
        case .noKnownRestrictions, .governmentWork, .zero, .publicDomain: self != .cc
        case .creativeCommons(let conditions, _):
            switch self {
            case .cc: true
            case .commercial: !conditions.contains(.nonCommercial)
            case .changes: !conditions.contains(.noDerivatives)
            case .free: false
            }
        }
    }
}

extension QueryProblem {
    /// A license alone cannot be searched for.
    public static let photoWordsMissing = QueryProblem.catalogSpecific("photo-words-missing")
}
