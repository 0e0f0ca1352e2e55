import Foundation

/// A sample picture as Flickr's API encodes it: some numbers are JSON numbers, others strings.
struct FlickrPayload {
    /// Base address of the pictures.
    let base: String

    static func id(_ number: Int) -> String { String(50_000_000_000 + number * 1_013) }

    /// Returns the picture number of an ID made by ``id(_:)``; nil for any other ID.
    static func number(_ id: String) -> Int? {
        guard let whole = Int(id), whole > 50_000_000_000, (whole - 50_000_000_000) % 1_013 == 0 else { return nil }
        return (whole - 50_000_000_000) / 1_013
    }

    static func id(of author: SampleAuthor) -> String {
        let place = SamplePictures.authors.firstIndex(of: author) ?? 0
        return "\(20_000_000 + place * 777)@N0\(place + 1)"
    }

    static func takenAt(_ picture: SamplePicture) -> Int { picture.postedAt - 86_400 * (1 + picture.number * 37 % 90) }

    static func views(_ picture: SamplePicture) -> Int { Seed(picture.number).pick(9, below: 90_000) }

    /// Returns one of the 16 documented licenses, or an undocumented one.
    static func license(_ picture: SamplePicture) -> Int { picture.number % 18 }

    func item(_ picture: SamplePicture, extras: Set<String>) -> JSON {
        var photo = JSONObject([
            "id": .string(Self.id(picture.number)), "owner": .string(Self.id(of: picture.author)),
            "secret": .string(String(picture.number * 977, radix: 16)), "server": .string("65535"), "farm": .int(66),
            "title": .string(picture.title), "ispublic": .int(1), "isfriend": .int(0), "isfamily": .int(0),
        ])
        let known: KeyValuePairs<String, (name: String, value: JSON)> = [
            "description": ("description", .object(JSONObject(["_content": .string(picture.caption)]))),
            "license": ("license", .string(String(Self.license(picture)))),
            "date_upload": ("dateupload", .string(String(picture.postedAt))),
            "date_taken": ("datetaken", .string(MediaDate.text(Self.takenAt(picture)))),
            "owner_name": ("ownername", .string(picture.author.name)),
            "tags": ("tags", .string(picture.tags.joined(separator: " "))),
            "views": ("views", .string(String(Self.views(picture)))),
            "path_alias": ("pathalias", picture.number % 2 == 0 ? .string(picture.author.login) : .null),
        ]
        for (extra, member) in known where extras.contains(extra) { photo.set(member.name, member.value) }
        if extras.contains("date_taken") {
            photo.set("datetakengranularity", .int(0))
            photo.set("datetakenunknown", .string("0"))
        }
        for (size, longest) in FlickrPicture.sizes where extras.contains("url_\(size)") {
            let (width, height) = FlickrPicture.lengths(picture, longest: longest)
            photo.set("url_\(size)", "\(base)/\(Self.id(picture.number))_\(size).jpg")
            photo.set("height_\(size)", height)
            // Flickr encodes the width of this size as a string.
            photo.set("width_\(size)", size == "z" ? .string(String(width)) : .int(width))
        }
        return .object(photo)
    }

    func full(_ picture: SamplePicture) -> JSON {
        let (id, author) = (Self.id(picture.number), picture.author)
        let content = { (text: String) in JSON.object(JSONObject(["_content": .string(text)])) }
        let owner = JSONObject([
            "nsid": .string(Self.id(of: author)), "username": .string(author.name),
            "realname": .string(picture.number % 2 == 0 ? "\(author.name) of \(author.place)" : ""),
            "location": .string(author.place), "iconserver": .string("0"), "iconfarm": .int(0),
            "path_alias": picture.number % 2 == 0 ? .string(author.login) : .null,
        ])
        let dates = JSONObject([
            "posted": .string(String(picture.postedAt)), "taken": .string(MediaDate.text(Self.takenAt(picture))),
            "takengranularity": .int(0), "takenunknown": .string("0"), "lastupdate": .string(String(picture.postedAt)),
        ])
        let tags = picture.tags.map { tag in
            JSON.object(
                JSONObject([
                    "id": .string("\(id)-\(tag)"), "author": .string(Self.id(of: author)),
                    "authorname": .string(author.name), "raw": .string(tag), "_content": .string(tag),
                    "machine_tag": .int(0),
                ]))
        }
        return .object(
            JSONObject([
                "id": .string(id), "secret": .string(String(picture.number * 977, radix: 16)),
                "server": .string("65535"), "farm": .int(66), "dateuploaded": .string(String(picture.postedAt)),
                "isfavorite": .int(0), "license": .string(String(Self.license(picture))), "safety_level": .string("0"),
                "rotation": .int(0), "owner": .object(owner), "title": content(picture.title),
                "description": content(picture.caption), "dates": .object(dates),
                "views": .string(String(Self.views(picture))), "comments": content(String(picture.number % 40)),
                "tags": .object(JSONObject(["tag": .array(tags)])), "media": .string("photo"),
            ]))
    }
}

/// `GET /photos/{id}_{size}.jpg`.
struct FlickrPicture {
    /// Longer side by size letter, in pixels.
    static let sizes: [(letter: String, longest: Int)] = [("n", 320), ("z", 640), ("c", 800), ("l", 1_024)]

    let name: String
    let pictures: SamplePictures

    static func lengths(_ picture: SamplePicture, longest: Int) -> (Int, Int) {
        let (width, height) = picture.shape.size
        return (width * longest / max(width, height), height * longest / max(width, height))
    }

    var response: APIResponse {
        let halves = name.split(separator: ".").first?.split(separator: "_").map(String.init) ?? []
        guard halves.count == 2, let number = FlickrPayload.number(halves[0]),
            pictures.all.indices.contains(number - 1), Self.sizes.contains(where: { $0.letter == halves[1] })
        else { return BadPicture.missing.response }
        return pictures.hostileMedia(number)?.response
            ?? .picture(PictureFile.photo(pictures.all[number - 1]), "image/jpeg")
    }
}
