import Foundation

/// A photo as it is written. All but the title may be missing. Addresses other than http and https are passed over;
/// dates are as `FileDate` writes them; the license is Flickr's number for it.
struct PhotoEntry: Codable {
    var title: String
    var description: String?
    var ownerID: String?
    var owner: String?
    var ownerURL: String?
    var url: String?
    var postedAt: FileDate?
    var takenAt: FileDate?
    var tags: [String]?
    var views: Int?
    var license: Int?
    var small: RenditionEntry?
    var large: RenditionEntry?
    var original: RenditionEntry?

    private enum CodingKeys: String, CodingKey {
        case title, description, owner, url, tags, views, license, small, large, original
        case ownerID = "owner_id"
        case ownerURL = "owner_url"
        case postedAt = "posted_at"
        case takenAt = "taken_at"
    }

    init(_ photo: Photo) {
        title = photo.title
        description = photo.caption
        ownerID = photo.ownerID
        owner = photo.owner
        ownerURL = photo.ownerPage?.absoluteString
        url = photo.page?.absoluteString
        postedAt = photo.postedAt.map(FileDate.init)
        takenAt = photo.takenAt.map(FileDate.init)
        tags = photo.tags
        views = photo.views
        license = photo.license
        small = photo.small.map(RenditionEntry.init)
        large = photo.large.map(RenditionEntry.init)
        original = photo.original.map(RenditionEntry.init)
    }

    /// - Parameter webURL: what stands beside the object.
    func photo(webURL: String?) -> Photo {
        var photo = Photo(title: title, ownerID: ownerID ?? "")
        photo.caption = description
        photo.owner = owner
        photo.ownerPage = URL(web: ownerURL)
        photo.page = URL(web: webURL ?? url)
        photo.postedAt = postedAt?.date
        photo.takenAt = takenAt?.date
        photo.tags = tags ?? []
        photo.views = views
        photo.license = license
        photo.small = small?.rendition
        photo.large = large?.rendition
        photo.original = original?.rendition
        return photo
    }
}
