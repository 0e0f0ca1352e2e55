import CGio
package import Foundation

/// The digest that names cached files, so that their names reveal no address, and tells versions of texts and lists apart.
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
