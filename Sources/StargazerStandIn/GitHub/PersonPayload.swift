import Foundation

/// An account in GitHub's JSON: the short object of lists and searches, and the full object of its own endpoint.
struct PersonPayload {
    let call: APICall
    let catalog: SampleCatalog

    func searchItem(_ person: SamplePerson) -> JSON {
        var object = OwnerPayload.object(person.knownLogin, id: person.id, call, catalog)
        object.set("score", 1)
        return .object(object)
    }

    func listItem(_ person: SamplePerson) -> JSON {
        .object(OwnerPayload.object(person.login, id: person.id, call, catalog))
    }

    func full(_ person: SamplePerson) -> JSON {
        var object = OwnerPayload.object(person.login, id: person.id, call, catalog)
        object.set("name", .text(person.name))
        object.set("company", .text(person.company))
        object.set("blog", person.blog)
        object.set("location", .text(person.location))
        object.set("email", .text(person.email))
        object.set("hireable", .null)
        object.set("bio", .text(person.bio))
        object.set("twitter_username", .null)
        object.set("public_repos", person.repositories)
        object.set("public_gists", person.gists)
        object.set("followers", person.followers)
        object.set("following", person.following)
        object.set("created_at", RepositoryPayload.date(person.created))
        object.set("updated_at", RepositoryPayload.date(max(person.created, catalog.generated.reference - 900_000)))
        return .object(object)
    }
}
