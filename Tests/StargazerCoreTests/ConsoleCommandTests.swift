import StargazerCore
import Testing

struct ConsoleCommandTests {
    private func parse(_ arguments: String...) throws -> ConsoleCommand? {
        try ConsoleCommand.parse(["stargazer"] + arguments)
    }

    @Test func `a command line without one of the options opens a window`() throws {
        #expect(try parse() == nil)
        #expect(try parse("rust", "parser") == nil)
        #expect(try parse("--favorites") == nil)
        #expect(try parse("--", "--import", "a.json") == nil, "words to search for")
        #expect(try parse("--help", "--json") == nil)
        #expect(try parse("--github-api", "http://127.0.0.1:1", "words", "--demo") == nil)
        #expect(try parse("--github-api") == nil)
    }

    @Test func `words are joined, and may begin with a dash after two dashes`() throws {
        #expect(try parse("--search-favorites", "rust") == .search(words: "rust", isJSON: false))
        #expect(try parse("--search-favorites=rust", "parser", "--json") == .search(words: "rust parser", isJSON: true))
        #expect(try parse("--json", "--search-favorites", "a\n\u{7}b") == .search(words: "a b", isJSON: true))
        #expect(
            try parse("--search-favorites", "--", "-language:c", "x") == .search(words: "-language:c x", isJSON: false))
    }

    @Test func `the extension selects the format`() throws {
        #expect(try parse("--export", "a.JSON") == .export(to: "a.JSON", as: .json))
        #expect(try parse("--export=/b/a.md") == .export(to: "/b/a.md", as: .markdownByTag))
        #expect(try parse("--export", "a.html") == .export(to: "a.html", as: .bookmarks))
        #expect(try parse("--import", "any name") == .importFile("any name", server: nil))
        #expect(
            try parse("--github-api", "http://127.0.0.1:1", "--import", "a")
                == .importFile("a", server: "http://127.0.0.1:1"))
    }

    @Test(arguments: [
        (["--search-favorites"], ConsoleCommand.UsageFailure.missingValue(.search)),
        (["--search-favorites", " "], .missingValue(.search)), (["--export"], .missingValue(.export)),
        (["--import="], .missingValue(.importFile)), (["--json"], .notTogether),
        (["--export", "a.json", "--import", "a.json"], .notTogether), (["--export", "a.json", "--json"], .notTogether),
        (["--import", "a", "--import", "b"], .notTogether), (["--export", "a.txt"], .unknownFileExtension("txt")),
        (["--export", "a"], .unknownFileExtension("")), (["--import", "a", "b"], .unexpected("b")),
        (["--export", "a.json", "--github-api", "x"], .notTogether),
        (["--import", "a", "--demo"], .unexpected("--demo")), (["--search-favorites", "a", "-x"], .unexpected("-x")),
    ])
    func `a command line that makes no sense is refused`(
        arguments: [String], failure: ConsoleCommand.UsageFailure
    ) {
        #expect(throws: failure) { try ConsoleCommand.parse(["stargazer"] + arguments) }
    }
}
