import Foundation

/// A sample picture as the API of Wikimedia Commons encodes its file.
struct CommonsPayload {
    /// The file of a picture: a photo or a GIF.
    struct File {
        let number: Int
        let isGIF: Bool

        var pageID: Int { (isGIF ? 70_000_000 : 60_000_000) + number * 7 }

        init(number: Int, isGIF: Bool) { (self.number, self.isGIF) = (number, isGIF) }

        /// Nil for an ID that no picture has.
        init?(pageID: Int) {
            let rest = pageID % 10_000_000
            guard [6, 7].contains(pageID / 10_000_000), rest > 0, rest % 7 == 0 else { return nil }
            self.init(number: rest / 7, isGIF: pageID / 10_000_000 == 7)
        }
    }

    let base: String
    /// The width of the thumbnails; nil for none.
    let width: Int?
    let properties: Set<String>
    let facts: Set<String>
    let hasOddItems: Bool

    /// The widths that thumbnails have.
    static let widths = [20, 40, 60, 120, 250, 330, 500, 960, 1_280, 1_920, 3_840]
    static let licenses: [(name: String, keyword: String, page: String?)] = [
        ("CC BY-SA 4.0", "attribution-same-license", "https://creativecommons.org/licenses/by-sa/4.0"),
        ("CC BY 2.0 fr", "attribution", "https://creativecommons.org/licenses/by/2.0/fr/deed.en"),
        ("CC0", "unrestricted", "http://creativecommons.org/publicdomain/zero/1.0/deed.en"),
        ("Public domain", "unrestricted", nil), ("GFDL", "other", nil),
    ]

    static func license(of picture: SamplePicture) -> Int { picture.number % licenses.count }
    static func isDrawing(_ picture: SamplePicture) -> Bool { picture.number % 9 == 4 }

    /// The size of the file. A GIF is as small as the sample picture.
    static func size(_ picture: SamplePicture, isGIF: Bool) -> (width: Int, height: Int) {
        let (width, height) = picture.shape.size
        let factor = isGIF ? 1 : picture.number % 4 == 1 ? 3 : 6
        return (width * factor, height * factor)
    }

    func page(_ picture: SamplePicture, isGIF: Bool, index: Int?, hasFacts: Bool) -> JSON {
        let title = picture.title.isEmpty ? "Untitled" : picture.title.replacing("/", with: " ")
        let name = "\(title) (\(picture.number)).\(isGIF ? "gif" : "jpg")"
        let page = JSONObject([
            "pageid": .int(File(number: picture.number, isGIF: isGIF).pageID), "ns": .int(6),
            "title": .string("File:\(name)"), "index": index.map(JSON.int), "imagerepository": .string("local"),
            "imageinfo": hasFacts ? .array([image(picture, name, isGIF)]) : nil,
        ])
        return .object(page)
    }

    private func image(_ picture: SamplePicture, _ name: String, _ isGIF: Bool) -> JSON {
        let (fullWidth, fullHeight) = Self.size(picture, isGIF: isGIF)
        let file = "\(File(number: picture.number, isGIF: isGIF).pageID).\(isGIF ? "gif" : "jpg")"
        let path = name.replacing(" ", with: "_").addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let time = MediaDate.text(picture.postedAt).replacing(" ", with: "T") + "Z"
        var image = JSONObject([
            "timestamp": .string(time), "user": .string(picture.author.login), "size": .int(fullWidth * fullHeight),
            "width": .int(fullWidth), "height": .int(fullHeight), "url": .string("\(base)/wikimedia/\(file)"),
            "descriptionurl": .string("https://commons.wikimedia.org/wiki/File:\(path)"),
            "mime": .string(isGIF ? "image/gif" : "image/jpeg"), "mediatype": .string("BITMAP"),
        ])
        if let width {
            // The next step; the reported width is the requested one nevertheless.
            let step = Self.widths.first { $0 >= width } ?? fullWidth
            let address = step >= fullWidth ? file : "thumb/\(file)/\(step)px-\(file)"
            image.set("thumburl", "\(base)/wikimedia/\(address)")
            image.set("thumbwidth", min(width, fullWidth))
            image.set("thumbheight", max(1, min(width, fullWidth) * fullHeight / fullWidth))
        }
        if properties.contains("metadata"), isGIF {
            let frames = hasOddItems && picture.number % 10 == 3 ? 1 : PictureFile.frameCount
            image.set("metadata", .array([entry("frameCount", .int(frames)), entry("looped", .bool(true))]))
        }
        if properties.contains("extmetadata") { image.set("extmetadata", metadata(picture)) }
        return .object(image)
    }

    private func entry(_ name: String, _ value: JSON) -> JSON {
        .object(JSONObject(["name": .string(name), "value": value]))
    }

    /// Facts in HTML, in the forms that file pages use.
    private func metadata(_ picture: SamplePicture) -> JSON {
        let (author, license) = (picture.author, Self.licenses[Self.license(of: picture)])
        let link = "<a href=\"//commons.wikimedia.org/wiki/User:\(author.login)\">\(author.name)</a>"
        let artists = [
            link, "<div class=\"fn value\">\n\(author.name)</div>", author.name,
            "<bdi>\(link)</bdi><span style=\"display: none;\">creator</span>",
        ]
        let taken = MediaDate.text(picture.postedAt - 86_400)
        let all: KeyValuePairs<String, String?> = [
            "LicenseShortName": license.name, "LicenseUrl": license.page,
            "Artist": artists[picture.number % artists.count],
            "ImageDescription": picture.caption.isEmpty
                ? nil : "<p>\(picture.caption) <br><b>Sample &amp; test</b></p>",
            "Credit": "<span class=\"int-own-work\" lang=\"en\">Own work</span>",
            "DateTimeOriginal": picture.number % 2 == 0 ? taken : "<time>\(taken.prefix(4))</time>",
        ]
        var object = JSONObject()
        for (name, value) in all where facts.isEmpty || facts.contains(name) {
            guard let value else { continue }
            object.set(name, .object(JSONObject(["value": .string(value), "source": .string("commons-desc-page")])))
        }
        return .object(object)
    }
}

/// `GET /wikimedia/{file}` and `GET /wikimedia/thumb/{file}/{width}px-{file}`. Only thumbnails of the known widths exist.
struct CommonsPicture {
    let parts: [String]
    let pictures: SamplePictures

    var response: APIResponse {
        let isThumbnail = parts.count == 4 && parts[1] == "thumb"
        guard isThumbnail || parts.count == 2, let name = parts.last,
            let id = name.split(separator: "-").last?.split(separator: ".").first.flatMap({ Int($0) }),
            let file = CommonsPayload.File(pageID: id), pictures.all.indices.contains(file.number - 1)
        else { return BadPicture.missing.response }
        if let hostile = pictures.hostileMedia(file.number) { return hostile.response }
        let picture = pictures.all[file.number - 1]
        if isThumbnail {
            guard let width = name.split(separator: "p").first.flatMap({ Int($0) }),
                CommonsPayload.widths.contains(width),
                width < CommonsPayload.size(picture, isGIF: file.isGIF).width
            else { return .commonsText(400, "Use thumbnail sizes listed on https://w.wiki/GHai") }
        }
        return file.isGIF
            ? .picture(PictureFile.gif(picture), "image/gif") : .picture(PictureFile.photo(picture), "image/jpeg")
    }
}
