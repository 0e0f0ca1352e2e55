import CSoup
import Foundation

/// Bytes made small, in the format of RFC 1950, which ends with a checksum of what went in.
enum Deflate {
    /// Little is gained by looking longer for what repeats: answers repeat their keys.
    private static let level: Int32 = 3

    static func compressed(_ bytes: Data) -> Data? {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, level) else { return nil }
        return converted(bytes, by: compressor, atMost: .max)
    }

    /// - Parameter most: bytes to come out; nil is answered when there are more.
    /// - Returns: nil as well for what is cut short or damaged.
    static func decompressed(_ bytes: Data, atMost most: Int) -> Data? {
        guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
        return converted(bytes, by: decompressor, atMost: most)
    }

    private static func converted(_ bytes: Data, by converter: OpaquePointer, atMost most: Int) -> Data? {
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        var result = Data()
        var part = [UInt8](repeating: 0, count: 64 << 10)
        var done = 0
        while result.count <= most {
            var (read, written) = (0, 0)
            let outcome = bytes.withUnsafeBytes { all in
                g_converter_convert(
                    converter, all.baseAddress.map { $0 + done }, gsize(all.count - done), &part, gsize(part.count),
                    G_CONVERTER_INPUT_AT_END, &read, &written, nil)
            }
            done += Int(read)
            result.append(contentsOf: part[..<Int(written)])
            switch outcome {
            case G_CONVERTER_FINISHED: return result.count <= most ? result : nil
            case G_CONVERTER_CONVERTED: continue
            default: return nil
            }
        }
        return nil
    }
}
