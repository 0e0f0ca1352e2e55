@testable import StargazerLibrary
import Testing

struct CleanTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("", ""),
        ("   ", ""),
        ("  two\tparts \r\n here\u{A0}\u{3000}now ", "two parts here now"),
        ("bell\u{7}and\u{1B}[31mred\u{0}\u{9B}end", "belland[31mredend"),
        ("next\u{85}line\u{2028}and\u{2029}more", "next line and more"),
        ("evil\u{202E}gpj.exe\u{202C}\u{2066}x\u{2069}\u{200F}", "evilgpj.exex"),
        ("zero\u{200B}width\u{FEFF}\u{2060}\u{AD}\u{34F}", "zerowidth"),
        ("hidden\u{E0041}\u{E0042}tags", "hiddentags"),
        ("<b>&\"'", "<b>&\"'"),
        ("👨‍👩‍👧 family", "👨‍👩‍👧 family"),
        ("नमस्‍ते \u{200D}x", "नमस्‍ते x"),
        ("\u{200D}start", "start"),
        ("ünïcödé 日本語 עברית", "ünïcödé 日本語 עברית"),
    ])
    func `a cleaned line is safe to show in a label`(raw: String, clean: String) {
        // Unicode equality ignores differences in form, so compare the scalars.
        #expect(Array(CleanText.line(raw).unicodeScalars) == Array(clean.unicodeScalars))
    }

    @Test func `a long text is cut and ends in an ellipsis`() {
        let cut = CleanText.line(String(repeating: "word ", count: 4_000))
        #expect(cut.unicodeScalars.count <= 1_001)
        #expect(cut.unicodeScalars.count > 990)
        #expect(cut.hasSuffix("…"))
        #expect(!cut.hasSuffix(" …"))
    }

    @Test func `a text of exactly the limit is not cut`() {
        let text = String(repeating: "é", count: 1_000)
        #expect(CleanText.line(text) == text)
        #expect(CleanText.line(text + " ") == text)
        #expect(CleanText.line(text + "x").hasSuffix("…"))
    }

    @Test func `a cut never splits a character`() {
        #expect(CleanText.line("abc👨‍👩‍👧", limit: 6) == "abc…")
        #expect(CleanText.line(String(repeating: "a", count: 20), limit: 5) == "aaaa…")
    }

    @Test func `a single character with endless accents is cut too`() {
        let accents = "a" + String(repeating: "\u{301}", count: 5_000)
        #expect(CleanText.line(accents).unicodeScalars.count <= 1_001)
    }

    @Test func `only right-to-left text is isolated`() {
        #expect(CleanText.isolated("abc, 1") == "abc, 1")
        #expect(CleanText.isolated("日本語") == "日本語")
        for text in ["שלום", "x مرحبا", "ߊ", "𞤀"] {
            #expect(CleanText.isolated(text) == "\u{2068}\(text)\u{2069}")
        }
    }

    @Test func `a description cannot end its own isolation`() {
        #expect(CleanText.description("שלום\u{2069}\u{202E}x :rocket:") == "\u{2068}שלוםx 🚀\u{2069}")
        #expect(CleanText.description(nil) == "")
    }

    @Test(arguments: [
        (":rocket: fast", "🚀 fast"),
        ("a:star:b", "a⭐b"),
        (":+1::tada:", "👍🎉"),
        ("at 10:30:45", "at 10:30:45"),
        (":no_such_code: :", ":no_such_code: :"),
        ("::rocket::", ":🚀:"),
        (":x :rocket:", ":x 🚀"),
        (":wrong:rocket:", ":wrong🚀"),
        (":Rocket:", ":Rocket:"),
        (":rocket", ":rocket"),
        ("", ""),
        (":100: :e-mail: :1st_place_medal:", "💯 📧 🥇"),
        (
            ":netherlands: :construction_worker: :spiral_notepad: :money_with_wings: :curly_loop: :open_hands: :rocket:",
            "🇳🇱 👷 🗒️ 💸 ➰ 👐 🚀"
        ),
        (
            ":canada: :shrug: :restroom: :black_small_square: :anger: :slightly_smiling_face: :walrus:",
            "🇨🇦 🤷 🚻 ▪️ 💢 🙂 :walrus:"
        ),
        (":thumbsup: :satisfied: :melting_face: :pinata: :email:", "👍 😆 🫠 🪅 ✉️"),
    ])
    func `known emoji shortcodes become emoji and other text stays`(raw: String, shown: String) {
        #expect(EmojiShortcodes.replaced(in: raw) == shown)
    }

    @Test func `every shortcode in the table has an emoji`() {
        let table = EmojiShortcodes.all
        #expect(table.count > 1_900)
        for (code, emoji) in table {
            #expect(code.allSatisfy { $0.isASCII && !$0.isWhitespace }, "\(code)")
            #expect(emoji.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value > 0xFF }, "\(code)")
            #expect(emoji.count == 1, "\(code)")
        }
    }
}
