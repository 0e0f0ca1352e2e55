import Foundation

/// Checks what every call must have, in GitHub's order: bad credentials are reported before an unknown API version.
enum RequestValidator {
    static let version = "2022-11-28"
    private static let versions: Set<String> = [version, "2026-03-10"]

    static func refusal(of request: StandInRequest, _ call: APICall) -> APIResponse? {
        if (request.header("User-Agent") ?? "").isEmpty { return .noUserAgent }
        if call.tokenKind?.isRefused == true { return .badCredentials }
        if call.isQuery, call.token == nil { return .authenticationMissing }
        return versions.contains(call.version) ? nil : .unknownVersion(call.version)
    }

    /// Returns the headers that every API answer has.
    static func headers(_ call: APICall, rate: RateLimitState, number: Int) -> [(name: String, value: String)] {
        let mark = Seed(number).value
        let id = String(
            format: "%04X:%04X:%06X:%07X:%08X", 0xC0DE, number & 0xFFFF, number, mark >> 36, mark & 0xFFFF_FFFF)
        return [
            ("server", "github.com"),
            ("vary", "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With"),
            ("x-github-media-type", "github.v3; format=json"),
            ("x-github-api-version-selected", versions.contains(call.version) ? call.version : version),
            ("access-control-allow-origin", "*"), ("x-content-type-options", "nosniff"),
            ("referrer-policy", "origin-when-cross-origin, strict-origin-when-cross-origin"),
            ("x-github-request-id", id),
        ] + rate.headers
    }
}
