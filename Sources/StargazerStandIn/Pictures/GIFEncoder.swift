import Foundation

/// Writes GIF files with few colors, still or animated (GIF89a).
///
/// All codes have eight bits, because a clear code comes before nine are needed. So it needs no compressor.
enum GIFEncoder {
    /// - Parameters:
    ///   - frames: Palette indexes of each frame, row by row.
    ///   - palette: At most 128 colors.
    ///   - delay: Delay of each frame, in hundredths of a second.
    static func data(width: Int, height: Int, frames: [[UInt8]], palette: [PNG.Color], delay: Int) -> Data {
        var bytes = Array("GIF89a".utf8) + little(width) + little(height)
        // A table of 128 colors.
        bytes += [0b1111_0110, 0, 0]
        for place in 0..<128 {
            bytes += place < palette.count ? palette[place].channels : [0, 0, 0]
        }
        if frames.count > 1 {
            // Loops forever.
            bytes += [0x21, 0xFF, 0x0B] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        }
        for frame in frames {
            bytes += [0x21, 0xF9, 4, 0b0000_0100] + little(delay) + [0, 0]
            bytes += [0x2C] + little(0) + little(0) + little(width) + little(height) + [0]
            append(frame, to: &bytes)
        }
        return Data(bytes + [0x3B])
    }

    /// The table begins with 130 entries of eight bits. After 120 pixels it would need nine.
    private static func append(_ pixels: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(7)
        var (pending, count): (UInt32, UInt32) = (0, 0)
        var packed: [UInt8] = []
        packed.reserveCapacity(pixels.count + pixels.count / 100)
        func put(_ code: UInt32) {
            pending |= code << count
            count += 8
            while count >= 8 {
                packed.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }
        for (place, pixel) in pixels.enumerated() {
            if place % 120 == 0 { put(128) }
            put(UInt32(pixel))
        }
        put(129)
        if count > 0 { packed.append(UInt8(truncatingIfNeeded: pending)) }
        for start in stride(from: 0, to: packed.count, by: 255) {
            let block = packed[start..<min(start + 255, packed.count)]
            bytes.append(UInt8(block.count))
            bytes += block
        }
        bytes.append(0)
    }

    private static func little(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}
