import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Organizations that refuse the account's token.
@Suite(.timeLimit(.minutes(25))) struct RefusedTokenTests {
    private static let saml =
        "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization."
    private static let allowList =
        "Although you appear to have the correct authorization credentials, the `tea-lab` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."
    private static let lifetime =
        "The 'tea-lab' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 90 days."
    private static let classic =
        "`tea-lab` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions."
    private static let page = "https://github.com/orgs/tea-lab/sso?authorization_request=AAAA"
    private static let token = "Bearer \(Credential.tokenText)"

    private static func refusal(_ message: String, signOn: String? = nil) -> ScriptedTransport.Step {
        var headers = ["X-Accepted-OAuth-Scopes": "repo", "X-OAuth-Scopes": "public_repo"]
        headers["X-GitHub-SSO"] = signOn
        return .json(GitHubJSON.error(message), status: 403, headers: headers)
    }

    private func details(_ fixture: AccountFixture, owner: String = "octo") async -> (ItemDetails?, CatalogFailure?) {
        do throws(CatalogFailure) {
            return (try await fixture.fixture.catalog.details(of: .listed(owner: owner)), nil)
        } catch {
            return (nil, error)
        }
    }

    private static let messages = [allowList, lifetime, classic]

    @Test func `single sign-on names the organization and the page that authorizes the token`() async throws {
        let fixture = try AccountFixture([Self.refusal(Self.saml, signOn: "required; url=\(Self.page)")])
        let failure = await details(fixture).1
        #expect(
            failure
                == .tokenRefused(
                    TokenRefusal(
                        organization: "tea-lab", message: Self.saml, needsSignOn: true, page: URL(string: Self.page))))
        #expect(fixture.authorizations == [Self.token], "nothing is asked without the token")
    }

    @Test(arguments: [
        "https://github.example/orgs/tea-lab/sso", "http://github.com/orgs/tea-lab/sso",
        "https://github.com@github.example/sso", "https://github.com:8443/orgs/tea-lab/sso", "javascript:alert(1)", "",
    ])
    func `only a page of GitHub is opened`(address: String) async throws {
        let fixture = try AccountFixture([Self.refusal(Self.saml, signOn: "required; url=\(address)")])
        #expect(
            await details(fixture).1
                == .tokenRefused(TokenRefusal(organization: "octo", message: Self.saml, needsSignOn: true)))
    }

    @Test func `a star that is refused names the organization too`() async throws {
        let fixture = try AccountFixture([Self.refusal(Self.saml, signOn: "required; url=\(Self.page)")])
        let refused = await failure { () async throws(CatalogFailure) in
            try await fixture.account.setStarred(true, .listed())
        }
        guard case .tokenRefused(let refusal)? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(refusal.organization == "tea-lab" && refusal.page?.absoluteString == Self.page)
        #expect(fixture.authorizations.count == 1)
    }

    @Test func `an error of a proxy refuses no token`() async throws {
        let proxy = ScriptedTransport.Step.response(
            status: 403, headers: ["X-GitHub-SSO": "required; url=\(Self.page)"], body: Data("<html>no</html>".utf8))
        #expect(await details(try AccountFixture([proxy])).1 == .unreadable(code: "http-403"))
    }

    @Test(arguments: messages)
    func `public data is read without the token, which the organization refused once`(message: String) async throws {
        let repository = ScriptedTransport.Step.json(GitHubJSON.repository())
        let fixture = try AccountFixture([Self.refusal(message), repository, repository, repository])
        let refusal = TokenRefusal(organization: "tea-lab", message: message)
        #expect(await details(fixture).0?.refusal == refusal)
        // Under the name of the item's owner, and under that of the message.
        #expect(await details(fixture).0?.refusal == refusal)
        #expect(await details(fixture, owner: "Tea-Lab").0?.refusal == refusal)
        #expect(fixture.authorizations == [Self.token, nil, nil, nil])
        fixture.transport.add(repository)
        #expect(await details(fixture, owner: "elsewhere").0?.refusal == nil)
        #expect(fixture.authorizations.last == Self.token)
        // Another token may be accepted.
        fixture.transport.add(repository)
        try fixture.account.use(.sample("ghp_other"))
        #expect(await details(fixture).0?.refusal == nil)
        #expect(fixture.authorizations.last == "Bearer ghp_other")
    }

    @Test(arguments: [404, 401, 403])
    func `what is not public is refused and not gone`(status: Int) async throws {
        let fixture = try AccountFixture([
            Self.refusal(Self.allowList), .json(GitHubJSON.error("Not Found"), status: status),
        ])
        #expect(
            await details(fixture).1
                == .tokenRefused(TokenRefusal(organization: "tea-lab", message: Self.allowList)))
    }

    @Test func `background work reads twenty an hour, and what the user opens comes at once`() async throws {
        let fixture = try AccountFixture()
        let lists = StarListClient(client: fixture.fixture.client)
        let began = fixture.clock.now
        func ask(_ count: Int) async -> [CatalogFailure] {
            var failures: [CatalogFailure] = []
            for _ in 1...count {
                fixture.transport.add(Self.refusal(Self.allowList), .json(GitHubJSON.repository()))
                // What a list asks for leaves requests to the user, as background work does.
                do throws(CatalogFailure) {
                    _ = try await lists.item(ItemID(catalog: .repositories, host: "api.github.com", id: "42"))
                } catch {
                    failures.append(error)
                }
                fixture.clock.advance(by: 1)
            }
            return failures
        }
        #expect(await ask(20) == [])
        let end = began.addingTimeInterval(3_600)
        #expect(
            await ask(1) == [
                .rateLimited(.sample(bucket: "core", limit: RateLimiter.signedOutLimit, resetsAt: end))
            ])
        #expect(await details(fixture, owner: "tea-lab").0 != nil, "the next step is the public repository")
        let sent = fixture.lines.count
        let resting = await RequestContext.$current.withValue(RequestContext(.preview)) {
            await details(fixture, owner: "tea-lab").1
        }
        #expect(resting == .notSent && fixture.lines.count == sent)
        fixture.clock.advance(by: 3_600)
        #expect(await ask(1) == [])
    }
}
