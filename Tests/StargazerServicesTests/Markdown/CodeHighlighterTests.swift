import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// The colors of code, by the worker itself.
@Suite struct CodeHighlighterTests {
    private var patient: CodeHighlighter {
        CodeHighlighter(path: CodeHighlighter.installed.path, deadline: .seconds(30))
    }

    private func blocks(_ text: String, _ highlighter: CodeHighlighter? = nil) async throws -> [DocumentCode] {
        let reader = MarkdownReader(highlighter: highlighter ?? patient)
        let document = try #require(await reader.document(text, baseURLs: .sample))
        return document.blocks.compactMap { block in
            if case .code(let code) = block.content { code } else { nil }
        }
    }

    /// Marks the colored parts by the kind's first letters.
    private func marked(_ code: DocumentCode) -> String {
        var rest = code.text.unicodeScalars[...]
        var text = ""
        for run in code.runs {
            let part = String(rest.prefix(run.length))
            text += run.kind.map { "‹\("\($0)".prefix(3)) \(part)›" } ?? part
            rest = rest.dropFirst(run.length)
        }
        return text + String(rest)
    }

    @Test(arguments: [
        ("swift", "let é = \"日本\" // x", "‹typ let› é = ‹str \"日本\"› ‹com // x›"),
        ("py", "def f(): return 1", "‹key def› ‹fun f›(): ‹key return› ‹con 1›"),
        ("Bash", "echo \"a\" # b", "‹key echo› ‹str \"a\"› ‹com # b›"),
        ("js", "const a = 1.5", "‹key const› a = ‹con 1.5›"), ("rust", "fn f() {}", "‹key fn› f() {}"),
        ("c++", "int a; // b", "‹typ int› a; ‹com // b›"), ("diff", "+a\n-b\n c", "‹ins +a›\n‹del -b›\n c"),
        ("html", "<!-- a --> b", "‹com <!-- a -->› b"), ("nothing", "let a = 1", "let a = 1"),
        ("", "let a = 1", "let a = 1"),
    ])
    func languages(language: String, code: String, expected: String) async throws {
        let found = try await blocks("```\(language)\n\(code)\n```")
        #expect(found.map(marked) == [expected])
    }

    @Test(arguments: [
        "python json yaml toml go java kotlin php ruby typescript tsx css sql xml dockerfile cs make lua powershell sh",
        "clojure elisp elixir nix pycon hcl zig vue graphql jsonc zsh svelte svg jinja proto postgresql racket nim",
    ])
    func `the commonest languages are known`(names: String) async throws {
        let text = names.split(separator: " ").map { "```\($0)\n# \"a\" // 'b' <c d=\"e\"> /* f */ true 1\n```\n" }
        for code in try await blocks(text.joined()) { #expect(!code.runs.isEmpty, "\(code.language)") }
    }

    @Test func `a comment goes on in the next part of a long block`() async throws {
        let lines = Array(repeating: "words", count: 100).joined(separator: "\n")
        let parts = try await blocks("```c\n/* a\n\(lines)\n*/ int b;\n```")
        #expect(parts.count == 2)
        #expect(parts[0].runs == [CodeRun(parts[0].text.unicodeScalars.count, .comment)])
        #expect(marked(parts[1]).hasSuffix("*/› ‹typ int› b;"))
    }

    @Test func `a comment ends with its block, also when another block follows at once`() async throws {
        let blocks = try await blocks("```c\n/* a\n```\n```c\nint b;\n```")
        #expect(blocks.map(marked) == ["‹com /* a›", "‹typ int› b;"])
    }

    /// They crash the worker, and the second time it would not start again.
    @Test func `a hidden language counts as unknown`() async throws {
        let hidden = String(repeating: "```def\nlet a = 1\n```\n\n", count: 3)
        let blocks = try await blocks(hidden + "```py\nlet = 1\n```")
        #expect(blocks.map(\.runs.isEmpty) == [true, true, true, false])
    }

    /// Loading the rules of the language for each of them would exceed the worker's processor time.
    @Test func `many short blocks get colors`() async throws {
        let blocks = try await blocks(String(repeating: "```cpp\nint main(void) { return 1; }\n```\n\n", count: 900))
        #expect(blocks.count == 900 && blocks.allSatisfy { !$0.runs.isEmpty })
    }

    @Test func `colors that are not ready in time come later`() async throws {
        let text = String(repeating: "```py\ndef f(): return 1\n```\n\n", count: 60) + "```sh\necho 1 # a\n```"
        var highlighter = patient
        highlighter.deadline = .zero
        highlighter.finalDeadline = .seconds(1_000)
        let reader = MarkdownReader(highlighter: highlighter)
        let plain = try #require(await reader.document(text, baseURLs: .sample))
        #expect(plain.firstUncolored == 0)
        let colored = try #require(await reader.colored(plain))
        #expect(colored.firstUncolored == nil)
        #expect(colored.recolored(from: plain) == Array(0..<61))
        let all = try await blocks(text)
        #expect(colored.blocks.map(\.content) == all.map { .code($0) })
    }

    /// Two processes die, each at its second block.
    @Test func `a block that ends the worker costs its own colors`() async throws {
        let fake = try FakeWorker(
            #"""
            cat > "$0.in"
            if [ -e "$0.2" ]; then exit 2; fi
            if [ -e "$0.1" ]; then : > "$0.2"; else : > "$0.1"; fi
            printf '\1\0\0\0\3\0\0\0\4\1\0'; kill -9 $$
            """#)
        let highlighter = CodeHighlighter(path: fake.worker.path, deadline: .seconds(1_000))
        let blocks = try await blocks(String(repeating: "```swift\nlet a = 1\n```\n\n", count: 6), highlighter)
        #expect(blocks.map { $0.runs == [CodeRun(3, .keyword)] } == [true, false, true, false, false, false])
    }

    @Test func `blocks before the limit of the output get colors`() async throws {
        let fake = try FakeWorker(#"printf '\1\0\0\0\3\0\0\0\4'; tr '\0' '\377' < /dev/zero"#)
        let highlighter = CodeHighlighter(path: fake.worker.path, deadline: .seconds(1_000))
        let blocks = try await blocks(String(repeating: "```swift\nlet a = 1\n```\n\n", count: 2), highlighter)
        #expect(blocks.map(\.runs) == [[CodeRun(3, .keyword)], []])
    }

    @Test func `a text without code starts no worker`() async throws {
        let missing = CodeHighlighter(path: "/nonexistent/stargazer-code")
        #expect(try await blocks("```swift\nlet a = 1\n```", missing).map(\.runs) == [[]])
        #expect(try await blocks("    let a = 1\n", missing).count == 1)
    }

    @Test(arguments: [
        "int a = 1; ", "`${", "$(", "\"\\", "<a b=", "f\"{", "/* ", "((", "r#\"", "*_[`", "a", "\u{1F600}", "\u{301}",
    ])
    func `hostile code shows without colors or with some, and soon`(part: String) async throws {
        let line = String(repeating: part, count: 10_000_000 / part.utf8.count)
        let many = String(repeating: String(repeating: part, count: 299 / part.utf8.count) + "\n", count: 160)
        for language in ["js", "sh", "markdown"] {
            for text in [line, many] {
                let found = try await blocks("```\(language)\n\(text)\n```", .installed)
                #expect(!found.isEmpty)
                for code in found {
                    #expect(code.runs.count <= CodeHighlighter.maxRuns)
                    #expect(code.runs.reduce(0) { $0 + $1.length } <= code.text.unicodeScalars.count)
                }
            }
        }
    }

    @Test(arguments: [
        "exit 2", "printf Z", "printf '\\1\\0\\0\\0\\377\\377\\377\\177\\1Z'", "printf '\\377\\377\\377\\377Z'",
        "cat /dev/zero", "printf '\\1\\0\\0\\0\\1\\0\\0\\0'", "kill -9 $$",
    ])
    func `a worker that was taken over changes nothing`(script: String) async throws {
        let fake = try FakeWorker(script)
        let highlighter = CodeHighlighter(path: fake.worker.path, deadline: .seconds(30))
        #expect(try await blocks("```swift\nlet a = 1\n```", highlighter).map(\.runs) == [[]])
    }
}
