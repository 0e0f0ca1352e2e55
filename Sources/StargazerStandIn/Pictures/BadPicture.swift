import Foundation

/// Owners whose picture is invalid or excessive. The raw value is the login.
enum BadPicture: String, CaseIterable {
    case page = "broken-picture"
    case garbage = "garbage-picture"
    case bomb = "picture-bomb"
    case truncated = "truncated-picture"
    case vector = "svg-picture"
    case missing = "missing-picture"

    init?(ownerID: Int) {
        guard let picture = Self.allCases.first(where: { SampleOwner.id(of: $0.rawValue) == ownerID }) else {
            return nil
        }
        self = picture
    }

    var answer: APIResponse {
        switch self {
        case .page:
            APIResponse(
                status: 200, body: Data("<html><body>Not a picture</body></html>".utf8), contentType: "text/html")
        case .garbage:
            APIResponse(
                status: 200, body: Data((0..<2_000).map { UInt8(truncatingIfNeeded: Seed($0).value) }),
                contentType: "image/png")
        case .bomb: APIResponse(status: 200, body: Self.bombFile, contentType: "image/png")
        case .truncated:
            APIResponse(status: 200, body: Avatar(ownerID: 7, size: 120).png.prefix(900), contentType: "image/png")
        case .vector:
            APIResponse(
                status: 200,
                body: Data(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle r=\"9\"/></svg>".utf8),
                contentType: "image/svg+xml")
        case .missing: APIResponse(status: 404, body: Data("Not Found".utf8), contentType: "text/plain; charset=utf-8")
        }
    }

    /// A valid file of 20,000 by 20,000 pixels in a few hundred kilobytes.
    ///
    /// It contains zeros, deflated by hand as runs of 258 with the fixed codes, 13 bits each (length 258 is 11000101,
    /// distance 1 is 00000).
    private static let bombFile: Data = {
        let side = 20_000
        let count = side * (side / 8 + 1)
        var stream: [UInt8] = [0x78, 0x01]
        var pending: UInt32 = 0
        var pendingBits = 0
        func put(_ bits: UInt32, _ width: Int) {
            pending |= bits << UInt32(pendingBits)
            pendingBits += width
            while pendingBits >= 8 {
                stream.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingBits -= 8
            }
        }
        put(0b011, 3)
        // The literal 0 is 00110000, most significant bit first.
        let singles = 1 + (count - 1) % 258
        for _ in 0..<singles { put(0b0000_1100, 8) }
        for _ in 0..<(count - singles) / 258 { put(0b1010_0011, 13) }
        put(0, 7)
        put(0, 7)
        return PNG.file(
            width: side, height: side, bitDepth: 1, colorType: 0,
            deflated: stream + PNG.bigEndian((count % 65_521) << 16 | 1))
    }()
}
