import Glibc

/// The threads of this process except the current one.
public enum OtherThreads {
    /// Whether the kernel reports all of them as sleeping. A thread that waits for a processor or a disk does not
    /// sleep. False when the kernel does not report it.
    public static var areAsleep: Bool {
        guard let current, let folder = opendir("/proc/self/task") else { return false }
        defer { closedir(folder) }
        var isAny = false
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != current, !name.hasPrefix(".") else { continue }
            isAny = true
            // A thread that has just ended has no state.
            if let state = state(of: name), state != "S" { return false }
        }
        return isAny
    }

    /// The ID of the current thread: `/proc/thread-self` is a link to `PROCESS/task/THREAD`.
    private static var current: String? {
        var place = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &place, place.count)
        let bytes = place.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "/").last.map(String.init)
    }

    /// Returns the letter after the name in parentheses, which may contain any character.
    private static func state(of thread: String) -> Character? {
        let descriptor = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
        return Character(UnicodeScalar(bytes[end + 2]))
    }
}
