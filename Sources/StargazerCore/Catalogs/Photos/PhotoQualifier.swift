/// The qualifiers of a photo search.
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
