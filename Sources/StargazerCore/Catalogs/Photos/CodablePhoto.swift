import Foundation

/// The encoded form of a photo. Everything except the title is optional.
/// Addresses other than http and https are dropped; dates use the format of `ISO8601Date`.
/// `license` is Flickr's number; other services have a name and an address of the license.
struct CodablePhoto: Codable {
    var title: String
    var description: String?
    var ownerID: String?
    var owner: String?
    var ownerURL: String?
    var url: String?
    var postedAt: ISO8601Date?
    var takenAt: ISO8601Date?
    var tags: [String]?
    var views: Int?
    var license: Int?
    var takenText: String?
    var licenseName: String?
    var licenseURL: String?
    var service: String?
    var small: CodableRendition?
    var large: CodableRendition?
    var original: CodableRendition?

    private enum CodingKeys: String, CodingKey {
        case title, description, owner, url, tags, views, license, service, small, large, original
        case ownerID = "owner_id"
        case ownerURL = "owner_url"
        case postedAt = "posted_at"
        case takenAt = "taken_at"
        case takenText = "taken_text"
        case licenseName = "license_name"
        case licenseURL = "license_url"
    }

    init(_ photo: Photo) {
        title = photo.title
        description = photo.caption
        ownerID = photo.ownerID
        owner = photo.owner
        ownerURL = photo.ownerPage?.absoluteString
        url = photo.page?.absoluteString
        postedAt = photo.postedAt.map(ISO8601Date.init)
        takenAt = photo.takenAt.map(ISO8601Date.init)
        tags = photo.tags
        views = photo.views
        license = photo.license
        takenText = photo.takenText
        licenseName = photo.licenseName
        licenseURL = photo.licensePage?.absoluteString
        service = photo.service
        small = photo.small.map(CodableRendition.init)
        large = photo.large.map(CodableRendition.init)
        original = photo.original.map(CodableRendition.init)
    }

    /// - Parameter webURL: the address stored next to the object.
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
        photo.takenText = takenText
        photo.licenseName = licenseName
        photo.licensePage = URL(web: licenseURL)
        photo.service = service ?? Photo.firstService
        photo.small = small?.rendition
        photo.large = large?.rendition
        photo.original = original?.rendition
        return photo
    }
}
