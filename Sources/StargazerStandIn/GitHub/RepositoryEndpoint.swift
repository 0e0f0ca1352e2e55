import Foundation

/// `GET /repos/{owner}/{repo}` and `GET /repositories/{id}`.
struct RepositoryEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func response(fullName: String) -> APIResponse {
        let repository = catalog.repository(fullName: fullName)
        if let id = repository.flatMap(idOfRenamed) ?? catalog.renamed(fullName: fullName) {
            return .movedPermanently(to: "\(call.api)/repositories/\(id)")
        }
        return repository.map { response(id: String($0.id)) } ?? .noSuchRepository

        /// Returns the ID if the repository has another name now.
        func idOfRenamed(_ repository: SampleRepository) -> Int? {
            let isLater = catalog.laterNames.values.contains(repository.id)
            return isLater && catalog.laterNames[fullName.lowercased()] == nil ? repository.id : nil
        }
    }

    func response(id: String) -> APIResponse {
        guard let id = Int(id), let repository = catalog.repository(id: id) else { return .noSuchRepository }
        guard scenario == .later else { return response(for: repository) }
        let changes = LaterRepositories(catalog)
        if changes.isDeleted(id) { return .noSuchRepository }
        return changes.isBlocked(id) ? ScenarioRules.blocked(id: id) : response(for: changes.later(repository))
    }

    private func response(for repository: SampleRepository) -> APIResponse {
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
