import CAdwaita
import CStargazer
import Foundation
import Testing

/// Pictures from files, turned and scaled.
struct PictureDecodingTests {
    /// Returns a JPEG of 40 by 20 pixels, black on the left and white on the right.
    private func jpeg(orientation: UInt8?) throws -> Data {
        let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 40, 20))
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0)
        let half = try #require(gdk_pixbuf_new_subpixbuf(pixbuf, 20, 0, 20, 20))
        gdk_pixbuf_fill(half, 0xFFFF_FFFF)
        g_object_unref(UnsafeMutableRawPointer(half))
        var (buffer, length): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
        try #require(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &length, "jpeg", nil, nil, nil) != 0)
        defer { g_free(buffer) }
        var data = try Data(bytes: #require(buffer), count: Int(length))
        guard let orientation else { return data }
        // A segment with one entry: the orientation, in big-endian order.
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
        return data
    }

    private struct Decoded: Equatable {
        var width, height, naturalWidth, naturalHeight: Int32
        /// The brightness of the first and the last pixel.
        var first, last: UInt8
    }

    private func decoded(_ data: Data, side: Int32 = 1_000, width: Int32 = .max) throws -> Decoded {
        var pixels = SgzPixels()
        let maxSize = SgzMaxSize(side: side, width: width, density: 2)
        let isDecoded = data.withUnsafeBytes { bytes in
            sgz_decode_picture(
                bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), maxSize, 1_000_000, &pixels)
        }
        try #require(isDecoded != 0)
        defer { g_free(pixels.pixels) }
        let last = Int(pixels.height - 1) * Int(pixels.stride) + Int(pixels.width - 1) * 3
        return Decoded(
            width: pixels.width, height: pixels.height, naturalWidth: pixels.natural_width,
            naturalHeight: pixels.natural_height, first: pixels.pixels[0] / 128, last: pixels.pixels[last] / 128)
    }

    @Test(
        arguments: [(nil, 40, 20, 0), (1, 40, 20, 0), (3, 40, 20, 1), (6, 20, 40, 0), (8, 20, 40, 1), (9, 40, 20, 0)]
            as [(UInt8?, Int32, Int32, UInt8)])
    func `a photo is upright`(orientation: UInt8?, width: Int32, height: Int32, first: UInt8) throws {
        let picture = try decoded(try jpeg(orientation: orientation))
        #expect(
            picture
                == Decoded(
                    width: width, height: height, naturalWidth: width, naturalHeight: height, first: first,
                    last: 1 - first))
    }

    @Test func `a picture is scaled down to a side or a width, and its natural size is known`() throws {
        let data = try jpeg(orientation: nil)
        let bySide = try decoded(data, side: 10)
        #expect([bySide.width, bySide.height, bySide.naturalWidth, bySide.naturalHeight] == [20, 10, 40, 20])
        let byWidth = try decoded(data, width: 8)
        #expect([byWidth.width, byWidth.height, byWidth.naturalWidth, byWidth.naturalHeight] == [8, 4, 40, 20])
    }
}
