import Foundation

/// The peak memory of this process.
public enum PeakMemory {
    /// Returns the peak resident size in bytes; nil when the kernel does not report it.
    public static func now() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = Int(line.filter(\.isNumber))
        else { return nil }
        return kibibytes << 10
    }
}
