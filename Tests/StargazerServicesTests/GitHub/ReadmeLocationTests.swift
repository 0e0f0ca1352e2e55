import Testing

@testable import StargazerServices

/// Which file of a repository is its README, as far as names tell.
@Suite struct ReadmeLocationTests {
    /// - Parameter paths: of files; `>` before a path marks a symbolic link, `/` after it a folder.
    private func location(_ paths: String...) -> ReadmeLocation {
        var folders: [ReadmeFolder: [TreeEntry]] = [.root: []]
        for path in paths {
            let mode = path.hasPrefix(">") ? 0o120000 : path.hasSuffix("/") ? 0o040000 : 0o100644
            let parts = path.drop { $0 == ">" }.split(separator: "/").map(String.init)
            guard parts.count == 2, let folder = ReadmeFolder(rawValue: parts[0]) else {
                folders[.root]?.append(TreeEntry(name: parts[0], mode: mode))
                continue
            }
            if folders[folder] == nil { folders[.root]?.append(TreeEntry(name: parts[0], mode: 0o040000)) }
            folders[folder, default: []].append(TreeEntry(name: parts[1], mode: mode))
        }
        return ReadmeLocation(folders)
    }

    @Test func `folders have an order`() {
        #expect(location(".github/README.md", "README.md", "docs/README.md") == .file(".github/README.md"))
        #expect(location(".github/ISSUE.md", "README.md", "docs/README.md") == .file("README.md"))
        #expect(location("LICENSE", "docs/README.md") == .file("docs/README.md"))
        #expect(location("LICENSE", "docs/manual.md") == .none)
        #expect(location("README.markdown", "docs/README.md") == .file("README.markdown"))
        #expect(ReadmeLocation([:]) == .unknown)
    }

    @Test func `a name begins with readme in any case`() {
        #expect(location("ReadMe.MD") == .file("ReadMe.MD"))
        #expect(location("readme") == .file("readme"))
        #expect(location("README_zh.md") == .file("README_zh.md"))
        #expect(location("readme-pictures/") == .none)
        #expect(location("READ.me") == .none)
    }

    @Test func `among several it is README.md, or only GitHub knows`() {
        #expect(location("README.md", "README.zh-CN.md", "README") == .file("README.md"))
        #expect(location("README.md", "README.markdown") == .unknown)
        #expect(location("README.md", "readme.md") == .unknown)
        #expect(location("README.rst", "README.txt") == .unknown)
    }

    @Test func `only GitHub knows where a link leads`() {
        #expect(location(">README.md") == .unknown)
        #expect(location(">.github/README.md", "README.md") == .unknown)
        #expect(location("README.md", ">docs") == .file("README.md"))
        #expect(location(">docs") == .unknown)
        #expect(location("Docs/") == .unknown)
        #expect(location("docs") == .none)
        #expect(location(">.github", "README.md") == .unknown)
    }
}
