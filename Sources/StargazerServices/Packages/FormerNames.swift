import Foundation
import Glibc
import StargazerCore
import Synchronization

/// What the server has said of names that repositories may have had, so that it is asked once. It is a file of the cache.
final class FormerNames: Sendable {
    private struct Answer: Codable {
        /// A digest, so that the file does not tell what was looked at.
        let item: String
        /// `owner/name`, as the machine's lists have it.
        let path: String
        let isSame: Bool
    }

    private struct State {
        /// The oldest first.
        var answers: [Answer]
        /// Changes with each name that was found.
        var revision = 0
    }

    /// The most answers; the oldest are forgotten.
    private static let limit = 1_000
    /// In bytes. A larger file is none of ours.
    private static let maxFileSize = 1_000_000

    private let file: URL
    private let state: Mutex<State>

    init(folder: URL) {
        file = folder.appending(path: "former-names.json")
        var status = stat()
        // A damaged file is one without answers.
        let data =
            stat(file.path, &status) == 0 && status.st_size <= Self.maxFileSize ? try? Data(contentsOf: file) : nil
        // The same.
        let answers = data.flatMap { try? JSONDecoder().decode([Answer].self, from: $0) } ?? []
        state = Mutex(State(answers: answers.suffix(Self.limit)))
    }

    var revision: Int { state.withLock { $0.revision } }

    /// The older names of a repository. They differ in the owner only.
    func names(of id: ItemID, _ path: RepositoryPath) -> [RepositoryPath] {
        let end = "/\(path.name.text.lowercased())"
        let answers = state.withLock { $0.answers.filter { $0.isSame && $0.path.lowercased().hasSuffix(end) } }
        guard !answers.isEmpty else { return [] }
        let item = Self.digest(id)
        return answers.filter { $0.item == item }.compactMap { RepositoryPath($0.path) }
    }

    func isAnswered(_ id: ItemID, _ former: RepositoryPath) -> Bool {
        let item = Self.digest(id)
        return state.withLock { $0.answers.contains { $0.item == item && $0.path == former.description } }
    }

    func record(_ id: ItemID, _ former: RepositoryPath, isSame: Bool) {
        let answer = Answer(item: Self.digest(id), path: former.description, isSame: isSame)
        let answers = state.withLock { state in
            state.answers = state.answers.suffix(Self.limit - 1) + [answer]
            if isSame { state.revision += 1 }
            return state.answers
        }
        // Without room in the cache it is asked again at the next start.
        guard let data = try? JSONEncoder().encode(answers) else { return }
        let draft = file.path + ".\(getpid())"
        defer { unlink(draft) }
        guard FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600])
        else { return }
        rename(draft, file.path)
    }

    private static func digest(_ id: ItemID) -> String { Digest.sha256(Data("\(id.host) \(id.id)".utf8)) }
}
