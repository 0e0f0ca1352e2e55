import Foundation
import StargazerCore
import StargazerLibrary
import StargazerStandIn
import Testing

@testable import StargazerUI

/// Errors map to the failures that the user interface knows, with texts that are right for the catalog.
@MainActor struct FailureContractTests {
    /// The failures, grouped by what the user can do about them.
    enum FailureCategory {
        case offline, timedOut, limited, refused, unauthorized, notAllowed, blocked, gone, server, unreadable
    }

    /// The effect of each server fault on a search and on a details request; nil for none.
    private static let expected: [StandInScenario: (search: FailureCategory?, details: FailureCategory?)] = [
        .offline: (.offline, .offline), .timeout: (.timedOut, .timedOut), .server: (.server, .server),
        .unauthorized: (.unauthorized, .unauthorized), .forbidden: (.notAllowed, .notAllowed),
        .rateLimit: (.limited, .limited), .secondary: (.limited, .limited), .html: (.unreadable, .unreadable),
        .cut: (.unreadable, .unreadable), .badQuery: (.refused, nil), .blocked: (nil, .blocked), .gone: (nil, .gone),
        .drift: (nil, nil), .incomplete: (nil, nil), .later: (nil, nil), .odd: (nil, nil), .busy: (nil, nil),
        .many: (nil, nil), .signOn: (nil, nil), .allowList: (nil, nil),
        .partialList: (nil, nil), .brokenList: (nil, nil), .emptyList: (nil, nil), .takenName: (nil, nil),
    ]

    @Test(arguments: await RegisteredCatalogs.sources, StandInScenario.allCases)
    func `each fault maps to its failure`(source: CatalogSource, scenario: StandInScenario) async throws {
        let item = try await RegisteredCatalogs.sample(source).item
        let expected = try #require(Self.expected[scenario])
        let searched = try await search(source, under: scenario)
        #expect(searched.failure?.category == expected.search)
        // Some services do not report that they stopped early. Their response then counts as complete.
        if scenario == .incomplete { #expect(searched.answer != nil) }
        let catalog = try RegisteredCatalogs.one(source, under: scenario).catalog
        let failed = await failure { () async throws(CatalogFailure) in _ = try await catalog.details(of: item) }
        #expect(failed?.category == expected.details)
        for failure in [searched.failure, failed].compactMap(\.self) { try expectWords(for: failure, source) }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `every failure has a text that names no other service`(source: CatalogSource) throws {
        let limit = RateLimit(bucket: "search", limit: 10, resetsAt: Date())
        let failures: [CatalogFailure] = [
            .offline, .timedOut, .rateLimited(limit), .throttled(until: Date()), .invalidQuery(reason: nil),
            .invalidQuery(reason: "Because."), .badQuery(.catalogSpecific("no such flaw")),
            .badQuery(.tooLong(300, limit: 256)),
            .unauthorized, .notAllowed(needs: nil), .tokenRefused(TokenRefusal(organization: nil, message: "Because.")),
            .tokenRefused(TokenRefusal(organization: "tea-lab", message: "Because.", needsSignOn: true)),
            .blocked(reason: nil, link: nil),
            .blocked(reason: "tos", link: nil), .gone, .server(status: 502), .insecure, .unreadable(code: "code"),
            .unexpected(code: "code"), .otherServer(host: "elsewhere.invalid"),
        ]
        for failure in failures { try expectWords(for: failure, source) }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `pages seen before are promised only where the catalog keeps them`(source: CatalogSource) throws {
        let registration = try RegisteredCatalogs.one(source)
        let profile = registration.catalog.profile
        let offline = FailureContent(failure: .offline, query: "", service: profile.service)
        let wording = FailureText.wording(of: offline, signInState: .none, presentation: registration.presentation)
        #expect(wording.sentence.contains("viewed pages") == profile.supportsRequestPriority)
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a service that does not answer or wants an account where there are none is named`(source: CatalogSource)
        throws
    {
        let registration = try RegisteredCatalogs.one(source)
        let service = registration.catalog.profile.service
        let down = FailureContent(failure: .offline, query: "", service: service, isServiceDown: true)
        let refused = FailureContent(failure: .unauthorized, query: "", service: service)
        for failure in [down, refused] {
            let wording = FailureText.wording(of: failure, signInState: .none, presentation: registration.presentation)
            #expect(FailureText.line(wording).contains(service))
            #expect(!wording.actions.contains(.signIn) && !wording.actions.contains(.signInAgain))
        }
    }

    @Test func `a notice has its heading as a sentence`() {
        let limit = RateLimit(bucket: "search", limit: 10, resetsAt: Date())
        let failures: [CatalogFailure] = [
            .offline, .timedOut, .rateLimited(limit), .throttled(until: Date()), .server(status: 502), .insecure,
            .unreadable(code: "code"),
        ]
        for failure in failures {
            let content = FailureContent(failure: failure, query: "", service: "GitHub")
            let wording = FailureText.wording(of: content, signInState: .none)
            #expect(wording.statement?.lowercased() == wording.heading.lowercased() + ".")
            #expect(FailureText.line(wording) == "\(wording.statement ?? "") \(wording.sentence)")
        }
        let offline = FailureContent(failure: .offline, query: "", service: "GitHub")
        let line = FailureText.line(FailureText.wording(of: offline, signInState: .none))
        #expect(line == "You are offline. Favorites and viewed pages are still available.")
    }

    private func expectWords(for failure: CatalogFailure, _ source: CatalogSource) throws {
        let registration = try RegisteredCatalogs.one(source)
        let service = registration.catalog.profile.service
        let others = Set(RegisteredCatalogs.all().map(\.catalog.profile.service)).subtracting([service])
        for signInState in [SignInState.none, .signedOut, .signedIn, .refused] {
            for countdown in [nil, "0:42"] {
                let content = FailureContent(
                    failure: failure, query: RegisteredCatalogs.words, service: service, countdown: countdown)
                let wording = FailureText.wording(
                    of: content, signInState: signInState, presentation: registration.presentation)
                #expect(!wording.heading.isEmpty && !wording.sentence.isEmpty)
                let words = wording.heading + " " + wording.sentence
                for other in others { #expect(!words.contains(other), "\(failure)") }
                if failure.isServiceFault { #expect(words.contains(service), "\(failure)") }
            }
        }
    }

    private func search(
        _ source: CatalogSource, under scenario: StandInScenario
    ) async throws -> (answer: ResultBatch?, failure: CatalogFailure?) {
        let catalog = try RegisteredCatalogs.one(source, under: scenario).catalog
        var answer: ResultBatch?
        let failed = await failure { () async throws(CatalogFailure) in
            answer = try await catalog.search(SearchQuery(text: RegisteredCatalogs.words, batchSize: 5), after: nil)
        }
        return (answer, failed)
    }

    private func failure(_ question: () async throws(CatalogFailure) -> Void) async -> CatalogFailure? {
        do throws(CatalogFailure) {
            try await question()
            return nil
        } catch {
            return error
        }
    }
}

extension CatalogFailure {
    fileprivate var category: FailureContractTests.FailureCategory? {
        switch self {
        case .offline, .proxyRefused: .offline
        case .timedOut: .timedOut
        case .rateLimited, .throttled: .limited
        case .invalidQuery, .badQuery: .refused
        case .unauthorized: .unauthorized
        case .notAllowed, .tokenRefused: .notAllowed
        case .blocked: .blocked
        case .gone: .gone
        case .server: .server
        case .unreadable: .unreadable
        case .insecure, .unexpected, .otherServer, .notCached, .notSent, .cancelled: nil
        }
    }

    /// Whether only the service itself can be at fault.
    fileprivate var isServiceFault: Bool {
        switch self {
        case .timedOut, .throttled, .invalidQuery, .server, .blocked(reason: nil, _): true
        case .notAllowed(needs: nil): true
        default: false
        }
    }
}
