import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// The files of pictures for light and dark, and for screens of different densities.
struct PictureSelectionTests {
    private let raw = "https://raw.githubusercontent.com/octocat/hello/main"

    /// The names of the files for light and dark.
    private func names(_ html: String, scale: Double = 1) async -> [[String]] {
        let document = await read(html)
        let pictures = document.blocks.flatMap { block -> [Picture] in
            if case .paragraph(let text) = block.content { text.spans.compactMap(\.picture) } else { [] }
        }
        return pictures.map { picture in
            [false, true].map { picture.source(isDark: $0, scale: scale)?.url.lastPathComponent ?? "" }
        }
    }

    @Test func `the first source that matches counts`() async {
        let text = """
            <picture>
              <source media="(prefers-color-scheme: light)" srcset="ink-on-paper.png">
              <img alt="Logo" src="chalk-on-slate.png">
            </picture>

            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="first.png">
              <source media="(prefers-color-scheme: dark)" srcset="second.png">
              <img alt="Chart" src="plain.png">
            </picture>

            <img alt="Next" src="next.png">
            """
        #expect(
            await names(text) == [
                ["ink-on-paper.png", "chalk-on-slate.png"], ["plain.png", "first.png"], ["next.png", "next.png"],
            ])
    }

    @Test func `a source counts only if it can be shown`() async {
        let text = """
            <picture><source type="image/avif" srcset="a.avif"><source type="image/webp" srcset="b.webp">
            <source srcset=""><img src="c.png" alt="x"></picture>
            <picture><source media="print" srcset="a.png"><source media="(orientation: portrait)" srcset="b.png">
            <source media="not (prefers-color-scheme: dark)" srcset="light.png"><img src="c.png" alt="x"></picture>
            <picture><source srcset="data:image/png;base64,AAAA"><img src="c.png" alt="x"></picture>
            <video><source src="a.mp4" srcset="a.png"></video><img src="c.png" alt="x">
            """
        #expect(
            await names(text) == [
                ["b.webp", "b.webp"], ["light.png", "c.png"], ["c.png", "c.png"], ["c.png", "c.png"],
            ])
    }

    @Test func `an address ends at white space`() async {
        let text = """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="https://cards.example/api?user=kettle&hide=issues,prs&theme=night">
              <img alt="Card" src="https://cards.example/api?user=kettle&hide=issues,prs">
            </picture>
            """
        await expect(
            text,
            shows: """
                p ![Card](https://cards.example/api?user=kettle&hide=issues,prs)\
                {dark https://cards.example/api?user=kettle&hide=issues,prs&theme=night}
                """)
    }

    @Test func `a screen gets the file of its density`() async {
        let text = #"<img alt="Two" srcset="small.png 1x, large.png 2x" src="small.png">"#
        #expect(await names(text) == [["small.png", "small.png"]])
        #expect(await names(text, scale: 2) == [["large.png", "large.png"]])
        #expect(await names(text, scale: 3) == [["large.png", "large.png"]])
        await expect(text, shows: "p ![Two](\(raw)/small.png){2.0x \(raw)/large.png}")
        #expect(await names(#"<img alt="Two" srcset="large.png 2x" src="small.png">"#) == [["small.png", "small.png"]])
        #expect(await names(#"<img srcset="a.png 380w, b.png 1520w" src="c.png">"#, scale: 2) == [["b.png", "b.png"]])
        #expect(await names(#"<img srcset="a.png 100w, b.png 400w" sizes="100px">"#) == [["a.png", "a.png"]])
    }

    @Test(
        arguments: [
            ("a.png", ["a.png 1.0"]), ("a.png 1x,b.png 2x", ["a.png 1.0", "b.png 2.0"]),
            ("a.png, b.png 1.5x ,", ["a.png 1.0", "b.png 1.5"]),
            ("a,b.png 2x", ["a,b.png 2.0"]), ("a.png,,, b.png 3x", ["a.png 1.0", "b.png 3.0"]),
            ("a.png 2q, b.png -1x, c.png x, d.png 2x 9h", ["d.png 2.0"]), ("a.png (,) 2x, b.png", ["b.png 1.0"]),
            (" ,, ", []), ("", []),
        ] as [(String, [String])])
    func candidates(_ text: String, _ candidates: [String]) {
        #expect(PictureSelection.candidates(text).map { "\($0.address) \($0.density)" } == candidates)
    }

    @Test(
        arguments: [
            ("", true, true), ("(prefers-color-scheme: dark)", false, true),
            ("(prefers-color-scheme:light)", true, false),
            ("screen and (prefers-color-scheme: dark)", false, true), ("print", false, false), ("all", true, true),
            ("only screen and (min-width: 600px)", true, true), ("(max-width: 600px)", false, false),
            ("not print", true, true), ("not all and (prefers-color-scheme: dark)", true, false),
            ("(hover: hover)", false, false), ("print, (prefers-color-scheme: dark)", false, true),
            ("(prefers-color-scheme: dark) and (min-width: 2000px)", false, false), ("nonsense (", false, false),
        ])
    func `media queries`(_ media: String, _ light: Bool, _ dark: Bool) {
        #expect(PictureSelection.matches(media: media, isDark: false) == light)
        #expect(PictureSelection.matches(media: media, isDark: true) == dark)
    }
}
