/// What narrows a search for photos beside words.
public enum PhotoQualifier {
    public static let rules = QueryRules(
        qualifiers: [Qualifier(.license, .choice(PhotoLicenseFilter.allCases.map(\.rawValue)), isFilter: true)])
}

/// What somebody wants to be allowed to do with photos, as it is typed.
public enum PhotoLicenseFilter: String, Sendable, CaseIterable {
    /// Any of Creative Commons.
    case cc
    case commercial
    case changes
    /// No rights that anybody knows of.
    case free

    /// The numbers of the licenses that allow it.
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
    /// A license alone is nothing to look for.
    public static let photoWordsMissing = QueryProblem.catalogSpecific("photo-words-missing")
}
