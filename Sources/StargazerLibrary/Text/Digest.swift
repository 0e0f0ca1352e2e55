import CGio
package import Foundation

/// The digest of texts and pictures. It names a picture's file, so that the name does not reveal the URL.
package enum Digest {
    /// Returns the SHA-256 as 64 lowercase hexadecimal digits.
    package static func sha256(_ data: some DataProtocol) -> String {
        let checksum = g_checksum_new(G_CHECKSUM_SHA256)
        defer { g_checksum_free(checksum) }
        for region in data.regions {
            region.withUnsafeBytes { bytes in
                g_checksum_update(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, gssize(bytes.count))
            }
        }
        return g_checksum_get_string(checksum).map { String(cString: $0) } ?? ""
    }
}
