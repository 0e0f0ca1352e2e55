import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// READMEs of many repositories and people: signed in by GraphQL, up to 50 in a query, otherwise one by one by REST.
///
/// REST also loads what a query cannot: files with other names, symbolic links, large files and other encodings.
final class GitHubDocumentTexts: DocumentTexts {
    /// Seconds between requests at least.
    private static let minimumPause: TimeInterval = 1
    private static let samplePause: TimeInterval = 0.1
    private static let maxPause: TimeInterval = 600

    private let client: GitHubClient
    private let queries: GraphQLClient
    /// The items to load by REST.
    private let singles = Mutex<Set<ItemID>>([])

    init(client: GitHubClient) {
        self.client = client
        queries = GraphQLClient(client: client)
    }

    func mayHaveText(_ item: Item) -> Bool {
        item.id.host == client.server.host && GitHubDocuments.name(of: item) != nil
    }

    func texts(of requests: [DocumentTextRequest]) async throws(CatalogFailure) -> DocumentTextBatch {
        let session = client.session
        // What waits for its turn without the token does not keep the others waiting.
        let waits = client.signedOutEnd != nil
        let ready = waits ? requests.filter { session.refusal(of: Self.owner(of: $0)) == nil } : requests
        let requests = ready.isEmpty ? requests : ready
        guard let first = requests.first else { return DocumentTextBatch(pause: 0) }
        do throws(CatalogFailure) {
            guard let size = queries.batchSize(for: session), !needsSingle(first) else {
                return try await single(first)
            }
            return try await query(Array(requests.filter { !needsSingle($0) }.prefix(size)), as: session)
        } catch {
            // Requests of an account that is no longer in use say nothing.
            if error == .unauthorized, session !== client.session { throw .cancelled }
            throw error
        }
    }

    /// The README of an organization is in a folder, for which there are no usual names.
    private func needsSingle(_ request: DocumentTextRequest) -> Bool {
        singles.withLock { $0.contains(request.item.id) } || GitHubDocuments.name(of: request.item)?.folder != nil
            || client.session.refusal(of: Self.owner(of: request)) != nil
    }

    private static func owner(of request: DocumentTextRequest) -> String? {
        GitHubDocuments.name(of: request.item)?.repository.owner.text
    }

    /// Returns the seconds that spread half of the limit evenly over its window.
    private func pause(_ bucket: RateBucket) -> TimeInterval {
        if client.server == .sample { return Self.samplePause }
        // After a request, a server that counts has fewer than all left.
        guard let limit = client.limit(bucket), let total = limit.limit, total > 1,
            limit.remaining.map({ $0 < total }) == true
        else { return Self.minimumPause }
        return min(max(Self.minimumPause, 3_600 / Double(total / 2)), Self.maxPause)
    }

    // MARK: GraphQL

    private func query(
        _ requests: [DocumentTextRequest], as session: GitHubSession
    ) async throws(CatalogFailure) -> DocumentTextBatch {
        let names = requests.compactMap { GitHubDocuments.name(of: $0.item)?.repository }
        guard names.count == requests.count else { throw .unexpected(code: "address") }
        let answer: GraphQLClient.Answer<ReadmeQueryPayload>
        do throws(CatalogFailure) {
            answer = try await queries.send(
                ReadmeQuery(names).body, about: requests.count, as: session, reading: ReadmeQueryPayload.self)
        } catch {
            // A query cannot be smaller.
            if case .server = error, requests.count == 1 { singles.withLock { _ = $0.insert(requests[0].item.id) } }
            throw error
        }
        guard case .data(let payload, let errors) = answer else { return try await unanswered(requests, answer) }
        let data = payload.repositories
        var results: [ItemID: DocumentTextResult] = [:]
        var singles: Set<ItemID> = []
        for (number, request) in requests.enumerated() {
            let alias = ReadmeQuery.alias(number)
            let failed = errors.first { $0.alias == alias }
            switch (data[alias]?.value, failed?.type) {
            case (let repository?, _):
                if let result = Self.result(of: request, repository) {
                    results[request.item.id] = result
                } else {
                    singles.insert(request.item.id)
                }
            case (nil, "NOT_FOUND"):
                results[request.item.id] = request.item.repository == nil ? DocumentTextResult.none : .gone
            case (nil, let type?) where !type.hasPrefix("RESOURCE_LIMIT"):
                let refusal = TokenRefusal(message: failed?.message ?? "")
                if let refusal, !refusal.needsSignOn {
                    // REST has public data without the token.
                    session.record(refusal, of: Self.owner(of: request))
                    singles.insert(request.item.id)
                } else {
                    results[request.item.id] = .failed(
                        refusal.map(CatalogFailure.tokenRefused) ?? .notAllowed(needs: nil))
                }
            default: break
            }
        }
        let found = singles
        self.singles.withLock { $0.formUnion(found) }
        let answered: GraphQLClient.Answer<ReadmeQueryPayload>? = try queries.answered(
            results.count + found.count, of: requests.count)
        if let answered { return try await unanswered(requests, answered) }
        return DocumentTextBatch(results, pause: pause(.graphQL))
    }

    /// Returns nil when REST must load it.
    private static func result(
        of request: DocumentTextRequest, _ repository: ReadmeQueryPayload.Repository
    ) -> DocumentTextResult? {
        // Another repository may have taken over the name.
        if request.item.repository != nil, let id = repository.databaseID, String(id) != request.item.id.id {
            return nil
        }
        let path: String
        switch repository.readme {
        case .file(let found): path = found
        case .none: return DocumentTextResult.none
        case .unknown: return nil
        }
        guard let file = repository.files[path] else { return nil }
        if file.oid == request.version { return .unchanged }
        // GitHub takes text in other encodings for binary, and cuts a long one early.
        guard file.isBinary != true, file.isTruncated != true, let text = file.text,
            text.utf8.count <= StoredDocument.maxSize
        else { return nil }
        return .text(
            DocumentSource(
                text: FileText.withoutByteOrderMark(text), version: file.oid, path: path, branch: repository.branch))
    }

    /// Asks for less, or one by one.
    private func unanswered(
        _ requests: [DocumentTextRequest], _ answer: GraphQLClient.Answer<ReadmeQueryPayload>
    ) async throws(CatalogFailure) -> DocumentTextBatch {
        if case .tooMuch(let pause) = answer {
            if requests.count == 1 { singles.withLock { $0.formUnion(requests.map(\.item.id)) } }
            return DocumentTextBatch(pause: pause)
        }
        guard let first = requests.first else { return DocumentTextBatch(pause: Self.minimumPause) }
        return try await single(first)
    }

    // MARK: REST

    private func single(_ request: DocumentTextRequest) async throws(CatalogFailure) -> DocumentTextBatch {
        let item = request.item
        guard let name = GitHubDocuments.name(of: item) else { throw .unexpected(code: "foreign-item") }
        let readme: GitHubEndpoint =
            item.repository == nil
            ? .readme(name.repository, folder: name.folder) : .readmeByID(item.id.id)
        guard let url = readme.url(on: client.server) else { throw .unexpected(code: "address") }
        var count = 0.0
        let result: DocumentTextResult
        do throws(CatalogFailure) {
            let file = try await ReadmeFile(unless: request.version) { isRaw throws(CatalogFailure) in
                var call = GitHubCall(url: url, bucket: .core, knownOwner: name.repository.owner.text)
                call.usesHalfOfLimit = true
                if isRaw { (call.accept, call.expects) = (GitHubCall.rawMediaType, .file) }
                count += 1
                return try await client.sendOptional(call).body
            }
            let isUnchanged = request.version != nil && file.payload.sha == request.version
            result = isUnchanged ? .unchanged : file.source.map { .text($0) } ?? .none
        } catch {
            switch error {
            // Also of an item that is gone: REST answers both alike.
            case .gone: result = .none
            case .notAllowed, .tokenRefused, .blocked, .unreadable(code: "redirect"), .unreadable(code: "too-large"):
                result = .failed(error)
            // What is not read as a file is no reason to stop.
            case .unreadable(let code) where code.hasPrefix("readme-"): result = .failed(error)
            default: throw error
            }
        }
        singles.withLock { _ = $0.remove(item.id) }
        return DocumentTextBatch([item.id: result], pause: pause(.core) * max(1, count))
    }
}
