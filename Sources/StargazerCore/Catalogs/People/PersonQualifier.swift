/// The qualifiers that GitHub understands in a user search.
/// Source: https://docs.github.com/en/search-github/searching-on-github/searching-users
public enum PersonQualifier {
    public static let rules = QueryRules(
        qualifiers: [
            Qualifier(.type, .choice(["user", "org"]), isFilter: true),
            Qualifier(.location, .words([]), isFilter: true),
            Qualifier(.followers, .numbers([">10", ">100", ">1000"]), isFilter: true),
            Qualifier(.repos, .numbers([">1", ">10", ">100"]), isFilter: true),
            Qualifier(.language, .words(RepositoryVocabulary.languages), isFilter: true),
            Qualifier(.created, .days, isFilter: true),
            Qualifier(.searchedIn, .choices(["login", "name", "email"])),
            Qualifier(.fullName, .words([])),
            Qualifier(.user, .words([])),
            Qualifier(.org, .words([])),
            Qualifier(.state, .choice(["sponsorable"])),
        ], maxOperators: 5, maxWordsLength: 256,
        examples: [
            "followers:>1000", "location:berlin language:swift", "type:org repos:>50", "ada in:login", "is:sponsorable",
        ])
}

extension QualifierName {
    public static let type = QualifierName(rawValue: "type")
    public static let location = QualifierName(rawValue: "location")
    public static let repos = QualifierName(rawValue: "repos")
    public static let fullName = QualifierName(rawValue: "fullname")
}
