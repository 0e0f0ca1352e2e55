import Foundation
import StargazerCore

extension Item {
    /// Returns nil if the photo's or owner's ID is too long to store.
    init?(_ payload: FlickrPhotoPayload, host: String) {
        guard payload.id.utf8.count <= Photo.longestID, payload.owner.utf8.count <= Photo.longestID else { return nil }
        self.init(id: ItemID(catalog: .photos, host: host, id: payload.id), facts: Photo(payload))
    }
}

extension Photo {
    fileprivate static let longestID = 100
    private static let maxTags = 100

    init(_ payload: FlickrPhotoPayload) {
        let owner = payload.ownername?.nonBlank
        // Many photos have no title.
        self.init(title: payload.title?.nonBlank ?? owner ?? payload.id, ownerID: payload.owner)
        service = FlickrServer.name
        caption = payload.description?.nonBlank
        self.owner = owner
        setPages(id: payload.id, name: payload.pathalias?.nonBlank ?? payload.owner)
        postedAt = LenientDate.date(payload.dateupload?.value)
        takenAt = payload.takenUnknown?.value == 1 ? nil : LenientDate.date(payload.datetaken?.nonBlank)
        tags = (payload.tags?.nonBlank ?? "").split(separator: " ").prefix(Self.maxTags).map(String.init)
        views = payload.views?.count
        license = payload.license?.count
        let pictures = FlickrPhotoPayload.sizes.compactMap { size in
            payload.pictures[size].flatMap { picture in
                WebLink.url(picture.url).map {
                    (size, Rendition(url: $0, width: picture.width, height: picture.height))
                }
            }
        }
        let picture = { (sizes: [String]) in sizes.lazy.compactMap { size in pictures.first { $0.0 == size }?.1 }.first
        }
        small = picture(FlickrPhotoPayload.sizes)
        large = picture(["l", "c", "z", "h", "k", "n", "o"])
        original = pictures.last?.1
    }

    /// Updates a known photo from its details. They are newer than the list, but include no pictures.
    init(_ payload: FlickrInfoResponse.Photo, id: String, known: Photo) {
        self = known
        let name = payload.owner.username?.nonBlank ?? known.owner
        title = payload.title?.nonBlank ?? name ?? id
        caption = payload.description?.nonBlank
        ownerID = payload.owner.nsid
        owner = name
        setPages(id: id, name: payload.owner.alias?.nonBlank ?? payload.owner.nsid)
        postedAt = LenientDate.date(payload.dates?.value?.posted?.value) ?? known.postedAt
        if let dates = payload.dates?.value {
            takenAt = dates.takenUnknown?.value == 1 ? nil : LenientDate.date(dates.taken?.nonBlank)
        }
        if let tags = payload.tags?.value?.tag {
            self.tags = tags.compactMap { $0.raw?.nonBlank }.prefix(Self.maxTags).map { $0 }
        }
        views = payload.views?.count ?? known.views
        license = payload.license?.count ?? known.license
    }

    /// - Parameter name: the author's path component.
    private mutating func setPages(id: String, name: String) {
        let photos = APIServer(scheme: "https", host: "www.flickr.com")
        page = WebLink.url(photos.url(["photos", name, id])?.absoluteString)
        ownerPage = WebLink.url(photos.url(["photos", name])?.absoluteString)
    }
}
