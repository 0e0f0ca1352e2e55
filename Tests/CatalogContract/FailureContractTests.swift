import Foundation
import StargazerCore
import StargazerStandIn
import Testing

@testable import StargazerUI

/// Whatever goes wrong is said in the failures that screens know, and in words that are true of this catalog.
@MainActor struct FailureContractTests {
    /// What people can do about it tells failures apart.
    enum FailureCategory {
        case offline, timedOut, limited, refused, unauthorized, notAllowed, blocked, gone, server, unreadable
    }

    /// What each fault of the server makes of a search, and of a question for details; nil where it does them no harm.
    private static let expected: [StandInScenario: (search: FailureCategory?, details: FailureCategory?)] = [
        .offline: (.offline, .offline), .timeout: (.timedOut, .timedOut), .server: (.server, .server),
        .unauthorized: (.unauthorized, .unauthorized), .forbidden: (.notAllowed, .notAllowed),
        .rateLimit: (.limited, .limited), .secondary: (.limited, .limited), .html: (.unreadable, .unreadable),
        .cut: (.unreadable, .unreadable), .badQuery: (.refused, nil), .blocked: (nil, .blocked), .gone: (nil, .gone),
        .drift: (nil, nil), .incomplete: (nil, nil), .later: (nil, nil),
    ]

    @Test(arguments: await RegisteredCatalogs.kinds, StandInScenario.allCases)
    func `a fault is told by what can be done about it`(kind: CatalogKind, scenario: StandInScenario) async throws {
        let item = try await RegisteredCatalogs.sample(kind).item
        let expected = try #require(Self.expected[scenario])
        let searched = try await search(kind, under: scenario)
        #expect(searched.failure?.category == expected.search)
        // Some services never say that they gave up early; then what came is an answer like any other.
        if scenario == .incomplete { #expect(searched.answer != nil) }
        let catalog = try RegisteredCatalogs.one(kind, under: scenario).catalog
        let failed = await failure { () async throws(CatalogFailure) in _ = try await catalog.details(of: item) }
        #expect(failed?.category == expected.details)
        for failure in [searched.failure, failed].compactMap(\.self) { try expectWords(for: failure, kind) }
    }

    @Test(arguments: await RegisteredCatalogs.kinds)
    func `every failure has words, and they name no other service`(kind: CatalogKind) throws {
        let limit = RateLimit(bucket: "search", limit: 10, resetsAt: Date())
        let failures: [CatalogFailure] = [
            .offline, .timedOut, .rateLimited(limit), .throttled(until: Date()), .invalidQuery(reason: nil),
            .invalidQuery(reason: "Because."), .badQuery(.catalogSpecific("no such flaw")),
            .badQuery(.tooLong(300, limit: 256)),
            .unauthorized, .notAllowed(needs: nil), .blocked(reason: nil, link: nil),
            .blocked(reason: "tos", link: nil), .gone, .server(status: 502), .insecure, .unreadable(code: "code"),
            .unexpected(code: "code"), .otherServer(host: "elsewhere.invalid"),
        ]
        for failure in failures { try expectWords(for: failure, kind) }
    }

    private func expectWords(for failure: CatalogFailure, _ kind: CatalogKind) throws {
        let registration = try RegisteredCatalogs.one(kind)
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
        _ kind: CatalogKind, under scenario: StandInScenario
    ) async throws -> (answer: ResultBatch?, failure: CatalogFailure?) {
        let catalog = try RegisteredCatalogs.one(kind, under: scenario).catalog
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
        case .offline: .offline
        case .timedOut: .timedOut
        case .rateLimited, .throttled: .limited
        case .invalidQuery, .badQuery: .refused
        case .unauthorized: .unauthorized
        case .notAllowed: .notAllowed
        case .blocked: .blocked
        case .gone: .gone
        case .server: .server
        case .unreadable: .unreadable
        case .insecure, .unexpected, .otherServer, .cancelled: nil
        }
    }

    /// What only the service itself can have said, or not said.
    fileprivate var isServiceFault: Bool {
        switch self {
        case .timedOut, .throttled, .invalidQuery, .server, .blocked(reason: nil, _): true
        case .notAllowed(needs: nil): true
        default: false
        }
    }
}
