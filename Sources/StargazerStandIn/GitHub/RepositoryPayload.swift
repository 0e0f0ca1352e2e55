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

/// The fields of a repository in GitHub's GraphQL API.
struct RepositoryFields {
    let call: APICall
    let catalog: SampleCatalog

    func object(_ repository: SampleRepository) -> JSONObject {
        let page = "https://github.com/\(repository.fullName)"
        let requests = repository.issues / 5
        var object = JSONObject()
        object.set("databaseId", repository.id)
        object.set("name", repository.name)
        object.set(
            "owner",
            Self.object(
                ("login", .string(repository.owner)),
                ("avatarUrl", .string("\(call.root)/avatars/u/\(catalog.people.id(of: repository.owner))?v=4"))))
        object.set("description", .text(repository.summary))
        object.set("stargazerCount", repository.stars)
        object.set("forkCount", repository.forks)
        // REST's number of issues includes pull requests.
        object.set("issues", Self.object(("totalCount", .int(repository.issues - requests))))
        object.set("pullRequests", Self.object(("totalCount", .int(requests))))
        object.set(
            "primaryLanguage", repository.language.map { Self.object(("name", .string($0))) } ?? .null)
        let topics = repository.topics.map { Self.object(("topic", Self.object(("name", .string($0))))) }
        object.set("repositoryTopics", Self.object(("nodes", .array(topics))))
        object.set(
            "licenseInfo",
            repository.license.map { Self.object(("spdxId", .string(LicensePayload.spdx($0)))) } ?? .null)
        object.set("homepageUrl", .text(repository.homepage))
        object.set("url", page)
        object.set("createdAt", RepositoryPayload.date(repository.created))
        object.set("pushedAt", RepositoryPayload.date(repository.pushed))
        object.set("isArchived", repository.isArchived)
        object.set("isFork", repository.isFork)
        object.set("isTemplate", repository.isTemplate)
        object.set("isMirror", repository.mirrorOf != nil)
        object.set("isPrivate", false)
        return object
    }

    private static func object(_ members: (String, JSON)...) -> JSON {
        var object = JSONObject()
        for (name, value) in members { object.set(name, value) }
        return .object(object)
    }
}

enum LicensePayload {
    /// GitHub's key, the SPDX identifier and the name.
    private static let table = """
        agpl-3.0|AGPL-3.0|GNU Affero General Public License v3.0
        apache-2.0|Apache-2.0|Apache License 2.0
        bsd-2-clause|BSD-2-Clause|BSD 2-Clause "Simplified" License
        bsd-3-clause|BSD-3-Clause|BSD 3-Clause "New" or "Revised" License
        bsl-1.0|BSL-1.0|Boost Software License 1.0
        cc-by-4.0|CC-BY-4.0|Creative Commons Attribution 4.0 International
        cc0-1.0|CC0-1.0|Creative Commons Zero v1.0 Universal
        epl-2.0|EPL-2.0|Eclipse Public License 2.0
        gpl-2.0|GPL-2.0|GNU General Public License v2.0
        gpl-3.0|GPL-3.0|GNU General Public License v3.0
        isc|ISC|ISC License
        lgpl-2.1|LGPL-2.1|GNU Lesser General Public License v2.1
        lgpl-3.0|LGPL-3.0|GNU Lesser General Public License v3.0
        mit|MIT|MIT License
        mpl-2.0|MPL-2.0|Mozilla Public License 2.0
        ncsa|NCSA|University of Illinois/NCSA Open Source License
        ofl-1.1|OFL-1.1|SIL Open Font License 1.1
        unlicense|Unlicense|The Unlicense
        zlib|Zlib|zlib License
        """.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }

    static func spdx(_ key: String) -> String { table.first { $0[0] == key }?[1] ?? "NOASSERTION" }

    /// Returns the license of a key. A key that is not in the table stands for a license that GitHub did not recognize.
    static func json(_ key: String?, _ call: APICall) -> JSON {
        guard let key else { return .null }
        var license = JSONObject()
        if let row = table.first(where: { $0[0] == key }) {
            license.set("key", row[0])
            license.set("name", row[2])
            license.set("spdx_id", row[1])
            license.set("url", "\(call.api)/licenses/\(row[0])")
        } else {
            license.set("key", "other")
            license.set("name", "Other")
            license.set("spdx_id", "NOASSERTION")
            license.set("url", .null)
        }
        license.set("node_id", NodeID.text("L_", key.count))
        return .object(license)
    }
}

/// The short user object inside repositories.
enum OwnerPayload {
    private static let addresses = """
        followers_url /followers
        following_url /following{/other_user}
        gists_url /gists{/gist_id}
        starred_url /starred{/owner}{/repo}
        subscriptions_url /subscriptions
        organizations_url /orgs
        repos_url /repos
        events_url /events{/privacy}
        received_events_url /received_events
        """.split(separator: "\n").map { $0.split(separator: " ") }

    static func json(_ login: String, _ call: APICall, _ catalog: SampleCatalog) -> JSON {
        .object(object(login, call, catalog))
    }

    /// - Parameter id: nil for the ID that belongs to the login.
    static func object(_ login: String, id: Int? = nil, _ call: APICall, _ catalog: SampleCatalog) -> JSONObject {
        let id = id ?? catalog.people.id(of: login)
        let url = "\(call.api)/users/\(login)"
        var user = JSONObject()
        user.set("login", login)
        user.set("id", id)
        user.set("node_id", NodeID.text("U_", id))
        user.set("avatar_url", "\(call.root)/avatars/u/\(id)?v=4")
        user.set("gravatar_id", "")
        user.set("url", url)
        user.set("html_url", "https://github.com/\(login)")
        for address in addresses { user.set(String(address[0]), "\(url)\(address[1])") }
        user.set("type", catalog.isOrganization(login) ? "Organization" : "User")
        user.set("user_view_type", "public")
        user.set("site_admin", false)
        return user
    }
}

enum NodeID {
    /// Returns an opaque ID that looks like GitHub's.
    static func text(_ prefix: String, _ id: Int) -> String {
        prefix + Data("k\(id)".utf8).base64EncodedString().replacing("=", with: "")
    }
}
