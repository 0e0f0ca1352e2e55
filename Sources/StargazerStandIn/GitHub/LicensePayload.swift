import Foundation

enum LicensePayload {
    /// GitHub's key, the SPDX identifier and the name.
    private static let table = """
        agpl-3.0|AGPL-3.0|GNU Affero General Public License v3.0
        apache-2.0|Apache-2.0|Apache License 2.0
        bsd-2-clause|BSD-2-Clause|BSD 2-Clause "Simplified" License
        bsd-3-clause|BSD-3-Clause|BSD 3-Clause "New" or "Revised" License
        bsl-1.0|BSL-1.0|Boost Software License 1.0
        cc-by-4.0|CC-BY-4.0|Creative Commons Attribution 4.0 International
        cc0-1.0|CC0-1.0|Creative Commons Zero v1.0 Universal
        epl-2.0|EPL-2.0|Eclipse Public License 2.0
        gpl-2.0|GPL-2.0|GNU General Public License v2.0
        gpl-3.0|GPL-3.0|GNU General Public License v3.0
        isc|ISC|ISC License
        lgpl-2.1|LGPL-2.1|GNU Lesser General Public License v2.1
        lgpl-3.0|LGPL-3.0|GNU Lesser General Public License v3.0
        mit|MIT|MIT License
        mpl-2.0|MPL-2.0|Mozilla Public License 2.0
        ncsa|NCSA|University of Illinois/NCSA Open Source License
        ofl-1.1|OFL-1.1|SIL Open Font License 1.1
        unlicense|Unlicense|The Unlicense
        zlib|Zlib|zlib License
        """.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }

    /// Returns the license of a key. A key that is not in the table stands for a license that GitHub did not recognize.
    static func json(_ key: String?, _ call: APICall) -> JSON {
        guard let key else { return .null }
        var license = JSONObject()
        if let row = table.first(where: { $0[0] == key }) {
            license.set("key", row[0])
            license.set("name", row[2])
            license.set("spdx_id", row[1])
            license.set("url", "\(call.api)/licenses/\(row[0])")
        } else {
            license.set("key", "other")
            license.set("name", "Other")
            license.set("spdx_id", "NOASSERTION")
            license.set("url", .null)
        }
        license.set("node_id", NodeID.text("L_", key.count))
        return .object(license)
    }
}
