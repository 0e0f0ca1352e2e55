import Foundation

/// Writes PNG files with few colors. The pixels are in stored blocks: that needs no compressor, and the files are
/// small.
enum PNG {
    /// Components from 0 to 1.
    struct Color {
        var red: Double
        var green: Double
        var blue: Double

        func mixed(with other: Color, share: Double) -> Color {
            Color(
                red: red + (other.red - red) * share, green: green + (other.green - green) * share,
                blue: blue + (other.blue - blue) * share)
        }

        var channels: [UInt8] { [red, green, blue].map { UInt8($0 * 255) } }
    }

    /// - Parameter rows: Palette indexes, one per pixel. The palette has at most 16 colors.
    static func indexed(rows: [[UInt8]], palette: [Color]) -> Data {
        var pixels: [UInt8] = []
        for row in rows {
            pixels.append(0)
            for column in stride(from: 0, to: row.count, by: 2) {
                pixels.append(row[column] << 4 | (column + 1 < row.count ? row[column + 1] : 0))
            }
        }
        let colors = palette.flatMap(\.channels)
        return file(
            width: rows.first?.count ?? 0, height: rows.count, bitDepth: 4, colorType: 3, palette: colors,
            deflated: stored(pixels))
    }

    /// Returns a complete file around deflated data.
    static func file(
        width: Int, height: Int, bitDepth: UInt8, colorType: UInt8, palette: [UInt8] = [], deflated: [UInt8]
    ) -> Data {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append("IHDR", bigEndian(width) + bigEndian(height) + [bitDepth, colorType, 0, 0, 0], to: &bytes)
        if !palette.isEmpty { append("PLTE", palette, to: &bytes) }
        append("IDAT", deflated, to: &bytes)
        append("IEND", [], to: &bytes)
        return Data(bytes)
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func append(_ type: String, _ content: [UInt8], to bytes: inout [UInt8]) {
        let body = Array(type.utf8) + content
        bytes += bigEndian(content.count) + body + bigEndian(Int(crc(body)))
    }

    private static func stored(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = content[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let low = UInt8(block.count & 0xFF)
            let high = UInt8(block.count >> 8)
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
            stream += block
        } while !rest.isEmpty
        var a = 1
        var b = 0
        for byte in content {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    private static let crcTable: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
}
