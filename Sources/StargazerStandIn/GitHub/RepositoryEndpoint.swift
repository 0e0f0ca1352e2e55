import Foundation

/// `GET /repos/{owner}/{repo}` and `GET /repositories/{id}`.
struct RepositoryEndpoint {
    let call: Call
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func answer(fullName: String) -> Answer {
        if let repository = catalog.repository(fullName: fullName) { return answer(repository) }
        if let id = catalog.renamed(fullName: fullName) {
            return .movedPermanently(to: "\(call.api)/repositories/\(id)")
        }
        return .noSuchRepository
    }

    func answer(id: String) -> Answer {
        guard let id = Int(id), let repository = catalog.repository(id: id) else { return .noSuchRepository }
        return answer(repository)
    }

    private func answer(_ repository: SampleRepository) -> Answer {
        if scenario == .blocked { return ScenarioRules.blocked(id: repository.id) }
        let body = RepositoryPayload(call: call, catalog: catalog).full(repository).data
        let audience = call.token == nil ? "public" : "private"
        let moment = Date(timeIntervalSince1970: TimeInterval(repository.pushed))
        return Answer(
            status: 200,
            headers: [
                ("cache-control", "\(audience), max-age=60, s-maxage=60"), ("etag", "W/\"\(Self.digest(body))\""),
                ("last-modified", moment.formatted(Self.httpDate)),
            ], body: body)
    }

    private static let httpDate = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))

    private static func digest(_ body: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(format: "%016lx%016lx", hash, hash &* 0x9e37_79b9_7f4a_7c15)
    }
}
