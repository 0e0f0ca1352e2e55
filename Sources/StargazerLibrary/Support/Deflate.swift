import CGio
package import Foundation

/// Compression in the zlib format (RFC 1950), which ends with a checksum of the uncompressed bytes.
package enum Deflate {
    /// A low level is enough: JSON responses mostly repeat their keys.
    private static let level: Int32 = 3

    package static func compressed(_ bytes: Data) -> Data? {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, level) else { return nil }
        return converted(bytes, by: compressor, atMost: .max)
    }

    /// Returns nil for damaged or truncated input, and for a result of more than `limit` bytes.
    package static func decompressed(_ bytes: Data, atMost limit: Int) -> Data? {
        guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
        return converted(bytes, by: decompressor, atMost: limit)
    }

    private static func converted(_ bytes: Data, by converter: OpaquePointer, atMost limit: Int) -> Data? {
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        var result = Data()
        var part = [UInt8](repeating: 0, count: 64 << 10)
        var done = 0
        while result.count <= limit {
            var (read, written) = (0, 0)
            let outcome = bytes.withUnsafeBytes { all in
                g_converter_convert(
                    converter, all.baseAddress.map { $0 + done }, gsize(all.count - done), &part, gsize(part.count),
                    G_CONVERTER_INPUT_AT_END, &read, &written, nil)
            }
            done += Int(read)
            result.append(contentsOf: part[..<Int(written)])
            switch outcome {
            case G_CONVERTER_FINISHED: return result.count <= limit ? result : nil
            case G_CONVERTER_CONVERTED: continue
            default: return nil
            }
        }
        return nil
    }
}
