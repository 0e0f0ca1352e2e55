import Foundation

/// One request on its way to one address; a redirect makes the next. Printed it says as little as the request.
struct ValidatedRequest: Sendable, CustomStringConvertible, CustomReflectable {
    var method: String
    var address: WebAddress
    var headers: [String: String]
    var body: Data?
    var expects: HTTPBodyKind
    /// Whether only a public address, or a proxy, may be connected to.
    var needsPublicAddress: Bool
    private let pictures: PictureAddressPolicy

    /// - Parameter pictures: where a picture may be loaded from.
    /// - Throws: `.malformed` for what is no web address or cannot be written into a header, `.insecure` for plain
    ///   http to another machine, `.addressRefused` for a picture that may not be loaded from there.
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

    /// Where a redirect leads, or why it is not followed. A request stays with the scheme, host and port it was made
    /// for, since it carries what only they may know. A picture is public and often kept elsewhere: it may come from
    /// any public https server, which is then told nothing of what the caller gave for the first one.
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

    /// A word of RFC 9110, section 5.6.2, that cannot end the line or the field it stands in.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != ":" }
    }
}
