import CStargazer
import Foundation
import GtkBridge

/// Pixels ready for the screen. Owns one reference to `bytes` until `takeTexture`.
struct DecodedPicture: @unchecked Sendable {
    private let bytes: OpaquePointer
    private let pixels: SgzPixels

    /// Nil when the data is no png, jpeg, gif or webp, is damaged, or has more than 16 million pixels.
    /// For any thread but the main one: decoding takes its time.
    /// - Parameter side: length of the shorter side in pixels; larger pictures are scaled down to it while decoding.
    init?(_ data: Data, side: Int) {
        var pixels = SgzPixels()
        let isDecoded = data.withUnsafeBytes { buffer in
            sgz_decode_picture(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), Int32(side), 16_000_000, &pixels)
        }
        guard isDecoded != 0, let bytes = g_bytes_new_take(pixels.pixels, pixels.length) else { return nil }
        self.bytes = bytes
        self.pixels = pixels
    }

    /// Memory the pixels take.
    var byteCount: Int { Int(pixels.length) }

    /// The pixels as D-Bus interfaces write pictures: width, height, bytes in a line, transparency, bits, channels, pixels.
    /// Call once, in place of `takeTexture`.
    func takeRaw() -> DBusValue {
        defer { g_bytes_unref(bytes) }
        var length: gsize = 0
        let start = g_bytes_get_data(bytes, &length)
        let data = UnsafeRawBufferPointer(start: start, count: Int(length))
        return .tuple([
            .int32(pixels.width), .int32(pixels.height), .int32(pixels.stride), .bool(pixels.has_alpha != 0),
            .int32(8), .int32(pixels.has_alpha != 0 ? 4 : 3), .bytes(Array(data)),
        ])
    }

    /// A texture that holds the pixels. Call once: the bytes pass over to it.
    @MainActor func takeTexture() -> GObjectRef? {
        defer { g_bytes_unref(bytes) }
        let format = pixels.has_alpha != 0 ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
        let texture = gdk_memory_texture_new(pixels.width, pixels.height, format, bytes, gsize(pixels.stride))
        return texture.map { GObjectRef(adopting: Handle($0)) }
    }
}
