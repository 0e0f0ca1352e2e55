/// A sample picture as GIPHY's API encodes it. Numbers of its renditions are strings.
struct GiphyPayload {
    /// Base address of the media files.
    let media: String
    let identity: String

    func response(_ data: JSON, pagination: JSON? = nil) -> APIResponse {
        let meta = JSONObject(["status": .int(200), "msg": .string("OK"), "response_id": .string(identity)])
        return .json(
            200, .object(JSONObject(["data": data, "pagination": pagination, "meta": .object(meta)])))
    }

    static func id(_ number: Int) -> String { "gif\(String(number * 7_001, radix: 36))x\(number)" }

    /// Returns the picture number of an ID made by ``id(_:)``; nil for any other ID.
    static func number(_ id: String) -> Int? {
        guard let number = id.split(separator: "x").last.flatMap({ Int($0) }), Self.id(number) == id else { return nil }
        return number
    }

    func gif(_ picture: SamplePicture) -> JSON {
        let id = Self.id(picture.number)
        let page = "https://giphy.com/gifs/\(id)"
        let isSigned = picture.number % 4 != 0
        return .object(
            JSONObject([
                "type": .string("gif"), "id": .string(id), "url": .string(page), "slug": .string(id),
                "bitly_gif_url": .string(page), "bitly_url": .string(page), "embed_url": .string(page),
                "username": .string(isSigned ? picture.author.login : ""),
                "source": .string(picture.number % 3 == 0 ? "https://example.org/found/\(picture.number)" : ""),
                "title": .string(picture.title.isEmpty ? "" : picture.title + " GIF"),
                "rating": .string(picture.number % 10 == 6 ? "pg" : "g"), "content_url": .string(""),
                "source_tld": .string(""), "source_post_url": .string(""), "is_sticker": .int(0),
                "import_datetime": .string(MediaDate.text(picture.postedAt)),
                "trending_datetime": .string("0000-00-00 00:00:00"), "images": images(picture),
                "user": isSigned ? user(picture.author) : nil,
                "alt_text": picture.caption.isEmpty ? nil : .string(picture.caption),
                "tags": picture.number % 2 == 1 ? .array(picture.tags.map(JSON.string)) : nil,
            ]))
    }

    private func user(_ author: SampleAuthor) -> JSON {
        let page = "https://giphy.com/\(author.login)/"
        return .object(
            JSONObject([
                "avatar_url": .string("\(media)/avatars/\(author.login).png"), "banner_image": .string(""),
                "banner_url": .string(""), "profile_url": .string(page), "username": .string(author.login),
                "display_name": .string(author.name), "description": .string(""), "is_verified": .bool(false),
            ]))
    }

    private func images(_ picture: SamplePicture) -> JSON {
        let (width, height) = picture.shape.size
        let small = (200, max(1, 200 * height / width))
        let file = { (name: String, side: (Int, Int), more: [(String, JSON)]) -> (String, JSON) in
            let url = "\(media)/\(Self.id(picture.number))/\(name)?cid=\(identity)"
            var object = JSONObject([
                "height": .string(String(side.1)), "width": .string(String(side.0)),
                "size": .string(String(side.0 * side.1)), "url": .string(url),
            ])
            for (name, value) in more { object.set(name, value) }
            return (name, .object(object))
        }
        var images = JSONObject()
        let all = [
            ("original", "giphy.gif", (width, height)), ("downsized", "giphy-downsized.gif", (width, height)),
            ("downsized_medium", "giphy.gif", (width, height)), ("downsized_still", "giphy_s.gif", (width, height)),
            ("fixed_width", "200w.gif", small), ("fixed_width_still", "200w_s.gif", small),
            ("fixed_width_downsampled", "200w_d.gif", small), ("original_still", "giphy_s.gif", (width, height)),
        ]
        for (name, path, side) in all {
            let more = name == "original" ? [("frames", JSON.string(String(PictureFile.frameCount)))] : []
            images.set(name, file(path, side, more).1)
        }
        return .object(images)
    }
}

/// `GET /media/{id}/{file}`: animations, and stills, whose names end in `_s`.
struct GiphyMedia {
    let parts: [String]
    let pictures: SamplePictures

    var response: APIResponse {
        guard parts.count == 3, let number = GiphyPayload.number(parts[1]),
            pictures.all.indices.contains(number - 1)
        else { return BadPicture.missing.response }
        if let hostile = pictures.hostileMedia(number) { return hostile.response }
        let picture = pictures.all[number - 1]
        let file = parts[2].contains("_s.") ? PictureFile.still(picture) : PictureFile.gif(picture)
        return .picture(file, "image/gif")
    }
}
