import Testing

@testable import StargazerServices

struct IPAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.1", "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
        "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    ])
    func `an address of this machine or a private network is not public`(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:140.82.112.3", "fe80::1", "febf::1", "fec0::1",
        "fc00::1",
        "fdff::1", "ff02::1", "ff0e::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002:8c52:7003::",
        "3fff::1", "3fff:fff::1", "4000::1", "100::1", "64:ff9b::127.0.0.1", "64:ff9b::192.168.0.1",
        "64:ff9b:1::140.82.112.3",
    ])
    func `the same in IPv6`(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
        "140.82.112.3", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888",
        "2606:50c0:8000::154", "2a04:4e42::485", "3ffe::1", "64:ff9b::140.82.112.3",
    ])
    func `an address of the internet is public`(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(arguments: ["localhost", "github.com", "127.1", "0x7f000001", "2130706433", ""])
    func `a name is no address`(text: String) { #expect(IPAddress(text) == nil) }
}
