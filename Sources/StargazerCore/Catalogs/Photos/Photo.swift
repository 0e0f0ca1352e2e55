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
    /// When it was taken, as the author states it, where that is not a date.
    public var takenText: String?
    /// Flickr's number of the license.
    public var license: Int?
    /// The short name of the license, `CC BY-SA 4.0`, from a service without numbers for licenses.
    public var licenseName: String?
    public var licensePage: URL?
    /// The name of the service that it comes from.
    public var service: String?
    /// For cells.
    public var small: Rendition?
    /// For the details.
    public var large: Rendition?
    /// In the largest public size.
    public var original: Rendition?

    /// The service of photos that were stored without its name.
    static let firstService = "Flickr"

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
