import StargazerCore

/// What is built from one source package: the binary packages that `apt install` takes.
struct SourcePackage: Equatable {
    struct Binary: Equatable {
        enum Role: Int {
            case program, library
            /// Documentation, data, symbols, and what replaces an older package.
            case supplement
        }

        let name: String
        let version: String
        let role: Role
        /// Whether the lists have it, not only the status of `dpkg`.
        let isListed: Bool

        init(name: String, version: String, role: Role, isListed: Bool = true) {
            self.name = name
            self.version = version
            self.role = role
            self.isListed = isListed
        }

        init(_ stanza: PackageStanza, _ homepage: PackageHomepage, isListed: Bool) {
            self.init(
                name: stanza.name, version: stanza.upstreamVersion, role: Role(stanza, homepage), isListed: isListed)
        }
    }

    /// Copies of other projects' files for a framework, whose homepage is that of the other project.
    private static let wrappers = ["python-xstatic-", "ruby-rails-assets-"]

    let name: String
    var binaries: [Binary] = []
    /// Whether its homepage leads into the repository, and other sources are built from other parts.
    var isPart = false

    static func isWrapper(_ name: String) -> Bool { wrappers.contains(where: name.hasPrefix) }

    var programs: [Binary] { binaries.filter { $0.role == .program } }

    /// The name without that of its language: `ripgrep` for `rust-ripgrep`.
    private var ownName: Substring {
        let prefix = ["rust-", "python-", "node-", "ruby-", "haskell-", "golang-"].first(where: name.hasPrefix)
        return name.dropFirst(prefix?.count ?? 0)
    }

    /// Whether it has libraries only, and a name that goes on after that of the repository: `chef-utils` is not `chef`.
    func isLibraryPart(of repository: String) -> Bool {
        let rest = ownName.dropFirst(repository.count + 1)
        return programs.isEmpty && ownName.lowercased().hasPrefix("\(repository.lowercased())-")
            && rest.first?.isLetter == true
    }

    var names: [ComparableName] { [ComparableName(name), ComparableName(ownName)] }
}

extension SourcePackage.Binary.Role {
    private static let supplements = [
        "-doc", "-docs", "-dbg", "-dbgsym", "-data", "-common", "-examples", "-l10n", "-locales", "-runtime",
        "-test", "-tests",
    ]
    private static let libraries = [
        "python3-", "python-", "librust-", "libjs-", "elpa-", "r-cran-", "r-bioc-", "gir1.2-",
    ]
    /// Names of languages, which projects also have in their own names.
    private static let languages = ["ruby-", "node-", "php-", "lua-"]
    private static let tools: Set<Substring> = [
        "tool", "tools", "analyzer", "checker", "linter", "profiler", "manager",
    ]
    private static let librarySections: Set<Substring> = [
        "libs", "libdevel", "introspection", "haskell", "rust", "gnu-r",
    ]
    private static let languageSections: Set<Substring> = [
        "perl", "java", "ocaml", "cli-mono", "golang", "python", "ruby", "javascript",
    ]

    init(_ stanza: PackageStanza, _ homepage: PackageHomepage) {
        let name = stanza.name
        // It may begin with the part of the archive: `contrib/libs`.
        let section = stanza.section.split(separator: "/").last ?? ""
        let isSupplement = ["doc", "debug", "oldlibs", "localization"].contains(section)
        if isSupplement || Self.supplements.contains(where: name.hasSuffix) {
            self = .supplement
        } else if name.hasSuffix("-dev") || Self.libraries.contains(where: name.hasPrefix)
            || (Self.languages.contains(where: name.hasPrefix) && !Self.isTool(stanza, homepage))
            || Self.librarySections.contains(section)
            || (name.hasPrefix("lib") && Self.languageSections.contains(section))
        {
            self = .library
        } else {
            self = .program
        }
    }

    /// `ruby-build` and `node-gyp` are what their projects are called and described as; `ruby-rack` is the library `rack`.
    private static func isTool(_ stanza: PackageStanza, _ homepage: PackageHomepage) -> Bool {
        guard case .repository(let path, _) = homepage,
            path.split(separator: "/").last.map({ ComparableName($0) }) == ComparableName(stanza.name)
        else { return false }
        return stanza.summary.lowercased().split { !$0.isLetter }.contains(where: tools.contains)
    }
}

/// The rule that finds the packages of a repository. A package is never found by its name alone.
enum PackageRule {
    /// How many programs of a repository show.
    static let maxPrograms = 3

    /// Chooses among sources with one homepage.
    /// - Parameter key: of the homepage.
    static func sources(
        of path: RepositoryPath, _ sources: [SourcePackage], by evidence: PackageHomepage.Evidence, _ key: String
    ) -> [SourcePackage] {
        let name = ComparableName(path.name.text)
        let namesakes = namesakes(sources, name)
        switch evidence {
        case .path:
            if !namesakes.isEmpty { return namesakes }
            let complete = sources.filter { !$0.isPart }
            return (complete.isEmpty ? sources : complete).filter { !$0.isLibraryPart(of: path.name.text) }
        case .owner: return namesakes.count == 1 ? namesakes : []
        case .site, .pages:
            if sources.count > 1 { return namesakes.count == 1 ? namesakes : [] }
            // A project has other repositories with the same site: its documentation, the site itself.
            let names = sources.flatMap { $0.names + $0.programs.map { ComparableName($0.name) } }
            let others = evidence == .site ? labels(of: key) : []
            let full = ComparableName(path.owner.text + path.name.text)
            let isMeant = (names + others).contains { name.means($0) || full.means($0) }
            return isMeant ? sources.filter { !$0.isLibraryPart(of: path.name.text) } : []
        }
    }

    /// The sources with this name, else those with it after the language's, else those with such a program.
    private static func namesakes(_ sources: [SourcePackage], _ name: ComparableName) -> [SourcePackage] {
        let tests: [(SourcePackage) -> Bool] = [
            { ComparableName($0.name) == name }, { $0.names.contains(name) },
            { $0.programs.contains { ComparableName($0.name) == name } },
        ]
        return tests.lazy.map { test in sources.filter { test($0) } }.first { !$0.isEmpty } ?? []
    }

    /// The names that a site has in its address: `cli` in `cli.github.com`.
    private static func labels(of site: String) -> [ComparableName] {
        let parts = site.split(separator: "/")
        let labels = parts.first?.split(separator: ".").dropLast() ?? []
        return (labels + parts.dropFirst().suffix(1)).map { ComparableName($0) }
    }

    /// Which of the packages people want: those with programs, or the one for developers.
    /// - Returns: the programs, the wanted one first, or the library; nil when there is neither.
    static func choice(
        of sources: [SourcePackage], for repository: String, isInstalled: (String) -> Bool
    ) -> (programs: [SourcePackage.Binary], library: SourcePackage.Binary?)? {
        let name = ComparableName(repository)
        let sourceNames = Set(sources.flatMap(\.names))
        func rank(_ binary: SourcePackage.Binary) -> Int {
            let own = ComparableName(binary.name)
            if own == name { return 0 }
            if sourceNames.contains(own) { return 1 }
            return name.means(own) ? 2 : 3
        }
        let libraries = ordered(sources.flatMap { $0.binaries.filter { $0.role == .library } }) {
            [rank($0) == 0 ? 0 : 1, developerRank($0.name), $0.name.utf8.count]
        }
        if let first = libraries.first, rank(first) == 0 { return ([], first) }
        let programs = ordered(sources.flatMap(\.programs)) { [rank($0), $0.name.utf8.count] }
        if let first = programs.first {
            // What is installed shows before the others, so that what shows tells whether any is.
            let others = programs.dropFirst()
            return ([first] + others.filter { isInstalled($0.name) } + others.filter { !isInstalled($0.name) }, nil)
        }
        if let first = libraries.first { return ([], first) }
        let supplements = ordered(sources.flatMap(\.binaries)) { [rank($0), $0.name.utf8.count] }
        return supplements.isEmpty ? nil : (supplements, nil)
    }

    private static func ordered(
        _ binaries: [SourcePackage.Binary], by ranks: (SourcePackage.Binary) -> [Int]
    ) -> [SourcePackage.Binary] {
        binaries.map { (ranks($0), $0) }
            .sorted { $0.0 == $1.0 ? $0.1.name < $1.1.name : $0.0.lexicographicallyPrecedes($1.0) }
            .map(\.1)
    }

    /// Headers come before modules, and these before what programs load. `librust-a+b-dev` is a feature of `librust-a-dev`.
    private static func developerRank(_ name: String) -> Int {
        if name.hasSuffix("-dev") { return name.contains("+") ? 1 : 0 }
        return name.hasPrefix("lib") ? 3 : 2
    }
}
