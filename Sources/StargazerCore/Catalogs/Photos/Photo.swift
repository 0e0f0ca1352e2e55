public import Foundation

/// A photo as search results and favorites show it.
public struct Photo: Sendable, Hashable {
    public var title: String
    /// The author's description, unmodified; nil when there is none.
    public var caption: String?
    /// The service's ID of the author, which survives a rename.
    public var ownerID: String
    public var owner: String?
    public var ownerPage: URL?
    /// Its web page.
    public var page: URL?
    public var postedAt: Date?
    /// The camera's clock, which has no time zone; interpreted as UTC.
    public var takenAt: Date?
    public var tags: [String]
    public var views: Int?
    /// The service's number of the license.
    public var license: Int?
    /// For cells.
    public var small: Rendition?
    /// For the details.
    public var large: Rendition?
    /// In the largest public size.
    public var original: Rendition?

    public init(title: String, ownerID: String = "") {
        self.title = title
        self.ownerID = ownerID
        tags = []
    }
}

/// What only the details request returns.
public struct PhotoDetails: DetailFacts {
    /// The author's full name; nil when it is not public.
    public var realName: String?
    /// The author's location, as they state it.
    public var location: String?
    public var comments: Int?

    public init(realName: String? = nil, location: String? = nil, comments: Int? = nil) {
        self.realName = realName
        self.location = location
        self.comments = comments
    }
}
