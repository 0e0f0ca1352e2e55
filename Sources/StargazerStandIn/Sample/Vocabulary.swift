import Foundation

/// The words that make up generated repositories.
enum Vocabulary {
    struct Subject: Sendable {
        var name: String
        var title: String
        var language: String
    }

    static let subjects: [Subject] = [
        Subject(name: "swift", title: "Swift", language: "Swift"),
        Subject(name: "python", title: "Python", language: "Python"),
        Subject(name: "linux", title: "Linux", language: "C"),
        Subject(name: "editor", title: "editors", language: "TypeScript"),
        Subject(name: "rust", title: "Rust", language: "Rust"),
        Subject(name: "game", title: "games", language: "C++"),
        Subject(name: "web", title: "the web", language: "JavaScript"),
        Subject(name: "data", title: "data work", language: "Julia"),
    ]

    static let adjectives = words(
        """
        tiny quiet brave calm clever cosmic crisp daily deep eager early easy fast fine firm fresh gentle golden happy
        hidden honest humble keen kind large light lively lucid lucky mellow merry mild modern modest neat nimble noble
        open patient plain polite prime proper pure quick rapid ready sharp simple smart smooth solid steady
        """)
    static let nouns = words(
        """
        agent archive atlas beacon bench bridge browser builder cache canvas chart client clock compass console cron
        deck driver engine feed filter form gallery gateway graph grid hook index inspector journal kernel keyring
        layout ledger library linter logger mailer matrix notebook parser pipeline planner player proxy queue reader
        router runner scheduler search shell sync tester theme timeline toolkit tracker tuner vault viewer
        """)
    static let placeholders: Set<String> = ["adjective", "noun", "subject"]
    static let templates = [
        "The {adjective} {noun} for {subject}, with few dependencies",
        "Another {noun} for {subject}, but {adjective}",
        "Zero-configuration {noun} for {subject}",
        "Experimental {noun} for {subject}",
        "Small, well-tested {noun} for {subject}",
        "My {noun} for {subject}, contributions are welcome :wave:",
        "Course material: how to write your own {noun} for {subject}",
        "Command-line {noun} for {subject} & friends",
    ]
    static let languages = words(
        """
        Ada Assembly C C# C++ Clojure CMake CSS Dart Elixir Elm Erlang F# Fortran Go Haskell HTML Java JavaScript Julia
        Kotlin Lua Makefile Nim Nix OCaml Perl PHP PowerShell Python R Racket Ruby Rust Scala Scheme Shell Swift Tcl
        TypeScript Vala Zig
        """)
    static let licenses = [
        "mit", "mit", "mit", "apache-2.0", "apache-2.0", "gpl-3.0", "bsd-3-clause", "mpl-2.0", "other",
    ]
    static let ownerFirsts =
        words("amber birch cedar copper coral dune fern flint harbor hazel iris juniper linden maple")
        + words("meadow north olive opal pine quartz river saffron slate willow")
    static let ownerSeconds =
        words("atelier bakery cabin collective depot dock foundry garden guild kitchen lab loft mill")
        + words("orchard press shed studio workshop yard")

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
