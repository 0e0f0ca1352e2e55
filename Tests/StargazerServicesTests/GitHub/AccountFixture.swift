import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

extension Credential {
    static let tokenText = "ghp_never-to-be-seen"

    static func sample(_ text: String = tokenText, host: String = "api.github.com") -> Credential {
        Credential(secret: Secret(text), host: host)
    }
}

/// An account with scripted responses, signed in by default.
struct AccountFixture {
    let fixture: GitHubFixture
    let account: AccountClient

    var transport: ScriptedTransport { fixture.transport }
    var clock: SteppingClock { fixture.clock }

    init(
        _ steps: [ScriptedTransport.Step] = [], clock: SteppingClock = SteppingClock(),
        as credential: Credential? = .sample()
    ) throws {
        fixture = GitHubFixture(steps, clock: clock)
        account = AccountClient(client: fixture.client)
        try account.use(credential)
    }

    /// `METHOD TARGET` of each request.
    var lines: [String] { zip(transport.requests, fixture.targets).map { "\($0.method) \($1)" } }
    /// The `Authorization` field of each request.
    var authorizations: [String?] { transport.requests.map { $0.headers["Authorization"] } }
}

/// Returns the failure of the work, or nil.
func failure<Value>(of work: () async throws(CatalogFailure) -> Value) async -> CatalogFailure? {
    do throws(CatalogFailure) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

extension ScriptedTransport.Step {
    static let done = ScriptedTransport.Step.response(status: 204)
}
