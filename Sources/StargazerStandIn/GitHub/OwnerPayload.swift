import Foundation

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
