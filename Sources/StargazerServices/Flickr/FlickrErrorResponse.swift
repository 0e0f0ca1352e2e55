import Foundation
import StargazerCore

/// Maps Flickr's error responses. Most have status 200, and the meaning of the low codes depends on the method.
enum FlickrErrorResponse {
    /// - Parameter method: the method that was called.
    static func of(_ response: HTTPResponse, method: FlickrMethod) -> APIErrorResponse? {
        switch response.status {
        case 200: break
        // Signature problems arrive form-encoded and mean that the caller is unknown.
        case 400 where response.body.starts(with: Data("oauth_problem=".utf8)), 401: return .failure(.unauthorized)
        case 403: return .failure(.notAllowed(needs: nil))
        case 414: return .failure(.invalidQuery(reason: nil))
        case 429: return .slowDown
        case 451: return .failure(.blocked(reason: nil, link: nil))
        case 500...599: return .failure(.server(status: response.status))
        default: return .failure(.unexpected(code: "http-\(response.status)"))
        }
        if let status = try? JSONDecoder().decode(FlickrStatus.self, from: response.body) {
            return status.stat == "ok"
                ? nil : errorResponse(status.code?.value ?? 0, status.message?.nonBlank, of: method)
        }
        return xmlErrorCode(response.body).map { errorResponse($0, nil, of: method) }
    }

    private static func errorResponse(_ code: Int, _ errorMessage: String?, of method: FlickrMethod) -> APIErrorResponse
    {
        switch code {
        // From here on, codes mean the same for all methods.
        case 96...98, 100: .failure(.unauthorized)
        case 99: .failure(.notAllowed(needs: nil))
        case 105, 106, 201: .failure(.server(status: code))
        case 116: .failure(.blocked(reason: errorMessage, link: nil))
        case ..<95: method.errorResponse(code, errorMessage)
        default: .failure(.unexpected(code: "photos-\(code)"))
        }
    }

    /// Reads the code of an XML error, which gateways in front of the API send: `<err code="201" msg="…" />`.
    private static func xmlErrorCode(_ body: Data) -> Int? {
        let text = String(decoding: body.prefix(1_000), as: UTF8.self)
        guard text.hasPrefix("<?xml"), let found = text.firstMatch(of: /<err code="([0-9]{1,4})"/) else { return nil }
        return Int(found.1)
    }
}

/// The Flickr API methods in use.
enum FlickrMethod: String, Sendable {
    case search = "flickr.photos.search"
    case interesting = "flickr.interestingness.getList"
    case publicPhotos = "flickr.people.getPublicPhotos"
    case info = "flickr.photos.getInfo"
    case hotTags = "flickr.tags.getHotList"
    case relatedTags = "flickr.tags.getRelated"
    case echo = "flickr.test.echo"

    /// Maps the codes that are specific to this method.
    fileprivate func errorResponse(_ code: Int, _ errorMessage: String?) -> APIErrorResponse {
        switch (self, code) {
        case (.search, 10): .failure(.server(status: code))
        case (.search, _): .failure(.invalidQuery(reason: errorMessage))
        case (.info, 1): .failure(.gone)
        case (.info, 2): .failure(.blocked(reason: nil, link: nil))
        case (.publicPhotos, 1), (.publicPhotos, 2), (.publicPhotos, 5): .failure(.gone)
        default: .failure(.unexpected(code: "photos-\(code)"))
        }
    }
}
