import Foundation

/// The most memory this process ever had at once.
public enum PeakMemory {
    /// In bytes; nil where the kernel does not tell.
    public static func now() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = Int(line.filter(\.isNumber))
        else { return nil }
        return kibibytes << 10
    }
}
