import Foundation
import StargazerServices

/// Corrupts responses, mostly in one place, so that everything else is still read.
struct Mutation {
    var random: FuzzRandom

    private static let statuses = [
        200, 200, 201, 202, 204, 205, 206, 301, 302, 304, 307, 400, 401, 403, 403, 404, 405, 410, 414, 422, 422, 429,
        451,
        500, 502, 503, 504, 599, 600, 999, 0, -1, 100, 418, Int.max, Int.min,
    ]

    static func undamaged(_ sample: ResponseSample, to url: URL) -> HTTPResponse {
        HTTPResponse(status: sample.status, url: url, headers: sample.headers, body: Data(sample.body))
    }

    mutating func response(_ sample: ResponseSample, to url: URL) -> HTTPResponse {
        var headers = sample.headers
        var status = sample.status
        if random.chance(3) {
            for _ in 0...random.below(3) {
                let field = HostileHeaders.field(&random)
                headers[field.name] = field.value
            }
        }
        if random.chance(40) { headers["content-type"] = HostileHeaders.contentType(&random) }
        if random.chance(60), let name = headers.keys.sorted().first { headers[name] = nil }
        if random.chance(10) { status = random.pick(Self.statuses) }
        let elsewhere = random.chance(50) ? URL(string: random.pick(HostileValues.addresses)) : nil
        return HTTPResponse(
            status: status, url: elsewhere ?? url, headers: headers, body: Data(body(of: sample)))
    }

    private mutating func body(of sample: ResponseSample) -> [UInt8] {
        var bytes = sample.body
        if random.chance(25) { return damaged(bytes) }
        guard !sample.nodes.isEmpty else { return bytes }
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for _ in 0...random.below(random.chance(4) ? 6 : 2) {
            let edit = edit(random.pick(sample.nodes), of: sample)
            if !edits.contains(where: { $0.range.overlaps(edit.range) || $0.range == edit.range }) {
                edits.append(edit)
            }
        }
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: edit.bytes)
        }
        return bytes
    }

    private mutating func edit(
        _ place: JSONValueRanges.Node, of sample: ResponseSample
    ) -> (range: Range<Int>, bytes: [UInt8]) {
        switch random.below(20) {
        case 0: return (place.whole, [])
        case 1: return (place.whole, twice(place, sample, times: 2))
        case 2 where place.kind == .object && random.chance(10): return (place.whole, twice(place, sample, times: 300))
        case 3: return (place.key ?? place.value, Array("\"\(random.pick(HostileValues.texts))\"".utf8))
        case 4: return (place.value, Array(sample.body[random.pick(sample.nodes).value]))
        case 5 where random.chance(4):
            return (place.value, Array(HostileValues.nested(random.pick([10, 511, 512, 513, 5_000])).utf8))
        default: return (place.value, value(for: place))
        }
    }

    private func twice(_ place: JSONValueRanges.Node, _ sample: ResponseSample, times: Int) -> [UInt8] {
        let whole = sample.body[place.whole]
        let comma = UInt8(ascii: ",")
        let separator = whole.first == comma || whole.last == comma ? [] : [comma]
        return Array((0..<times).map { _ in whole }.joined(separator: separator))
    }

    private mutating func value(for place: JSONValueRanges.Node) -> [UInt8] {
        if place.name == "topics", place.kind == .array, random.chance(8) {
            return random.chance(60) ? HostileValues.manyTopics : HostileValues.someTopics
        }
        // A value of the wrong type is refused at once, so it is tried less often.
        let isOfItsKind = !random.chance(4)
        if place.kind == .number, isOfItsKind { return Array(random.pick(HostileValues.numbers).utf8) }
        if place.kind == .word, isOfItsKind { return Array(random.pick(HostileValues.words).utf8) }
        if place.kind == .text, isOfItsKind { return text(for: place.name) }
        switch random.below(6) {
        case 0: return Array(random.pick(HostileValues.numbers).utf8)
        case 1, 2: return text(for: random.pick(["", "pushed_at", "homepage"]))
        case 3: return Array(random.pick(HostileValues.broken).utf8)
        default: return Array(random.pick(HostileValues.words).utf8)
        }
    }

    private mutating func text(for name: String) -> [UInt8] {
        let text: String
        if name.hasSuffix("_at"), !random.chance(5) {
            text = random.pick(HostileValues.dates)
        } else if name.hasSuffix("_url") || name == "homepage", !random.chance(5) {
            text = random.pick(HostileValues.addresses)
        } else if random.chance(30) {
            text = random.pick(HostileValues.longTexts)
        } else if random.chance(8) {
            text = HostileValues.mixedScripts(bytes: 20 + random.below(400), &random)
        } else {
            text = random.pick(HostileValues.texts)
        }
        return Array("\"\(text)\"".utf8)
    }

    private mutating func damaged(_ undamaged: [UInt8]) -> [UInt8] {
        var bytes = undamaged
        switch random.below(9) {
        case 0: return []
        case 1: return [0xEF, 0xBB, 0xBF] + bytes
        case 2:
            return Array(String(decoding: bytes, as: UTF8.self).utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case 3: return (0..<random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 4: return Array(bytes.prefix(random.below(bytes.count + 1)))
        case 5: return bytes + bytes
        default:
            for _ in 0...random.below(4) where !bytes.isEmpty {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] ^= 1 << UInt8(random.below(8))
                case 2: bytes.insert(random.pick([0, 0xFF, 0xC0, 0xED, 0xA0, 0x80, 0x22, 0x5C]), at: place)
                default: bytes.remove(at: place)
                }
            }
            return bytes
        }
    }
}
