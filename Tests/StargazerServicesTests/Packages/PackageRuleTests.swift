import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// The rule over a few stanzas, from text to packages.
struct PackageRuleTests {
    private func found(_ repository: String, _ homepage: String? = nil) async throws -> MachinePackages? {
        // It has the folder as long as it lives.
        let sample = try SampleMachine()
        defer { withExtendedLifetime(sample) {} }
        return try await sample.index.packages(of: subject(repository, homepage)).packages
    }

    private func drawn(_ packages: MachinePackages?) -> String {
        guard let packages else { return "" }
        let programs = packages.programs.map(\.name)
        let library = packages.library.map { ["library \($0.name)"] } ?? []
        let rest = packages.otherProgramCount > 0 ? ["+\(packages.otherProgramCount)"] : []
        return (programs + library + rest).joined(separator: " ")
    }

    @Test(arguments: [
        // By the homepage on GitHub, however it is written.
        ("sharkdp/hexyl", nil, "hexyl"), ("SharkDP/Hexyl", nil, "hexyl"), ("sharkdp/fd", nil, "fd-find"),
        ("example/capital", nil, "capital"), ("example/wiki", nil, "wiki"), ("example/type", nil, "fonts-only-data"),
        ("BurntSushi/ripgrep", nil, "ripgrep"),
        // By the repository's own site.
        ("cli/cli", "https://cli.github.com", "gh"), ("neovim/neovim", "https://neovim.io", "neovim"),
        ("git/git", "http://www.git-scm.com/index.html", "git gitk git-cvs +1"),
        ("fmtlib/fmt", "https://fmt.dev", "library libfmt-dev"),
        ("psf/requests", "https://requests.readthedocs.io/#top", "library python3-requests"),
        ("prometheus/prometheus", "https://prometheus.io", "prometheus"),
        ("nodejs/node", "https://nodejs.org", ""), ("jquery/jquery", "https://jquery.com", "library libjs-jquery"),
        ("snaipe/criterion", nil, "library libcriterion-dev"), ("google/googletest", nil, "library googletest"),
        // By the site that GitHub makes of it, or the page of its owner.
        ("tmux/tmux", nil, "tmux"), ("nlohmann/json", "https://json.nlohmann.me", "library nlohmann-json3-dev"),
        ("git-lfs/git-lfs", "https://git-lfs.com", "git-lfs"), ("tesseract-ocr/tesseract", nil, "tesseract-ocr"),
        ("tesseract-ocr/tessdata", nil, ""), ("tmux/wiki", nil, ""),
        // Libraries of parts of it.
        ("chef/chef", nil, ""), ("starship/starship", "https://starship.rs", ""),
        ("pypa/pip", "https://pip.pypa.io/", "library python3-pip"),
        ("musescore/MuseScore", "https://musescore.org", "musescore3"),
        ("matplotlib/matplotlib", "https://matplotlib.org/stable/#top", "library python3-matplotlib"),
        // Other repositories with the site of a package.
        ("neovim/neovim.github.io", "https://neovim.io", ""), ("git/git-scm.com", "https://git-scm.com", ""),
        ("prometheus/docs", "https://prometheus.io", ""), ("cli/oauth", "https://cli.github.com", ""),
        ("llvm/llvm-project", "http://llvm.org", ""), ("llvm/clang", "http://llvm.org", ""),
        // Never by the name alone, nor by an address that leads to another repository.
        ("dandavison/delta", "https://dandavison.github.io/delta/", ""), ("dandavison/delta", nil, ""),
        ("jqlang/jq", "https://jqlang.org", ""), ("other/hexyl", "https://github.com/sharkdp/hexyl", ""),
        ("example/foreign", nil, ""), ("neovim/neovim", nil, ""), ("neovim/neovim", "", ""),
        // A language in the name of a project is no proof of a library.
        ("rbenv/ruby-build", nil, "ruby-build"), ("nodejs/node-gyp", nil, "node-gyp"),
        ("PHPCSStandards/PHP_CodeSniffer", nil, ""), ("squizlabs/PHP_CodeSniffer", nil, "php-codesniffer"),
        ("luarocks/luacheck", nil, "lua-check"), ("bitinn/node-fetch", nil, "library node-fetch"),
        ("nathanvda/cocoon", nil, "library ruby-cocoon"),
        ("a/no", "https://no.example", ""), ("a/b", "https://", ""), ("a/b", "neovim.io", ""),
    ])
    func `a repository has the packages that name it`(repository: String, homepage: String?, names: String) async throws
    {
        #expect(try await drawn(found(repository, homepage)) == names)
    }

    @Test func `versions are the program's own`() async throws {
        #expect(try await found("sharkdp/hexyl")?.programs.first?.version == "0.8.0")
        #expect(try await found("git/git", "https://git-scm.com")?.programs.first?.version == "1", "as installed")
        #expect(try await found("cli/cli", "https://cli.github.com")?.programs.first?.version == "2.23.0+dfsg1")
        for (version, upstream) in [("1.2", "1.2"), ("1:2", "2"), ("2:1-rc1-3", "1-rc1"), ("", ""), ("-", "")] {
            #expect(PackageStanza(version: version).upstreamVersion == upstream)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1_000])
    func `stanzas come in pieces of any size`(size: Int) {
        let text = Array((SampleMachine.stanzas + "\n\nPackage:last\r\nVersion: \t 2 \nstray\n").utf8)
        var reader = StanzaReader()
        var found: [PackageStanza] = []
        for start in stride(from: 0, to: text.count, by: size) {
            text[start..<min(start + size, text.count)].withUnsafeBytes { reader.read($0) { found.append($0) } }
        }
        reader.finish { found.append($0) }
        #expect(found.count == 56)
        #expect(
            found.first
                == PackageStanza(
                    name: "hexyl", source: "rust-hexyl (0.8.0-2)", version: "0.8.0-2+b5", architecture: "amd64",
                    section: "utils", homepage: "https://github.com/sharkdp/hexyl", summary: "something"))
        #expect(found.last == PackageStanza(name: "last", version: "2"))
    }

    @Test func `a line without an end takes no memory`() {
        var reader = StanzaReader()
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        var found: [PackageStanza] = []
        for _ in 0..<64 { piece.withUnsafeBytes { reader.read($0) { found.append($0) } } }
        Array("\nPackage: a\n".utf8).withUnsafeBytes { reader.read($0) { found.append($0) } }
        reader.finish { found.append($0) }
        #expect(found.map(\.name) == ["a"])
    }
}
