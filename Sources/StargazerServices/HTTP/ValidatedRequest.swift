import Foundation

/// A checked request to one URL; each redirect creates the next. It prints no more than an `HTTPRequest` does.
struct ValidatedRequest: Sendable, CustomStringConvertible, CustomReflectable {
    var method: String
    var address: WebAddress
    var headers: [String: String]
    var body: Data?
    var expects: HTTPBodyKind
    /// Whether it may connect only to a public address or a proxy.
    var needsPublicAddress: Bool
    private let pictures: PictureAddressPolicy

    /// - Throws: `.malformed` for a URL that is not http or https and for invalid header fields, `.insecure` for plain
    ///   http to another machine, `.addressRefused` for a picture URL that is not allowed.
    init(_ request: HTTPRequest, pictures: PictureAddressPolicy = PictureAddressPolicy()) throws(HTTPFailure) {
        guard let address = WebAddress(request.url.absoluteString),
            request.headers.allSatisfy({ Self.isField($0.key, $0.value) }), Self.isToken(request.method)
        else { throw .malformed }
        guard address.isTrustworthy else { throw .insecure }
        guard !request.expects.isPicture || pictures.allows(address) else { throw .addressRefused }
        self.method = request.method
        self.address = address
        self.headers = request.headers
        self.body = request.body
        self.expects = request.expects
        self.pictures = pictures
        needsPublicAddress = request.expects.isPicture && !pictures.trusts(address)
    }

    /// Returns the request that follows a redirect, or throws if the redirect is not allowed.
    ///
    /// A request stays on its scheme, host and port, since its headers can hold a token. A picture is public and often
    /// stored elsewhere, so it may come from any public https server. That server receives only the `Accept` field.
    func redirected(to location: String, status: Int) throws(HTTPFailure) -> ValidatedRequest {
        guard let target = address.resolving(location) else { throw .redirectRefused(to: "") }
        guard method == "GET", [301, 302, 307, 308].contains(status) else {
            throw .redirectRefused(to: target.logText)
        }
        var next = self
        next.address = target
        if target.origin == address.origin { return next }
        guard expects.isPicture, address.isSecure, target.isSecure, pictures.allows(target) else {
            throw .redirectRefused(to: target.logText)
        }
        next.needsPublicAddress = !pictures.trusts(target)
        next.headers = headers.filter { $0.key.lowercased() == "accept" }
        return next
    }

    var description: String { "\(method) \(address.logText) [\(headers.keys.sorted().joined(separator: " "))]" }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    private static func isField(_ name: String, _ value: String) -> Bool {
        isToken(name) && !value.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
    }

    /// Whether a method or field name is safe, so that it cannot end its line or field (`token`, RFC 9110, 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != ":" }
    }
}
