import Foundation
import StargazerServices
import StargazerStandIn

/// The mineral server, in the process.
struct MineralStandIn: HTTPTransport {
    static let key = "sesame"

    let scenario: StandInScenario?

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let path = request.url.path().split(separator: "/").map(String.init)
        let isOne = path.count == 2
        switch scenario {
        case .offline: throw .offline
        case .timeout: throw .timedOut
        case .cut: throw .truncated
        case .html: return answer(request, 200, "<!DOCTYPE html>")
        case .server: return answer(request, 502, "<!DOCTYPE html>")
        case .forbidden: return answer(request, 403)
        case .secondary: return answer(request, 503, wait: "60")
        case .rateLimit: return answer(request, 429, wait: "42")
        case .badQuery where !isOne: return answer(request, 422, #"{"reason":"Nothing is understood here."}"#)
        case .blocked where isOne: return answer(request, 451, #"{"reason":"It is radioactive."}"#)
        case .gone where isOne: return answer(request, 404)
        default: break
        }
        guard request.headers["X-Key"] == Self.key else { return answer(request, 401) }
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let requested = { (name: String) in items.first { $0.name == name }?.value ?? "" }
        switch path.first {
        case "minerals" where isOne:
            guard let found = MineralSample.all.first(where: { $0.id == path[1] }) else { return answer(request, 404) }
            return json(request, ["mineral": found.object, "system": found.system, "uses": found.uses])
        case "minerals":
            let words = requested("q").lowercased().split(separator: " ")
            let found = MineralSample.all.filter { sample in words.allSatisfy { sample.text.contains($0) } }
            return list(request, sorted(found, by: requested("sort"), requested("direction")), requested)
        case "places": return list(request, MineralSample.all.filter { $0.place == requested("name") }, requested)
        default: return answer(request, 404)
        }
    }

    private func sorted(_ samples: [MineralSample], by key: String, _ direction: String) -> [MineralSample] {
        let value: (MineralSample) -> Int
        switch key {
        case "hardness": value = \.hardness
        case "described": value = \.described
        default: return samples
        }
        return samples.sorted { direction == "ascending" ? value($0) < value($1) : value($0) > value($1) }
    }

    private func list(_ request: HTTPRequest, _ found: [MineralSample], _ requested: (String) -> String) -> HTTPResponse
    {
        let from = min(Int(requested("from")) ?? 0, found.count)
        let until = min(from + (Int(requested("count")) ?? 3), found.count, MineralCatalog.resultLimit)
        var object: [String: any Sendable] = [
            "total": found.count, "minerals": found[from..<max(from, until)].map(\.object),
            "isPartial": scenario == .incomplete,
        ]
        if until < found.count { object["next"] = until }
        return json(request, object)
    }

    private func json(_ request: HTTPRequest, _ object: [String: any Sendable]) -> HTTPResponse {
        let data = try? JSONSerialization.data(withJSONObject: object)
        return HTTPResponse(status: 200, url: request.url, body: data ?? Data())
    }

    private func answer(
        _ request: HTTPRequest, _ status: Int, _ body: String = "{}", wait: String? = nil
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, url: request.url, headers: wait.map { ["Retry-After": $0] } ?? [:], body: Data(body.utf8))
    }
}
