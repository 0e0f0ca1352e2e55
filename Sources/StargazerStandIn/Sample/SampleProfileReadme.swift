/// The profile README of a person or organization with a table entry. Only those with a website have one.
struct SampleProfileReadme {
    let id: Int
    /// Markdown.
    let text: String

    /// - Parameters:
    ///   - fullName: The profile repository: named like the person, or `.github` for an organization.
    ///   - folder: Folder in that repository; nil for the root.
    init?(in fullName: String, folder: String?, of people: SamplePeople) {
        let parts = fullName.lowercased().split(separator: "/")
        guard parts.count == 2,
            let person = people.written.first(where: { $0.login == parts[0] }), !person.isGone, !person.blog.isEmpty
        else { return nil }
        let place = person.isOrganization ? (".github", "profile") : (person.login, nil)
        guard (String(parts[1]), folder) == place else { return nil }
        id = person.id
        text = """
            ### Hello from \(person.name ?? person.login) :wave:

            \(person.bio ?? "Open source in my spare time.")

            - Based in **\(person.location ?? "many places")**
            - [Talks and articles](https://example.org/talks)

            ```sh
            git clone https://github.com/\(person.login)/dotfiles
            ```
            """
    }
}
