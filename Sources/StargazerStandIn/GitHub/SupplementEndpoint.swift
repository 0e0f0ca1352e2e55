/// `GET /repos/{owner}/{repo}/languages` and `…/releases/latest`, and the same by repository ID.
struct SupplementEndpoint {
    enum Name { case languages, latestRelease }

    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    private static let noRelease = APIResponse.failure(
        404, "Not Found", documentation: "https://docs.github.com/rest/releases/releases#get-the-latest-release")

    /// Returns the endpoint of a path; nil for any other path.
    static func name(in parts: [String]) -> Name? {
        let begin = parts.first == "repos" ? 3 : parts.first == "repositories" ? 2 : parts.count
        switch Array(parts.dropFirst(begin)) {
        case ["languages"]: return .languages
        case ["releases", "latest"]: return .latestRelease
        default: return nil
        }
    }

    func response() -> APIResponse {
        let parts = call.parts
        guard parts[0] == "repos" else {
            return Int(parts[1]).flatMap(catalog.repository(id:)).map(response(for:)) ?? .notFound
        }
        let fullName = "\(parts[1])/\(parts[2])"
        if let repository = catalog.repository(fullName: fullName) { return response(for: repository) }
        guard let id = catalog.renamed(fullName: fullName) else { return .notFound }
        return .movedPermanently(
            to: (["\(call.api)/repositories/\(id)"] + parts.dropFirst(3)).joined(separator: "/"))
    }

    private func response(for repository: SampleRepository) -> APIResponse {
        if scenario == .blocked { return ScenarioRules.blocked(id: repository.id) }
        if Self.name(in: call.parts) == .languages {
            var object = JSONObject()
            for (name, bytes) in SampleLanguages(of: repository).bytes { object.set(name, bytes) }
            return .tagged(.object(object), call)
        }
        return SampleRelease(of: repository).map { .tagged(.object(json($0, of: repository)), call) } ?? Self.noRelease
    }

    private func json(_ release: SampleRelease, of repository: SampleRepository) -> JSONObject {
        let api = "\(call.api)/repos/\(repository.fullName)"
        let page = "https://github.com/\(repository.fullName)"
        let date = RepositoryPayload.date(release.published)
        var object = JSONObject()
        object.set("url", "\(api)/releases/\(repository.id)")
        object.set("assets_url", "\(api)/releases/\(repository.id)/assets")
        object.set("upload_url", "https://uploads.github.com/repos/\(repository.fullName)/assets{?name,label}")
        object.set("html_url", "\(page)/releases/tag/\(release.tag)")
        object.set("id", repository.id)
        object.set("author", OwnerPayload.json(repository.owner, call, catalog))
        object.set("node_id", NodeID.text("RE_", repository.id))
        object.set("tag_name", release.tag)
        object.set("target_commitish", "main")
        object.set("name", .text(release.name))
        object.set("draft", false)
        object.set("immutable", false)
        object.set("prerelease", false)
        object.set("created_at", date)
        object.set("updated_at", date)
        object.set("published_at", date)
        object.set("assets", .array([]))
        object.set("tarball_url", "\(api)/tarball/\(release.tag)")
        object.set("zipball_url", "\(api)/zipball/\(release.tag)")
        object.set("body", .text(release.notes))
        return object
    }
}
