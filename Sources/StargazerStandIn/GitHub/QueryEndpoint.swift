import Foundation

/// `POST /graphql`, for queries of one shape: files of several repositories, whose owners and names are variables.
///
/// ```
/// query($o0:String!,$n0:String!){r0:repository(owner:$o0,name:$n0){...r}}
/// fragment r on Repository{databaseId defaultBranchRef{name} f0:object(expression:"HEAD:README.md"){...b}}
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
        let files = request.query.matches(of: /(\w+):object\(expression:"HEAD:([^"]+)"\)/)
        guard !parts.isEmpty, !files.isEmpty else {
            return Self.errors([Self.error(nil, "Parse error on a query that the stand-in does not know")])
        }
        if scenario == .busy, parts.count > Self.busySize { return .badGateway }
        var data = JSONObject()
        var errors: [JSON] = []
        for part in parts {
            let alias = String(part.1)
            let owner = request.variables?[String(part.2)] ?? ""
            let name = request.variables?[String(part.3)] ?? ""
            if let found = repository("\(owner)/\(name)", files.map { (String($0.1), String($0.2)) }) {
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

    private func repository(_ fullName: String, _ files: [(alias: String, path: String)]) -> JSONObject? {
        if scenario == .gone { return nil }
        var text: String?
        let id: Int
        if let profile = SampleProfileReadme(in: fullName, folder: nil, of: catalog.people) {
            (id, text) = (profile.id, profile.text)
        } else if let known = catalog.repository(fullName: fullName)
            ?? catalog.renamed(fullName: fullName).flatMap({ catalog.repository(id: $0) })
        {
            (id, text) = (known.id, SampleReadme(of: known).text)
        } else {
            return nil
        }
        var repository = JSONObject()
        repository.set("databaseId", id)
        var branch = JSONObject()
        branch.set("name", "main")
        repository.set("defaultBranchRef", .object(branch))
        for file in files {
            let isThere = file.path == "README.md" && text != nil
            repository.set(file.alias, isThere ? Self.blob(text ?? "", id: id) : .null)
        }
        return repository
    }

    private static func blob(_ text: String, id: Int) -> JSON {
        let isTruncated = text.utf8.count > maxFileSize
        var blob = JSONObject()
        blob.set("oid", ReadmeEndpoint.hash(id: id))
        blob.set("isBinary", false)
        blob.set("isTruncated", isTruncated)
        blob.set("text", isTruncated ? String(decoding: text.utf8.prefix(maxFileSize), as: UTF8.self) : text)
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
