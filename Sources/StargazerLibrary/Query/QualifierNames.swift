/// The qualifiers of several catalogs, and of favorites.
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

/// The usual spelling of values, also where others are allowed; common ones first.
package enum KnownSpellings {
    package static let languages = [
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
    package static let licenses = [
        "mit", "apache-2.0", "gpl-3.0", "gpl-2.0", "bsd-3-clause", "bsd-2-clause", "lgpl-3.0", "lgpl-2.1", "agpl-3.0",
        "mpl-2.0", "isc", "unlicense", "cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "epl-2.0", "eupl-1.2", "zlib",
        "bsl-1.0", "artistic-2.0", "0bsd", "wtfpl", "ms-pl", "ofl-1.1", "gpl", "lgpl", "cc", "other",
    ]
}
