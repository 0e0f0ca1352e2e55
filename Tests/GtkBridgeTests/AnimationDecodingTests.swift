import CAdwaita
import CStargazer
import Foundation
import Testing

/// The frames of GIFs and animated WebPs, one after the other.
struct AnimationDecodingTests {
    /// 40 by 20 pixels: half a second of red, then half a second of blue.
    static let files = [
        "gif": "R0lGODlhKAAUAPAAAP8AAAAAACH5BAAyAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAKAAUAAACGoSPqcvtD6OctNqLs968"
            + "+w+G4kiW5omm6ooVACH5BAAyAAAALAAAAAAoABQAgAAA/wAAAAIahI+py+0Po5y02ouz3rz7D4biSJbmiabqihUAOw==",
        "webp":
            "UklGRuIAAABXRUJQVlA4WAoAAAACAAAAJwAAEwAAQU5JTQYAAAD/////AABBTk1GWgAAAAAAAAAAACcAABMAAPQBAAJWUDgg"
            + "QgAAAFADAJ0BKigAFAA+kUaeSyWjoqGlaACwEglnAM7egAAr98NwAP7upj//Ys5bAvH//ucD/ucD/ucD+NsH7b1qgAAAAEFO"
            + "TUZUAAAAAAAAAAAAJwAAEwAA9AEAAFZQOCA8AAAAtAIAnQEqKAAUAD6RRp5LAlaAAAEglnANAYDzE27wAP71WL//3OB//s4H"
            + "/+zgfx1/zbkWmWXGJFbX4AAA",
    ]

    private func data(_ name: String) throws -> Data {
        try #require(Self.files[name].flatMap { Data(base64Encoded: $0) })
    }

    private struct Frame: Equatable {
        var width, height, delay: Int32
        /// Whether red is stronger than blue in the first pixel.
        var isRed: Bool
    }

    private func frames(_ data: Data, side: Int32 = 1_000, width: Int32 = .max, count: Int) throws -> [Frame] {
        var limits = SgzAnimationLimits(side: side, width: width, max_pixels: 1_000_000, max_frames: 100)
        let decoder = try #require(
            data.withUnsafeBytes { bytes in
                sgz_animation_decoder_new(
                    bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &limits)
            })
        defer { sgz_animation_decoder_free(decoder) }
        #expect(sgz_animation_decoder_count(decoder) == 2)
        return try (0..<count).map { _ in
            var frame = SgzAnimationFrame()
            try #require(sgz_animation_decoder_next(decoder, &frame) != 0)
            defer { g_bytes_unref(frame.pixels) }
            #expect(frame.has_alpha == 0 && frame.stride == frame.width * 3)
            let pixels = try #require(g_bytes_get_data(frame.pixels, nil)).assumingMemoryBound(to: UInt8.self)
            return Frame(
                width: frame.width, height: frame.height, delay: frame.delay, isRed: pixels[0] > pixels[2])
        }
    }

    @Test(arguments: ["gif", "webp"]) func `the first frame follows the last`(name: String) throws {
        let red = Frame(width: 40, height: 20, delay: 500, isRed: true)
        let blue = Frame(width: 40, height: 20, delay: 500, isRed: false)
        #expect(try frames(data(name), count: 5) == [red, blue, red, blue, red])
    }

    @Test(arguments: ["gif", "webp"]) func `frames are scaled down to a side and a width`(name: String) throws {
        let bySide = try frames(data(name), side: 10, count: 2)
        #expect(bySide.map(\.width) == [20, 20] && bySide.map(\.height) == [10, 10])
        let byWidth = try frames(data(name), width: 8, count: 1)
        #expect(byWidth.map(\.width) == [8] && byWidth.map(\.height) == [4])
    }

    @Test(arguments: ["gif", "webp"]) func `a file of one frame or with damage is no animation`(name: String) throws {
        let whole = try data(name)
        #expect(isAnimation(whole))
        for count in [0, 5, 12, 13, 30, whole.count / 2] { #expect(!isAnimation(whole.prefix(count))) }
        #expect(!isAnimation(Data("RIFF1234WEBPANMF".utf8)) && !isAnimation(Data("words".utf8)))
    }

    private func isAnimation(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            sgz_is_animation(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count)) != 0
        }
    }

    @Test(arguments: ["gif", "webp"]) func `the still picture is the first frame`(name: String) throws {
        let data = try data(name)
        var pixels = SgzPixels()
        let size = SgzMaxSize(side: 10, width: .max, density: 2)
        let isDecoded = data.withUnsafeBytes { bytes in
            sgz_decode_picture(
                bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), size, 1_000, &pixels)
        }
        try #require(isDecoded != 0)
        defer { g_free(pixels.pixels) }
        #expect([pixels.width, pixels.height, pixels.natural_width, pixels.natural_height] == [20, 10, 40, 20])
        #expect(pixels.pixels[0] > pixels.pixels[2])
    }

    @Test func `a picture of too many pixels says so`() throws {
        let data = try data("gif")
        var pixels = SgzPixels()
        let size = SgzMaxSize(side: 10, width: .max, density: 2)
        let isDecoded = data.withUnsafeBytes { bytes in
            sgz_decode_picture(
                bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), size, 799, &pixels)
        }
        #expect(isDecoded == 0 && pixels.is_too_large != 0)
    }

    @Test func `pixels lose their opacity only if all are opaque`() {
        // The last two bytes of a row are a gap.
        var opaque: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 7, 8, 9, 255, 10, 11, 12, 255, 0, 0]
        var stride: Int32 = 10
        #expect(sgz_drop_opaque_alpha(&opaque, 2, 2, &stride) != 0)
        #expect(stride == 6 && opaque.prefix(12) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        var clear: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 254]
        stride = 8
        #expect(sgz_drop_opaque_alpha(&clear, 2, 1, &stride) == 0)
        #expect(stride == 8 && clear == [1, 2, 3, 255, 4, 5, 6, 254])
    }
}
