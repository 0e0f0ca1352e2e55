/// What a written person or organization says of itself at length. Those without a website say nothing.
struct SampleProfile {
    let id: Int
    /// Markdown.
    let text: String

    /// - Parameters:
    ///   - fullName: of the repository: a person's has the person's name, an organization's is `.github`.
    ///   - folder: of that repository; nil for the first one.
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

            \(person.bio ?? "There is not much to say.")

            - Found in **\(person.location ?? "many places")**
            - Works on [one thing at a time](https://example.org/one-thing)

            ```sh
            git clone https://github.com/\(person.login)/dotfiles
            ```
            """
    }
}
