import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The maximum resolution of a decoded picture.
struct PictureResolution: Hashable {
    /// The length of the shorter side, in pixels.
    var side: Int
    /// In pixels; nil for no limit.
    var width: Int?
    /// The pixels of an SVG for each logical pixel of its natural size, at most 2.
    var density = 2

    fileprivate var maxSize: SgzMaxSize {
        SgzMaxSize(side: Int32(side), width: width.map(Int32.init) ?? .max, density: Int32(density))
    }
}

/// Decoded pixels. It owns a reference to `bytes` until `takeTexture` or `takeIconData`.
struct DecodedPicture: @unchecked Sendable {
    private let bytes: OpaquePointer
    private let pixels: SgzPixels
    private let isAnimation: Bool

    /// Decodes a picture. Call it off the main thread: decoding is slow.
    /// - Parameter resolution: the maximum. Larger pictures are scaled down while decoding.
    /// - Throws: `.pictureTooLarge` for more than 16 million pixels; another failure when the data is not a PNG, JPEG,
    ///   GIF or WebP, or is damaged.
    init(_ data: Data, _ resolution: PictureResolution) throws(CatalogFailure) {
        var pixels = SgzPixels()
        let isDecoded = data.withUnsafeBytes { buffer in
            sgz_decode_picture(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), resolution.maxSize, 16_000_000,
                &pixels)
        }
        if pixels.is_too_large != 0 { throw .pictureTooLarge }
        guard isDecoded != 0, let bytes = g_bytes_new_take(pixels.pixels, pixels.length) else {
            throw .unreadable(code: "picture-form")
        }
        isAnimation = data.withUnsafeBytes { buffer in
            sgz_is_animation(buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count)) != 0
        }
        self.bytes = bytes
        self.pixels = pixels
    }

    var byteCount: Int { Int(pixels.length) }

    /// Returns the pixels in the D-Bus format for pictures: width, height, bytes per line, transparency, bits,
    /// channels, pixels. Call it once, instead of `takeTexture`.
    func takeIconData() -> DBusValue {
        defer { g_bytes_unref(bytes) }
        var length: gsize = 0
        let start = g_bytes_get_data(bytes, &length)
        let data = UnsafeRawBufferPointer(start: start, count: Int(length))
        return .tuple([
            .int32(pixels.width), .int32(pixels.height), .int32(pixels.stride), .bool(pixels.has_alpha != 0),
            .int32(8), .int32(pixels.has_alpha != 0 ? 4 : 3), .bytes(Array(data)),
        ])
    }

    /// Returns a texture with the pixels. Call it once, because it transfers the bytes.
    @MainActor func takeTexture() -> GObjectRef? {
        defer { g_bytes_unref(bytes) }
        let texture = sgz_memory_texture_new(pixels.width, pixels.height, pixels.has_alpha, bytes, pixels.stride)
        guard let texture else { return nil }
        sgz_texture_set_natural_size(UnsafeMutableRawPointer(texture), pixels.natural_width, pixels.natural_height)
        sgz_texture_set_is_animation(UnsafeMutableRawPointer(texture), isAnimation ? 1 : 0)
        return GObjectRef(adopting: Handle(texture))
    }
}
