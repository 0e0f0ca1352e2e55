import Foundation
import StargazerCore
import Synchronization

/// The READMEs of many repositories and people: signed in by GraphQL, up to 50 in a query, and otherwise by REST one by
/// one.
///
/// A query that is too much for the server is divided; the size grows again slowly. REST also loads what a query cannot
/// decide or read: files with other names, symbolic links, large files and other encodings.
final class GitHubDocumentTexts: DocumentTexts {
    private struct State {
        var batchSize = maxBatchSize
        /// Queries in a row that failed.
        var failures = 0
        /// The items to load by REST.
        var singles: Set<ItemID> = []
        /// The token that the server allows no queries.
        var refusedToken: String?
    }

    private static let maxBatchSize = 50
    private static let growth = 2
    /// Failures in a row after which the server counts as unavailable.
    private static let maxFailures = 3
    /// Seconds between requests at least, and after a query that failed.
    private static let minimumPause: TimeInterval = 1
    private static let samplePause: TimeInterval = 0.1
    private static let pauseAfterFailure: TimeInterval = 5
    private static let maxPause: TimeInterval = 600

    private let client: GitHubClient
    private let state = Mutex(State())

    init(client: GitHubClient) { self.client = client }

    func mayHaveText(_ item: Item) -> Bool {
        item.id.host == client.server.host && GitHubDocuments.name(of: item) != nil
    }

    func texts(of requests: [DocumentTextRequest]) async throws(CatalogFailure) -> DocumentTextBatch {
        guard let first = requests.first else { return DocumentTextBatch(pause: 0) }
        let session = client.session
        let size: Int? = state.withLock { state in
            let isQuery =
                session.credential != nil && state.refusedToken != session.tokenDigest
                && !Self.needsSingle(first, state)
            return isQuery ? state.batchSize : nil
        }
        do throws(CatalogFailure) {
            guard let size else { return try await single(first) }
            let batch = state.withLock { state in
                requests.filter { !Self.needsSingle($0, state) }.prefix(size)
            }
            return try await query(Array(batch), as: session)
        } catch {
            // Requests of an account that is no longer in use say nothing.
            if error == .unauthorized, session !== client.session { throw .cancelled }
            throw error
        }
    }

    /// The README of an organization is in a folder, for which there are no usual names.
    private static func needsSingle(_ request: DocumentTextRequest, _ state: State) -> Bool {
        state.singles.contains(request.item.id) || GitHubDocuments.name(of: request.item)?.folder != nil
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

    private func send(_ call: GitHubCall) async throws(CatalogFailure) -> HTTPResponse {
        do throws(CatalogFailure) {
            return try await client.send(call)
        } catch .notSent {
            guard let limit = client.limit(call.bucket) else { throw .notSent }
            throw .rateLimited(limit)
        }
    }

    // MARK: GraphQL

    private func query(
        _ requests: [DocumentTextRequest], as session: GitHubSession
    ) async throws(CatalogFailure) -> DocumentTextBatch {
        let names = requests.compactMap { request in
            GitHubDocuments.name(of: request.item).map { (owner: $0.owner, name: $0.repository) }
        }
        guard let url = client.server.graphQLURL, names.count == requests.count else {
            throw .unexpected(code: "address")
        }
        var call = GitHubCall(url: url, bucket: .graphQL, requester: .account(session))
        call.method = "POST"
        call.body = ReadmeQuery(names).body
        call.usesHalfOfLimit = true
        let body: Data
        do throws(CatalogFailure) {
            body = try await send(call).body
        } catch {
            switch error {
            case .server, .timedOut, .unreadable(code: "too-large"), .unreadable(code: "cut"):
                return try tooMuch(requests, error)
            case .notAllowed, .gone, .blocked, .unexpected: return try await refused(requests, session)
            default: throw error
            }
        }
        let errors = (try? JSONDecoder().decode(GraphQLErrors.self, from: body))?.entries ?? []
        let data = try ResponseJSON.read(ReadmeQueryPayload.self, from: body, what: "graphql").data
        guard let data else {
            let isTooMuch = (try? JSONDecoder().decode(GraphQLErrors.self, from: body))?.isTooMuch == true
            return isTooMuch
                ? try tooMuch(requests, .server(status: 502)) : try await refused(requests, session)
        }
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
                results[request.item.id] = .failed(.notAllowed(needs: nil))
            default: break
            }
        }
        let found = singles
        guard !results.isEmpty || !found.isEmpty else { return try tooMuch(requests, .server(status: 502)) }
        let isComplete = results.count + found.count == requests.count
        state.withLock { state in
            state.singles.formUnion(found)
            state.failures = 0
            state.batchSize =
                isComplete
                ? min(state.batchSize + Self.growth, Self.maxBatchSize) : max(1, results.count + found.count)
        }
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

    /// Divides the next query.
    /// - Throws: the failure, when the last queries have failed too.
    private func tooMuch(
        _ requests: [DocumentTextRequest], _ failure: CatalogFailure
    ) throws(CatalogFailure) -> DocumentTextBatch {
        let failures = state.withLock { state in
            state.failures += 1
            state.batchSize = max(1, requests.count / 2)
            if requests.count == 1 { state.singles.formUnion(requests.map(\.item.id)) }
            return state.failures
        }
        guard failures < Self.maxFailures else {
            state.withLock { $0.failures = 0 }
            throw failure
        }
        return DocumentTextBatch(pause: Self.pauseAfterFailure * Double(failures))
    }

    private func refused(
        _ requests: [DocumentTextRequest], _ session: GitHubSession
    ) async throws(CatalogFailure) -> DocumentTextBatch {
        state.withLock { $0.refusedToken = session.tokenDigest }
        guard let first = requests.first else { return DocumentTextBatch(pause: Self.minimumPause) }
        return try await single(first)
    }

    // MARK: REST

    private func single(_ request: DocumentTextRequest) async throws(CatalogFailure) -> DocumentTextBatch {
        let item = request.item
        guard let name = GitHubDocuments.name(of: item) else { throw .unexpected(code: "foreign-item") }
        let readme: GitHubEndpoint =
            item.repository == nil
            ? .readme(owner: name.owner, name: name.repository, folder: name.folder) : .readmeByID(item.id.id)
        guard let url = readme.url(on: client.server) else { throw .unexpected(code: "address") }
        var count = 0.0
        let result: DocumentTextResult
        do throws(CatalogFailure) {
            let file = try await ReadmeFile(unless: request.version) { isRaw throws(CatalogFailure) in
                var call = GitHubCall(url: url, bucket: .core)
                call.usesHalfOfLimit = true
                if isRaw { (call.accept, call.expects) = (GitHubCall.rawMediaType, .file) }
                count += 1
                return try await send(call).body
            }
            let isUnchanged = request.version != nil && file.payload.sha == request.version
            result = isUnchanged ? .unchanged : file.source.map { .text($0) } ?? .none
        } catch {
            switch error {
            // Also of an item that is gone: REST answers both alike.
            case .gone: result = .none
            case .notAllowed, .blocked, .unreadable(code: "redirect"), .unreadable(code: "too-large"):
                result = .failed(error)
            // What is not read as a file is no reason to stop.
            case .unreadable(let code) where code.hasPrefix("readme-"): result = .failed(error)
            default: throw error
            }
        }
        state.withLock { _ = $0.singles.remove(item.id) }
        return DocumentTextBatch([item.id: result], pause: pause(.core) * max(1, count))
    }
}
