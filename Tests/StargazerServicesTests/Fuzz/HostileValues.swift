import Foundation

/// JSON values that no server should send, as bytes.
enum HostileValues {
    static let numbers = [
        "0", "-0", "-1", "1e308", "-1e308", "1e309", "1e-320", "0.5", "1.0", "1e2", "99999999999999999999999999999999",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "9007199254740993", "2147483647", "-2147483648", "4294967296", "253402300800",
        "1000000000000000000", "999500", "999999", "-999950", "1E400", "0e0",
    ]
    static let dates = [
        "99999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "+10000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "292277026596-12-04T15:30:07Z",
        "99999999999999999999999-01-01T00:00:00Z", "2024-02-30T25:61:61Z", "2024-00-00T00:00:00Z",
        "1582-10-10T00:00:00Z",
        "2024-02-29T23:59:60Z", "2027-01-15T08:00:00+99:99", "2027-01-15T08:00:00.999999999Z", "2027-01-15", "", "now",
        "2027-13-01T00:00:00Z", "-99999-01-01T00:00:00Z", "1970-01-01T00:00:00-23:59", "0001-01-01T00:00:00+14:00",
        "0000-01-01T00:00:00+23:59", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-14:00", "2038-01-19T03:14:08Z",
        "-9223372036854775808-01-01T00:00:00Z", "2027-01-15T8:0:0Z", "２０２７-01-15T00:00:00Z",
    ]
    static let addresses = [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://", "https:///x",
        "http://user:pw@host/",
        "https://user@host/x", "//host/x", "HTTPS://HOST", "https://h:99999999999999999999/", "https://[::1",
        "https://[::1]/",
        "https://xn--/", "https://\u{5E9}\u{5DC}\u{5D5}\u{5DD}.example/\u{202E}x", "https://a b/", " https://host/ ",
        "https://host/%", "https://host/%00%zz", "https://host/\\u0000", "ssh://git@host/x",
        "https://host\\u0000.example/",
        "https://host:-1/", "http:host", "https:host/x", "host.example", "..", "https://host/../../..", "mailto:a@b.c",
        "https://host/" + String(repeating: "a/", count: 5_000),
        "https://" + String(repeating: "a.", count: 2_000) + "b/",
    ]
    /// Short texts: their errors appear at once.
    static let texts = [
        "", " ", "\\u0000", "a\\u0000b", "\\ud800", "\\udc00\\ud800", "x\\ud83d", "\\ud83d\\ude00",
        "\u{202E}evil\u{202C}",
        "\u{2066}\u{2067}\u{2068}", "\u{200F}\u{200E}\u{61C}", "\\u2028\\u2029", "\\u001b[31m", "\\t\\n\\r", "\u{FEFF}",
        "<b>&amp;%s%n%1$s</b>", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{645}\u{631}\u{62D}\u{628}\u{627}", "/", "a/b/c",
        "..",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}\u{1F1E9}", "e\u{301}\u{302}\u{303}",
        "\u{200D}\u{200D}", "\u{FE0F}", "\u{E0041}\u{E007F}", "\u{FFFE}\u{FFFF}", "\u{10FFFF}", "NOASSERTION", "null",
        ":rocket:", ":::::", ":rocket:rocket:", "-", "0", "\\\\", "\\\"", "\\/", "\u{115F}\u{3164}\u{FFA0}",
        "\u{85}\u{9B}",
    ]
    static let words = ["null", "true", "false", "{}", "[]", "[null]", "{\"a\":1}", "[[]]", "\"\""]
    /// Invalid JSON.
    static let broken = [
        "NaN", "Infinity", "-", "01", "1.", "'x'", "\"", "{", "]", "\"\\x\"", "\"\\u12\"", "undefined", "",
    ]

    /// Texts of 50 kB, created once.
    static let longTexts: [String] = {
        var random = FuzzRandom(seed: 50)
        let mixed = (0..<4).map { _ in mixedScripts(bytes: 50_000, &random) }
        return mixed + [
            "a" + String(repeating: "\u{301}", count: 25_000), String(repeating: "\u{200B}", count: 16_000) + "x",
            String(repeating: "\u{1F468}\u{200D}", count: 7_000), String(repeating: "\u{1F1E9}", count: 12_500),
            String(repeating: "\u{915}\u{94D}", count: 8_000), String(repeating: ":rocket", count: 7_000),
            String(repeating: "\u{202E}", count: 16_000), String(repeating: "\\ud83d\\ude00", count: 4_000),
            String(repeating: "x", count: 50_000), String(repeating: " ", count: 50_000) + "x",
        ]
    }()

    /// Returns letters of many scripts, emoji, accents and characters that change the writing direction.
    static func mixedScripts(bytes: Int, _ random: inout FuzzRandom) -> String {
        let scripts: [ClosedRange<UInt32>] = [
            0x61...0x7A, 0x400...0x45F, 0x5D0...0x5EA, 0x620...0x64A, 0x904...0x939, 0xE01...0xE2E, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0x3041...0x3096, 0x1F300...0x1F5FF, 0x300...0x36F, 0x1D400...0x1D419, 0x10330...0x1034A,
        ]
        let between = [" ", " ", ", ", "\u{200D}", "\u{202E}", "\u{2067}", "\u{200F}", ":", "\u{FE0F}", "\u{AD}"]
        var text = ""
        while text.utf8.count < bytes {
            let script = random.pick(scripts)
            for _ in 0..<(1 + random.below(12)) {
                let value = script.lowerBound + UInt32(random.below(script.count))
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            text += random.pick(between)
        }
        return text
    }

    static let manyTopics = manyWords(100_000)
    static let someTopics = manyWords(60)

    private static func manyWords(_ count: Int) -> [UInt8] {
        Array(("[" + (0..<count).map { "\"t\($0)\"" }.joined(separator: ",") + "]").utf8)
    }

    static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
}
