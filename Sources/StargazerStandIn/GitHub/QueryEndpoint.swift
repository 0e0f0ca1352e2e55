import Foundation

/// `POST /graphql`, for queries of two shapes about several repositories, whose owners and names are variables: either
/// about their files and folders, or about what `RepositoryFields` has.
///
/// ```
/// query($o0:String!,$n0:String!){r0:repository(owner:$o0,name:$n0){...r}}
/// fragment r on Repository{databaseId defaultBranchRef{name} root:object(expression:"HEAD:"){...t}
/// f0:object(expression:"HEAD:README.md"){...b}}
/// fragment t on Tree{entries{name mode}}
/// fragment b on Blob{oid isBinary isTruncated text}
///
/// query($o0:String!,$n0:String!,$i1:ID!){r0:repository(owner:$o0,name:$n0){...r} r1:node(id:$i1){...r}}
/// fragment r on Repository{databaseId name owner{login avatarUrl} stargazerCount …}
/// ```
struct QueryEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    /// A file with more bytes is truncated.
    private static let maxFileSize = 100_000
    /// The most repositories that scenario `busy` answers for.
    static let busySize = 10

    private struct Request: Decodable {
        let query: String
        let variables: [String: String]?
    }

    func response() -> APIResponse {
        guard let request = try? JSONDecoder().decode(Request.self, from: call.body) else {
            return .failure(400, "Problems parsing JSON", documentation: "https://docs.github.com/graphql")
        }
        let parts = Part.all(in: request.query)
        let objects = request.query.matches(of: /(\w+):object\(expression:"HEAD:([^"]*)"\){\.\.\.(\w+)}/).map {
            Expression(
                alias: String($0.1), path: String($0.2), isTree: request.query.contains("fragment \($0.3) on Tree"))
        }
        guard !parts.isEmpty, !objects.isEmpty || request.query.contains("stargazerCount") else {
            return Self.errors([Self.error(nil, "Parse error on a query that the stand-in does not know")])
        }
        if scenario == .busy, parts.count > Self.busySize { return .badGateway }
        var data = JSONObject()
        var errors: [JSON] = []
        for part in parts {
            let values = part.variables.map { request.variables?[$0] ?? "" }
            if let found = objects.isEmpty ? facts(values) : files(values.joined(separator: "/"), objects) {
                data.set(part.alias, .object(found))
            } else {
                data.set(part.alias, .null)
                let what =
                    values.count == 1
                    ? "a node with the global id of '\(values[0])'"
                    : "a Repository with the name '\(values.joined(separator: "/"))'"
                errors.append(Self.error("NOT_FOUND", "Could not resolve to \(what).", path: part.alias))
            }
        }
        return Self.errors(errors, data: .object(data))
    }

    /// A part of the query that asks for a repository.
    private struct Part {
        let alias: String
        /// Those of owner and name, or that of the ID.
        let variables: [String]

        static func all(in query: String) -> [Part] {
            query.matches(of: /(\w+):(?:repository\(owner:\$(\w+),name|node\(id):\$(\w+)\)/).map { match in
                Part(
                    alias: String(match.1), variables: [match.2, match.3].compactMap { $0.map(String.init) })
            }
        }
    }

    /// A part of the query that asks for a file or folder.
    private struct Expression {
        let alias: String
        let path: String
        /// Whether it has the fields of a folder. Of an object of the other kind it then has none.
        let isTree: Bool
    }

    /// - Parameter values: owner and name, or the ID of a node.
    private func facts(_ values: [String]) -> JSONObject? {
        let found = values.count == 1 ? repository(node: values[0]) : repository(values.joined(separator: "/"))
        return scenario == .gone ? nil : found.map { RepositoryFields(call: call, catalog: catalog).object($0) }
    }

    /// - Parameter node: an ID of the old form, `010:Repository123` in Base64.
    private func repository(node: String) -> SampleRepository? {
        let text = Data(base64Encoded: node).map { String(decoding: $0, as: UTF8.self) }
        guard let text, let match = text.wholeMatch(of: /010:Repository(\d+)/) else { return nil }
        return Int(match.1).flatMap(catalog.repository(id:))
    }

    private func repository(_ fullName: String) -> SampleRepository? {
        catalog.repository(fullName: fullName)
            ?? catalog.renamed(fullName: fullName).flatMap { catalog.repository(id: $0) }
    }

    private func files(_ fullName: String, _ objects: [Expression]) -> JSONObject? {
        if scenario == .gone { return nil }
        let files: SampleFiles
        let id: Int
        if let profile = SampleProfileReadme(in: fullName, folder: nil, of: catalog.people) {
            (id, files) = (profile.id, SampleFiles(readme: profile.text))
        } else if let known = repository(fullName) {
            (id, files) = (known.id, SampleFiles(of: known))
        } else {
            return nil
        }
        var repository = JSONObject()
        repository.set("databaseId", id)
        var branch = JSONObject()
        branch.set("name", "main")
        repository.set("defaultBranchRef", .object(branch))
        for object in objects {
            if let file = files.files.first(where: { $0.path == object.path }) {
                repository.set(object.alias, object.isTree ? .object(JSONObject()) : Self.blob(file, id: id))
            } else if let entries = files.entries(of: object.path) {
                repository.set(object.alias, object.isTree ? Self.tree(entries) : .object(JSONObject()))
            } else {
                repository.set(object.alias, .null)
            }
        }
        return repository
    }

    private static func tree(_ entries: [(name: String, mode: Int)]) -> JSON {
        var tree = JSONObject()
        tree.set(
            "entries",
            .array(
                entries.map {
                    var entry = JSONObject()
                    entry.set("name", $0.name)
                    entry.set("mode", $0.mode)
                    return .object(entry)
                }))
        return .object(tree)
    }

    /// Returns a file; of a symbolic link, where it leads.
    private static func blob(_ file: SampleFiles.File, id: Int) -> JSON {
        let data = file.target.map { Data($0.utf8) } ?? file.data
        let text = String(validating: data, as: UTF8.self)
        let isTruncated = text != nil && data.count > maxFileSize
        var blob = JSONObject()
        blob.set("oid", ReadmeEndpoint.hash(id: id, path: file.path))
        blob.set("isBinary", text == nil)
        blob.set("isTruncated", isTruncated)
        blob.set("text", isTruncated ? .string(String(decoding: data.prefix(maxFileSize), as: UTF8.self)) : .text(text))
        return .object(blob)
    }

    // MARK: Errors

    static let rateLimited = errors([
        error("RATE_LIMIT", "API rate limit already exceeded for user ID 1.", code: "graphql_rate_limit")
    ])

    private static func errors(_ errors: [JSON], data: JSON? = nil) -> APIResponse {
        var body = JSONObject()
        if let data { body.set("data", data) }
        if !errors.isEmpty { body.set("errors", .array(errors)) }
        return .json(200, .object(body))
    }

    private static func error(_ type: String?, _ message: String, path: String? = nil, code: String? = nil) -> JSON {
        var error = JSONObject()
        if let type { error.set("type", type) }
        if let code { error.set("code", code) }
        if let path { error.set("path", .array([.string(path)])) }
        error.set("message", message)
        return .object(error)
    }
}
