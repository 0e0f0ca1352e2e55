import Foundation

/// `POST /graphql`, for queries of one shape: files and folders of several repositories, whose owners and names are
/// variables.
///
/// ```
/// query($o0:String!,$n0:String!){r0:repository(owner:$o0,name:$n0){...r}}
/// fragment r on Repository{databaseId defaultBranchRef{name} root:object(expression:"HEAD:"){...t}
/// f0:object(expression:"HEAD:README.md"){...b}}
/// fragment t on Tree{entries{name mode}}
/// fragment b on Blob{oid isBinary isTruncated text}
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
        let parts = request.query.matches(of: /(\w+):repository\(owner:\$(\w+),name:\$(\w+)\)/)
        let objects = request.query.matches(of: /(\w+):object\(expression:"HEAD:([^"]*)"\){\.\.\.(\w+)}/).map {
            Expression(
                alias: String($0.1), path: String($0.2), isTree: request.query.contains("fragment \($0.3) on Tree"))
        }
        guard !parts.isEmpty, !objects.isEmpty else {
            return Self.errors([Self.error(nil, "Parse error on a query that the stand-in does not know")])
        }
        if scenario == .busy, parts.count > Self.busySize { return .badGateway }
        var data = JSONObject()
        var errors: [JSON] = []
        for part in parts {
            let alias = String(part.1)
            let owner = request.variables?[String(part.2)] ?? ""
            let name = request.variables?[String(part.3)] ?? ""
            if let found = repository("\(owner)/\(name)", objects) {
                data.set(alias, .object(found))
            } else {
                data.set(alias, .null)
                errors.append(
                    Self.error(
                        "NOT_FOUND", "Could not resolve to a Repository with the name '\(owner)/\(name)'.", path: alias)
                )
            }
        }
        return Self.errors(errors, data: .object(data))
    }

    /// A part of the query that asks for a file or folder.
    private struct Expression {
        let alias: String
        let path: String
        /// Whether it has the fields of a folder. Of an object of the other kind it then has none.
        let isTree: Bool
    }

    private func repository(_ fullName: String, _ objects: [Expression]) -> JSONObject? {
        if scenario == .gone { return nil }
        let files: SampleFiles
        let id: Int
        if let profile = SampleProfileReadme(in: fullName, folder: nil, of: catalog.people) {
            (id, files) = (profile.id, SampleFiles(readme: profile.text))
        } else if let known = catalog.repository(fullName: fullName)
            ?? catalog.renamed(fullName: fullName).flatMap({ catalog.repository(id: $0) })
        {
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
