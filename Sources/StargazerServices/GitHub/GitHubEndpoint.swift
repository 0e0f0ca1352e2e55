import Foundation
import StargazerCore
import StargazerLibrary

enum GitHubEndpoint {
    case repositorySearch(SearchQuery)
    case repository(RepositoryPath)
    /// By ID, which remains valid after a rename and never names another repository.
    case repositoryByID(String)
    /// The folder is in the repository; nil for the README that GitHub shows first.
    case readme(RepositoryPath, folder: String? = nil)
    case readmeByID(String)
    /// Bytes of code by language.
    case languages(RepositoryPath)
    /// The latest release that is neither a draft nor a pre-release.
    case latestRelease(RepositoryPath)
    case userSearch(SearchQuery)
    case account(login: Login)
    /// By ID, which remains valid after a rename and never names another account.
    case accountByID(String)
    /// A list of an account: `followers`, `repos`.
    case accountList(login: Login, list: String, batchSize: Int = batchSizes.upperBound)
    /// The public stars of a user, the newest first.
    case publicStars(login: Login, batchSize: Int = batchSizes.upperBound)
    /// The authenticated account.
    case user
    case star(RepositoryPath)
    /// The account's stars, the newest first.
    case starred(batchSize: Int = batchSizes.upperBound)
    /// Whether the account follows a person.
    case following(login: Login)
    case follows(login: Login, other: Login)
    case rateLimits

    func url(on server: GitHubServer) -> URL? {
        switch self {
        case .repositorySearch(let query):
            server.url(["search", "repositories"], query: Self.parameters(of: query, sort: Self.sortName))
        case .repository(let path):
            server.url(["repos"] + path.segments)
        case .repositoryByID(let id):
            server.url(["repositories", id])
        case .readme(let path, let folder):
            server.url(["repos"] + path.segments + ["readme"] + [folder].compactMap(\.self))
        case .readmeByID(let id):
            server.url(["repositories", id, "readme"])
        case .languages(let path):
            server.url(["repos"] + path.segments + ["languages"])
        case .latestRelease(let path):
            server.url(["repos"] + path.segments + ["releases", "latest"])
        case .userSearch(let query):
            server.url(["search", "users"], query: Self.parameters(of: query, sort: Self.userSortName))
        case .account(let login):
            server.url(["users", login.text])
        case .accountByID(let id):
            server.url(["user", id])
        case .accountList(let login, let list, let batchSize):
            server.url(
                ["users", login.text, list],
                query: (list == "repos" ? [("sort", "pushed")] : [])
                    + [("per_page", String(batchSize))])
        case .publicStars(let login, let batchSize):
            server.url(
                ["users", login.text, "starred"],
                query: [("sort", "created"), ("direction", "desc"), ("per_page", String(batchSize))])
        case .user:
            server.url(["user"])
        case .star(let path):
            server.url(["user", "starred"] + path.segments)
        case .starred(let batchSize):
            server.url(
                ["user", "starred"],
                query: [("sort", "created"), ("direction", "desc"), ("per_page", String(batchSize))])
        case .following(let login):
            server.url(["user", "following", login.text])
        case .follows(let login, let other):
            server.url(["users", login.text, "following", other.text])
        case .rateLimits:
            server.url(["rate_limit"])
        }
    }

    /// GitHub returns 1 to 100 results per page.
    static let batchSizes = 1...100
    /// GitHub returns at most this many results for a search, whatever the total.
    static let resultLimit = 1000

    private static func parameters(
        of query: SearchQuery, sort name: (SortKey) -> String?
    ) -> [(name: String, value: String)] {
        var parameters = [(name: "q", value: query.text)]
        if let sort = name(query.sort.key) {
            parameters.append((name: "sort", value: sort))
            parameters.append((name: "order", value: query.sort.direction == .ascending ? "asc" : "desc"))
        }
        let size = min(max(query.batchSize, batchSizes.lowerBound), batchSizes.upperBound)
        parameters.append((name: "per_page", value: String(size)))
        parameters.append((name: "page", value: "1"))
        return parameters
    }

    private static func sortName(_ key: SortKey) -> String? {
        switch key {
        case .stars: "stars"
        case .forks: "forks"
        case .helpWantedIssues: "help-wanted-issues"
        case .updated: "updated"
        default: nil
        }
    }

    private static func userSortName(_ key: SortKey) -> String? {
        switch key {
        case .followers: "followers"
        case .repositoryCount: "repositories"
        case .joined: "joined"
        default: nil
        }
    }
}

extension RepositoryPath {
    fileprivate var segments: [String] { [owner.text, name.text] }
}

extension Item {
    /// - Throws: `.unexpected` for an item that is no repository, or one whose name leads nowhere.
    func repositoryPath() throws(CatalogFailure) -> RepositoryPath {
        guard let repository else { throw .unexpected(code: "foreign-item") }
        guard let path = repository.path else { throw .unexpected(code: "name") }
        return path
    }

    /// - Throws: `.unexpected` for an item that is no account, or one whose name leads nowhere.
    func login() throws(CatalogFailure) -> Login {
        guard let person else { throw .unexpected(code: "foreign-item") }
        guard let login = Login(person.login) else { throw .unexpected(code: "name") }
        return login
    }
}
