import Foundation

/// `GET /repos/{owner}/{repo}` and `GET /repositories/{id}`.
struct RepositoryEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func answer(fullName: String) -> APIResponse {
        if let repository = catalog.repository(fullName: fullName) { return answer(repository) }
        if let id = catalog.renamed(fullName: fullName) {
            return .movedPermanently(to: "\(call.api)/repositories/\(id)")
        }
        return .noSuchRepository
    }

    func answer(id: String) -> APIResponse {
        guard let id = Int(id), let repository = catalog.repository(id: id) else { return .noSuchRepository }
        return answer(repository)
    }

    private func answer(_ repository: SampleRepository) -> APIResponse {
        if scenario == .blocked { return ScenarioRules.blocked(id: repository.id) }
        let moment = Date(timeIntervalSince1970: TimeInterval(repository.pushed))
        return APIResponse.tagged(
            RepositoryPayload(call: call, catalog: catalog).full(repository), call,
            headers: [("last-modified", moment.formatted(Self.httpDate))])
    }

    private static let httpDate = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
}
