/// Colors of common programming languages, as code hosts use them. The language's name is always next to its color.
package enum LanguageColors {
    /// Returns a language's color; gray for a language without one.
    static func color(of language: String) -> Color {
        Color(table[language] ?? unknown)
    }

    package struct Color: Equatable, Sendable {
        var red: UInt16 = 0
        var green: UInt16 = 0
        var blue: UInt16 = 0

        package init(red: UInt16 = 0, green: UInt16 = 0, blue: UInt16 = 0) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        fileprivate init(_ hex: Int) {
            self.init(red: UInt16(hex >> 16 & 0xFF), green: UInt16(hex >> 8 & 0xFF), blue: UInt16(hex & 0xFF))
        }

        private var hex: String { [red, green, blue].map { String($0 + 0x100, radix: 16).dropFirst() }.joined() }

        /// The style class with this background color.
        var styleClass: String { "ground-\(hex)" }
        fileprivate var rule: String { ".\(styleClass) { background-color: #\(hex); }\n" }
    }

    static var sheet: [UInt8] {
        Array(Set(table.values).union([unknown]).sorted().map { Color($0).rule }.joined().utf8)
    }

    private static let unknown = 0x8B8B8B

    private static let table: [String: Int] = [
        "Assembly": 0x6E4C13, "C": 0x6B6B6B, "C#": 0x178600, "C++": 0xF34B7D, "CMake": 0xDA3434, "CSS": 0x663399,
        "Clojure": 0xDB5855, "CoffeeScript": 0x244776, "Crystal": 0x5A5A5A, "D": 0xBA595E, "Dart": 0x00B4AB,
        "Dockerfile": 0x384D54, "Elixir": 0x6E4A7E, "Elm": 0x60B5CC, "Emacs Lisp": 0xC065DB, "Erlang": 0xB83998,
        "F#": 0xB845FC, "Fortran": 0x4D41B1, "GDScript": 0x355570, "Go": 0x00ADD8, "Groovy": 0x4298B8,
        "HTML": 0xE34C26, "Haskell": 0x5E5086, "Java": 0xB07219, "JavaScript": 0xD9B82A, "Julia": 0xA270BA,
        "Jupyter Notebook": 0xDA5B0B, "Kotlin": 0xA97BFF, "Lua": 0x3A4CC0, "Makefile": 0x427819, "Nim": 0xD9B800,
        "Nix": 0x7E7EFF, "OCaml": 0xEF7A08, "Objective-C": 0x438EFF, "PHP": 0x4F5D95, "Perl": 0x0298C3,
        "PowerShell": 0x3D6FA5, "Python": 0x3572A5, "R": 0x198CE7, "Ruby": 0xA0242B, "Rust": 0xC88A5F,
        "SCSS": 0xC6538C, "Scala": 0xC22D40, "Shell": 0x6FB83A, "Swift": 0xF05138, "TypeScript": 0x3178C6,
        "Vala": 0xA56DE2, "Vim Script": 0x199F4B, "Vue": 0x41B883, "Zig": 0xEC915C,
    ]
}
