/// The qualifiers of several catalogs, and of favorites.
extension QualifierName {
    public static let language = QualifierName(rawValue: "language")
    public static let stars = QualifierName(rawValue: "stars")
    public static let pushed = QualifierName(rawValue: "pushed")
    public static let created = QualifierName(rawValue: "created")
    public static let license = QualifierName(rawValue: "license")
    public static let topic = QualifierName(rawValue: "topic")
    public static let archived = QualifierName(rawValue: "archived")
    public static let fork = QualifierName(rawValue: "fork")
    public static let user = QualifierName(rawValue: "user")
    public static let org = QualifierName(rawValue: "org")
    public static let repo = QualifierName(rawValue: "repo")
    public static let searchedIn = QualifierName(rawValue: "in")
    public static let goodFirstIssues = QualifierName(rawValue: "good-first-issues")
    public static let helpWantedIssues = QualifierName(rawValue: "help-wanted-issues")
    public static let forks = QualifierName(rawValue: "forks")
    /// In kilobytes.
    public static let size = QualifierName(rawValue: "size")
    /// The number of topics.
    public static let topics = QualifierName(rawValue: "topics")
    public static let followers = QualifierName(rawValue: "followers")
    public static let mirror = QualifierName(rawValue: "mirror")
    public static let template = QualifierName(rawValue: "template")
    public static let state = QualifierName(rawValue: "is")
    public static let has = QualifierName(rawValue: "has")
}
