import Foundation

/// `GET /repos/{owner}/{repo}/readme`, and for a folder `GET /repos/{owner}/{repo}/readme/{dir}`.
///
/// Profile READMEs are in repositories that searches do not find.
struct ReadmeEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func response(fullName: String, folder: String? = nil) -> APIResponse {
        if let profile = SampleProfileReadme(in: fullName, folder: folder, of: catalog.people) {
            let path = [folder, "README.md"].compactMap(\.self).joined(separator: "/")
            let file = SampleFiles.File(path: path, data: Data(profile.text.utf8))
            return response(file, of: fullName, id: profile.id)
        }
        guard folder == nil else { return none }
        guard let repository = catalog.repository(fullName: fullName) else {
            guard let id = catalog.renamed(fullName: fullName) else { return .notFound }
            return .movedPermanently(to: "\(call.api)/repositories/\(id)/readme")
        }
        return response(for: repository)
    }

    func response(id: String) -> APIResponse {
        guard let id = Int(id), let repository = catalog.repository(id: id) else { return .notFound }
        return response(for: repository)
    }

    private func response(for repository: SampleRepository) -> APIResponse {
        if scenario == .blocked { return ScenarioRules.blocked(id: repository.id) }
        guard let file = SampleFiles(of: repository).readme else { return none }
        return response(file, of: repository.fullName, id: repository.id)
    }

    private var none: APIResponse {
        .failure(404, "Not Found", documentation: "https://docs.github.com/rest/repos/contents")
    }

    /// A larger file is in raw answers only.
    private static let maxSize = 1_000_000

    private func response(_ file: SampleFiles.File, of fullName: String, id: Int) -> APIResponse {
        let (data, path) = (file.data, file.path)
        if call.accept.contains("raw") {
            return .tagged(data, call, contentType: "application/vnd.github.raw+json; charset=utf-8")
        }
        let hash = Self.hash(id: id, path: path)
        let place = "\(call.api)/repos/\(fullName)"
        let page = "https://github.com/\(fullName)/blob/main/\(path)"
        let address = "\(place)/contents/\(path)?ref=main"
        let blob = "\(place)/git/blobs/\(hash)"
        var links = JSONObject()
        links.set("self", address)
        links.set("git", blob)
        links.set("html", page)
        let isLarge = data.count > Self.maxSize
        var file = JSONObject()
        file.set("name", path.split(separator: "/").last.map(String.init) ?? path)
        file.set("path", path)
        file.set("sha", hash)
        file.set("size", data.count)
        file.set("url", address)
        file.set("html_url", page)
        file.set("git_url", blob)
        file.set("download_url", "\(call.root)/raw/\(fullName)/main/\(path)")
        file.set("type", "file")
        file.set("content", isLarge ? "" : Self.lines(of: data.base64EncodedString()))
        file.set("encoding", isLarge ? "none" : "base64")
        file.set("_links", .object(links))
        return .tagged(.object(file), call)
    }

    /// Returns the name of a file's blob.
    static func hash(id: Int, path: String) -> String {
        let number = path.utf8.reduce(0) { $0 &* 31 &+ Int($1) }
        return String(format: "%040lx", Seed(id &+ number).value)
    }

    /// Breaks Base64 text into lines like GitHub.
    private static func lines(of text: String) -> String {
        var lines = ""
        var rest = text[...]
        while !rest.isEmpty {
            lines += rest.prefix(60) + "\n"
            rest = rest.dropFirst(60)
        }
        return lines
    }
}
