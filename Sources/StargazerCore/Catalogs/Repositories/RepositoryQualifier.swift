/// Source: https://docs.github.com/en/search-github/searching-on-github/searching-for-repositories
public enum RepositoryQualifier {
    /// Returns a topic qualifier, or nil for text that cannot be a topic: lower-case letters, digits and hyphens.
    public static func topic(_ name: String) -> String? {
        let isTopic =
            !name.isEmpty && name.count <= 50
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            }
        return isTopic ? ParsedQuery.word(.topic, name) : nil
    }

    /// Returns a language qualifier, or nil for a name that a search cannot contain.
    public static func language(_ name: String) -> String? {
        guard !name.isEmpty, name.count <= 50, !name.contains("\"") else { return nil }
        return ParsedQuery.word(.language, name)
    }

    /// Returns a license qualifier with GitHub's license key, the SPDX identifier in lower case; nil for other text.
    public static func license(_ spdx: String) -> String? {
        let isName =
            !spdx.isEmpty && spdx.utf8.count <= 50
            && spdx.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-".unicodeScalars.contains($0))
            }
        return isName ? ParsedQuery.word(.license, spdx.lowercased()) : nil
    }

    public static let rules = QueryRules(
        qualifiers: [
            Qualifier(.language, .words(RepositoryVocabulary.languages), isFilter: true),
            Qualifier(.stars, .numbers([">10", ">100", ">1000", ">10000"]), isFilter: true),
            Qualifier(.pushed, .days, isFilter: true),
            Qualifier(.topic, .words([]), isFilter: true, isRepeated: true),
            Qualifier(.license, .words(RepositoryVocabulary.licenses), isFilter: true),
            Qualifier(.archived, .choice(booleanValues), isFilter: true),
            Qualifier(.fork, .choice(["true", "only"]), isFilter: true),
            Qualifier(.created, .days),
            Qualifier(.user, .words([])),
            Qualifier(.org, .words([])),
            Qualifier(.repo, .words([])),
            Qualifier(.searchedIn, .choices(["name", "description", "topics", "readme"])),
            Qualifier(.goodFirstIssues, .numbers([">0", ">5", ">20"])),
            Qualifier(.helpWantedIssues, .numbers([">0", ">5", ">20"])),
            Qualifier(.forks, .numbers([">10", ">100", ">1000"])),
            Qualifier(.size, .numbers(["<1000", ">10000", ">100000"])),
            Qualifier(.topics, .numbers([">0", ">5"])),
            Qualifier(.followers, .numbers([">100", ">1000"])),
            Qualifier(.mirror, .choice(booleanValues)),
            Qualifier(.template, .choice(booleanValues)),
            Qualifier(.state, .choice(["public", "private", "sponsorable"])),
            Qualifier(.has, .choice(["funding-file"])), .sort([.stars, .forks, .helpWantedIssues, .updated]),
        ],
        aliases: [
            QualifierAlias(.lang, means: .language), QualifierAlias(.owner, means: .user),
            QualifierAlias(.state, "archived", means: .archived, "true"),
            QualifierAlias(.state, "fork", means: .fork, "only"),
        ], maxOperators: 5, maxWordsLength: 256, everywhere: "in:name,description,topics,readme",
        examples: [
            "language:swift stars:>1000", "good-first-issues:>5 archived:false", "topic:gtk license:mit",
            "terminal -language:c", "parser in:name forks:10..100",
        ])

    private static let booleanValues = ["true", "false"]
}

extension QualifierName {
    public static let language = QualifierName(rawValue: "language")
    public static let stars = QualifierName(rawValue: "stars")
    public static let pushed = QualifierName(rawValue: "pushed")
    public static let created = QualifierName(rawValue: "created")
    public static let license = QualifierName(rawValue: "license")
    public static let topic = QualifierName(rawValue: "topic")
    public static let archived = QualifierName(rawValue: "archived")
    public static let fork = QualifierName(rawValue: "fork")
    public static let user = QualifierName(rawValue: "user")
    public static let org = QualifierName(rawValue: "org")
    public static let repo = QualifierName(rawValue: "repo")
    public static let searchedIn = QualifierName(rawValue: "in")
    public static let goodFirstIssues = QualifierName(rawValue: "good-first-issues")
    public static let helpWantedIssues = QualifierName(rawValue: "help-wanted-issues")
    public static let forks = QualifierName(rawValue: "forks")
    /// In kilobytes.
    public static let size = QualifierName(rawValue: "size")
    /// The number of topics.
    public static let topics = QualifierName(rawValue: "topics")
    public static let followers = QualifierName(rawValue: "followers")
    public static let mirror = QualifierName(rawValue: "mirror")
    public static let template = QualifierName(rawValue: "template")
    public static let state = QualifierName(rawValue: "is")
    public static let has = QualifierName(rawValue: "has")
}

/// The usual spelling of values, also where others are allowed.
enum KnownSpellings {
    static var languages: [String] { RepositoryVocabulary.languages }
    static var licenses: [String] { RepositoryVocabulary.licenses }
}

/// Known values of qualifiers, as GitHub writes them; common ones first.
enum RepositoryVocabulary {
    static let languages = [
        "JavaScript", "Python", "TypeScript", "Java", "C", "C++", "C#", "Go", "Rust", "Swift", "Ruby", "PHP", "Kotlin",
        "Shell", "HTML", "CSS", "Dart", "Scala", "Lua", "Haskell", "Elixir", "Clojure", "R", "Julia", "Perl",
        "Objective-C", "Zig", "Vala", "Nim", "OCaml", "Erlang", "F#", "Crystal", "D", "Fortran", "Assembly", "Ada",
        "AutoHotkey", "Awk", "Batchfile", "BitBake", "Blade", "Brainfuck", "CMake", "COBOL", "CUDA", "CoffeeScript",
        "Common Lisp", "Coq", "Cython", "Dockerfile", "Elm", "Emacs Lisp", "Forth", "GAP", "GDScript", "GLSL",
        "Gherkin", "Gleam", "Groovy", "HCL", "HLSL", "Haxe", "Idris", "Inno Setup", "Io", "J", "Janet", "Jsonnet",
        "Jupyter Notebook", "LLVM", "Lean", "Less", "Lex", "Linker Script", "M4", "MATLAB", "MDX", "MLIR", "Makefile",
        "Markdown", "Meson", "Metal", "Modula-2", "Mojo", "Nix", "NSIS", "Nushell", "Objective-C++", "Odin", "OpenCL",
        "OpenSCAD", "PLpgSQL", "Pascal", "PostScript", "PowerShell", "Processing", "Prolog", "PureScript", "QML",
        "Racket", "Raku", "ReScript", "Reason", "Red", "Ren'Py", "Roff", "SCSS", "SQL", "Sass", "Scheme",
        "ShaderLab", "Smalltalk", "Solidity", "Standard ML", "Starlark", "Stata", "Stylus", "Svelte", "SystemVerilog",
        "Tcl", "TeX", "Typst", "V", "VBA", "VHDL", "Verilog", "Vim Script", "Visual Basic .NET", "Vue", "WGSL",
        "WebAssembly", "Wren", "XSLT", "Yacc",
    ]

    /// License keys (https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features).
    static let licenses = [
        "mit", "apache-2.0", "gpl-3.0", "gpl-2.0", "bsd-3-clause", "bsd-2-clause", "lgpl-3.0", "lgpl-2.1", "agpl-3.0",
        "mpl-2.0", "isc", "unlicense", "cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "epl-2.0", "eupl-1.2", "zlib",
        "bsl-1.0", "artistic-2.0", "0bsd", "wtfpl", "ms-pl", "ofl-1.1", "gpl", "lgpl", "cc", "other",
    ]
}
