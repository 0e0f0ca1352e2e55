import Foundation
import Testing

@testable import StargazerServices

/// Reading bytes as text.
@Suite struct FileTextTests {
    private let windows = Self.bytes("# Caf\u{E9} \u{96} Stra\u{DF}e\n\nVoil\u{E0}: 5 \u{80}\n")

    /// Returns a byte for each character below 256.
    private static func bytes(_ text: String) -> Data {
        Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    @Test func `what is not UTF-8 is read as Windows-1252`() {
        #expect(FileText.decoded(windows) == "# Café – Straße\n\nVoilà: 5 €\n")
        #expect(FileText.decoded(windows, isCut: true) == "# Café – Straße\n\nVoilà: 5 €\n")
        #expect(FileText.decoded(Data([0x81, 0x9F, 0xFF])) == "\u{81}Ÿÿ")
        #expect(FileText.decoded(Data("# Café – 星 🚀".utf8)) == "# Café – 星 🚀")
        #expect(FileText.decoded(Data()) == "")
    }

    @Test func `a few damaged characters do not make another encoding of UTF-8`() {
        #expect(FileText.decoded(Data("星空天体".utf8) + Data([0xE9])) == "星空天体\u{FFFD}")
    }

    @Test func `a byte order mark counts first and is no text`() {
        let text = "# Tïtle 🚀\r\n"
        #expect(FileText.decoded(Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)) == text)
        var (little, big) = (Data([0xFF, 0xFE]), Data([0xFE, 0xFF]))
        for unit in text.utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            little += [low, high]
            big += [high, low]
        }
        for bytes in [little, big] {
            #expect(FileText.decoded(bytes) == text)
            #expect(FileText.decoded(bytes + Data([0x41])) == text)
        }
        #expect(FileText.withoutByteOrderMark("\u{FEFF}# Title") == "# Title")
        #expect(FileText.withoutByteOrderMark("# Title") == "# Title")
    }

    @Test func `a cut file ends with a complete character`() {
        let bytes = Data("ab🚀".utf8)
        for missing in 1...3 { #expect(FileText.decoded(bytes.dropLast(missing), isCut: true) == "ab") }
        #expect(FileText.decoded(bytes, isCut: true) == "ab🚀")
        #expect(FileText.decoded(Data("aß".utf8), isCut: true) == "aß")
    }

    @Test func `a file with zero bytes is none`() {
        #expect(FileText.decoded(Data([0x89, 0x50, 0, 1])) == nil)
    }
}
