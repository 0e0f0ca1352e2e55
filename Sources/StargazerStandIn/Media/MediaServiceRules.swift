import Foundation

/// A parsed request to a media service.
struct MediaAPICall {
    /// The decoded path components, without empty ones.
    let parts: [String]
    let query: RawQuery

    init(_ request: StandInRequest) {
        var rest = Substring(request.target)
        if let mark = rest.range(of: "://"), !rest.hasPrefix("/") {
            let afterScheme = rest[mark.upperBound...]
            rest = afterScheme[(afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex)...]
        }
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        parts = (halves.first ?? "").split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        query = RawQuery(halves.count > 1 ? String(halves[1]) : "")
    }

    func number(_ name: String, or usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(query[name].flatMap { Int($0) } ?? usual, range.lowerBound), range.upperBound)
    }
}

/// Rules of all media services: credentials, scenarios and the encoding of answers.
struct MediaServiceRules: Sendable {
    let options: StandInOptions
    /// Prefix of the service's own addresses, without a trailing slash.
    let base: String
    let pictures: SamplePictures

    init(options: StandInOptions) {
        self.options = options
        pictures = SamplePictures(
            reference: Int(options.now().timeIntervalSince1970), hasOddItems: options.hasOddItems,
            count: options.pictureCount)
        var base = options.baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// Returns a batch of the results. In a drifting list it starts with two pictures of the previous batch.
    func pageItems(_ found: [SamplePicture], from first: Int, count: Int) -> [SamplePicture] {
        let shift = options.scenario == .drift && first > 0 ? 2 : 0
        let places = max(0, first - shift)..<max(0, min(first - shift + count, found.count))
        return places.lowerBound < places.upperBound ? Array(found[places]) : []
    }

    /// Returns whether the service accepts a key: letters and digits, unless it begins with `bad`.
    static func isValidKey(_ key: String) -> Bool {
        !key.isEmpty && !key.hasPrefix("bad") && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The response that replaces all others; nil when the scenario does not affect delivery.
    var failedDelivery: StandInResponse? {
        switch options.scenario {
        case .offline: empty(.dropped)
        case .timeout: empty(.never)
        default: nil
        }
    }

    /// The response of a gateway in front of the API; nil when the scenario has none.
    var gatewayResponse: APIResponse? {
        switch options.scenario {
        case .server:
            APIResponse(
                status: 502, body: Data("<html><body><h1>502 Bad Gateway</h1></body></html>".utf8),
                contentType: "text/html")
        case .html:
            APIResponse(status: 200, body: Data("<!DOCTYPE html>\n<html><body>We will be back</body></html>\n".utf8))
        default: nil
        }
    }

    func response(_ apiResponse: APIResponse, mayBeCut: Bool = true) -> StandInResponse {
        var whole = StandInResponse(
            status: apiResponse.status, headers: [("content-type", apiResponse.contentType)] + apiResponse.headers,
            body: apiResponse.body,
            delivery: .full, delay: options.latency)
        if options.scenario == .cut, mayBeCut, !whole.body.isEmpty {
            whole.delivery = .cut(afterBytes: whole.body.count / 2)
        }
        return whole
    }

    private func empty(_ delivery: StandInDelivery) -> StandInResponse {
        StandInResponse(status: 0, headers: [], body: Data(), delivery: delivery, delay: options.latency)
    }
}

extension JSONObject {
    /// Creates an object with the members in the given order. Members whose value is nil are omitted.
    init(_ members: KeyValuePairs<String, JSON?>) {
        self.init()
        for (name, value) in members { if let value { set(name, value) } }
    }
}

/// Dates in the format of both services, in UTC.
enum MediaDate {
    static func text(_ seconds: Int) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
        return String(style.format(Date(timeIntervalSince1970: TimeInterval(seconds))).prefix(19))
    }
}
