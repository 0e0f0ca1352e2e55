package import StargazerCore

extension CatalogFailure {
    /// Maps a transport failure to a catalog failure.
    package init(_ failure: HTTPFailure) {
        switch failure {
        case .offline: self = .offline
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .insecure: self = .insecure
        case .tooLarge: self = .unreadable(code: "too-large")
        case .wrongContentType: self = .unreadable(code: "content-type")
        case .truncated: self = .unreadable(code: "cut")
        case .markup: self = .unreadable(code: "markup")
        case .notJSON: self = .unreadable(code: "not-json")
        case .addressRefused: self = .unexpected(code: "picture-address")
        case .redirectRefused: self = .unreadable(code: "redirect")
        case .tooManyRedirects: self = .unreadable(code: "redirects")
        case .malformed: self = .unreadable(code: "http")
        }
    }
}
