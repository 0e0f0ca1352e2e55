import Foundation

/// A repository in GitHub's JSON: the short object of lists and searches, and the full object of its own endpoint.
struct RepositoryPayload {
    let call: APICall
    let catalog: SampleCatalog

    func searchItem(_ repository: SampleRepository) -> JSON {
        var object = short(repository)
        object.set("score", 1)
        return .written(JSON.object(object).data)
    }

    func listItem(_ repository: SampleRepository) -> JSON { .written(JSON.object(short(repository)).data) }

    func full(_ repository: SampleRepository) -> JSON {
        var object = short(repository)
        object.set("temp_clone_token", .null)
        object.set("allow_squash_merge", true)
        object.set("allow_merge_commit", true)
        object.set("allow_rebase_merge", true)
        object.set("allow_auto_merge", false)
        object.set("delete_branch_on_merge", false)
        object.set("allow_update_branch", false)
        if catalog.isOrganization(repository.owner) {
            object.set("organization", OwnerPayload.json(repository.owner, call, catalog))
        }
        if let original = repository.parent.flatMap(catalog.repository(fullName:)) {
            object.set("parent", .object(short(original)))
            object.set("source", .object(short(original)))
        }
        object.set("network_count", repository.forks)
        object.set("subscribers_count", repository.watchers)
        return .object(object)
    }

    private func short(_ repository: SampleRepository) -> JSONObject {
        let url = "\(call.api)/repos/\(repository.fullName)"
        let page = "https://github.com/\(repository.fullName)"
        var object = JSONObject()
        object.set("id", repository.id)
        object.set("node_id", NodeID.text("R_", repository.id))
        object.set("name", repository.name)
        object.set("full_name", repository.fullName)
        object.set("private", false)
        object.set("owner", OwnerPayload.json(repository.owner, call, catalog))
        object.set("html_url", page)
        object.set("description", .text(repository.summary))
        object.set("fork", repository.isFork)
        object.set("url", url)
        for address in Self.addresses { object.set(String(address[0]), "\(url)\(address[1])") }
        object.set("created_at", Self.date(repository.created))
        object.set("updated_at", Self.date(repository.pushed))
        object.set("pushed_at", Self.date(repository.pushed))
        object.set("git_url", "git://github.com/\(repository.fullName).git")
        object.set("ssh_url", "git@github.com:\(repository.fullName).git")
        object.set("clone_url", "\(page).git")
        object.set("svn_url", page)
        object.set("homepage", .text(repository.homepage))
        object.set("size", repository.sizeInKilobytes)
        object.set("stargazers_count", repository.stars)
        object.set("watchers_count", repository.stars)
        object.set("language", .text(repository.language))
        object.set("has_issues", true)
        object.set("has_projects", true)
        object.set("has_downloads", true)
        object.set("has_wiki", repository.id % 3 != 0)
        object.set("has_pages", repository.id % 4 == 0)
        object.set("has_discussions", repository.id % 2 == 0)
        object.set("forks_count", repository.forks)
        object.set("mirror_url", .text(repository.mirrorOf))
        object.set("archived", repository.isArchived)
        object.set("disabled", false)
        object.set("open_issues_count", repository.issues)
        object.set("license", LicensePayload.json(repository.license, call))
        object.set("allow_forking", true)
        object.set("is_template", repository.isTemplate)
        object.set("web_commit_signoff_required", false)
        object.set("topics", .array(repository.topics.map(JSON.string)))
        object.set("visibility", "public")
        object.set("forks", repository.forks)
        object.set("open_issues", repository.issues)
        object.set("watchers", repository.stars)
        object.set("default_branch", "main")
        if call.token != nil { object.set("permissions", Self.mayOnlyRead) }
        return object
    }

    private static let mayOnlyRead: JSON = {
        var permissions = JSONObject()
        for right in ["admin", "maintain", "push", "triage"] { permissions.set(right, false) }
        permissions.set("pull", true)
        return .object(permissions)
    }()

    static func date(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    private static let addresses = """
        forks_url /forks
        keys_url /keys{/key_id}
        collaborators_url /collaborators{/collaborator}
        teams_url /teams
        hooks_url /hooks
        issue_events_url /issues/events{/number}
        events_url /events
        assignees_url /assignees{/user}
        branches_url /branches{/branch}
        tags_url /tags
        blobs_url /git/blobs{/sha}
        git_tags_url /git/tags{/sha}
        git_refs_url /git/refs{/sha}
        trees_url /git/trees{/sha}
        statuses_url /statuses/{sha}
        languages_url /languages
        stargazers_url /stargazers
        contributors_url /contributors
        subscribers_url /subscribers
        subscription_url /subscription
        commits_url /commits{/sha}
        git_commits_url /git/commits{/sha}
        comments_url /comments{/number}
        issue_comment_url /issues/comments{/number}
        contents_url /contents/{+path}
        compare_url /compare/{base}...{head}
        merges_url /merges
        archive_url /{archive_format}{/ref}
        downloads_url /downloads
        issues_url /issues{/number}
        pulls_url /pulls{/number}
        milestones_url /milestones{/number}
        notifications_url /notifications{?since,all,participating}
        labels_url /labels{/name}
        releases_url /releases{/id}
        deployments_url /deployments
        """.split(separator: "\n").map { $0.split(separator: " ") }
}
