import Foundation

/// `GET /user`: the public profile, as for a token that may not read the private one.
enum AccountEndpoint {
    static let login = "sample-stargazer"

    static func answer(_ call: APICall, _ catalog: SampleCatalog) -> APIResponse {
        var user = OwnerPayload.object(login, call, catalog)
        user.set("name", "Sam Stargazer")
        user.set("company", .null)
        user.set("blog", "")
        user.set("location", "Hamburg, Germany")
        user.set("email", .null)
        user.set("hireable", .null)
        user.set("bio", "Astronomy and open source")
        user.set("twitter_username", .null)
        user.set("public_repos", 7)
        user.set("public_gists", 0)
        user.set("followers", 42)
        user.set("following", 5)
        user.set("created_at", "2015-04-12T20:15:00Z")
        user.set("updated_at", "2025-12-24T18:00:00Z")
        return APIResponse.tagged(.object(user), call)
    }
}
