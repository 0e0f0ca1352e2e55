public import Foundation

/// A photo as search results and favorites show it.
public struct Photo: Sendable, Hashable {
    public var title: String
    /// The author's own words, as they came; nil when there are none.
    public var caption: String?
    /// The service's number for the author, which outlives a rename.
    public var ownerID: String
    public var owner: String?
    public var ownerPage: URL?
    /// Its page in a browser.
    public var page: URL?
    public var postedAt: Date?
    /// What the camera's clock said, which knows no time zone: taken for UTC.
    public var takenAt: Date?
    public var tags: [String]
    public var views: Int?
    /// The service's number for it.
    public var license: Int?
    /// For cells.
    public var small: Rendition?
    /// For the details.
    public var large: Rendition?
    /// In the largest size that is shown to anybody.
    public var original: Rendition?

    public init(title: String, ownerID: String = "") {
        self.title = title
        self.ownerID = ownerID
        tags = []
    }
}

/// What only a photo's own address tells.
public struct PhotoDetails: DetailFacts {
    /// The author's name in full; nil when they do not say.
    public var realName: String?
    /// Where the author says they are.
    public var location: String?
    public var comments: Int?

    public init(realName: String? = nil, location: String? = nil, comments: Int? = nil) {
        self.realName = realName
        self.location = location
        self.comments = comments
    }
}
