import CGNU
public import Foundation
import Glibc
import Synchronization

/// A program that a test runs beside itself. Tests run at the same time, and what they start at the same moment must not
/// inherit a pipe of another: who reads it to its end would wait until that process ends as well. So every descriptor
/// here is closed when a program is started, whoever starts it, and the program gets no other than the first three.
/// (Foundation's `Process` and `Pipe` leave theirs open for others.)
public final class ChildProcess: Sendable {
    /// What the program reads.
    public enum Input: Sendable {
        case nothing
        case file(URL)
        /// It waits for something to read as long as this object lives.
        case open
    }

    /// Where what the program writes goes.
    public enum Output: Sendable {
        case dropped
        /// To `readToEnd` and `read`.
        case pipe
        /// Where this process's own goes.
        case inherited
    }

    public let identifier: Int32
    /// -1 where nothing is written.
    private let input: Int32
    /// -1 where nothing is read.
    private let output: Int32
    private let status = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - program: a path, or a name that is looked up in `PATH`.
    ///   - environment: nil for this process's own.
    ///   - joinsErrors: whether its complaints go where the rest goes; else they are dropped.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: Input = .nothing,
        output: Output = .dropped, joinsErrors: Bool = false
    ) throws {
        var (typed, written): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        if case .open = input, pipe2(&typed, O_CLOEXEC) != 0 { throw POSIXError(.EMFILE) }
        if case .pipe = output, pipe2(&written, O_CLOEXEC) != 0 { throw POSIXError(.EMFILE) }
        defer { for end in [typed[0], written[1]] where end >= 0 { Glibc.close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        switch input {
        case .nothing: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        case .file(let file): posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, file.path, O_RDONLY, 0)
        case .open: posix_spawn_file_actions_adddup2(&actions, typed[0], STDIN_FILENO)
        }
        switch output {
        case .dropped: posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        case .pipe: posix_spawn_file_actions_adddup2(&actions, written[1], STDOUT_FILENO)
        case .inherited: break
        }
        if joinsErrors {
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of Swift block signals, and a program would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
        let (words, settings) = (Self.copies([program] + arguments), Self.copies(variables))
        defer { for copy in words + settings { free(copy) } }
        var identifier: pid_t = 0
        let failure = posix_spawnp(&identifier, program, &actions, &attributes, words, settings)
        guard failure == 0 else {
            for end in [typed[1], written[0]] where end >= 0 { Glibc.close(end) }
            throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT)
        }
        self.identifier = identifier
        (self.input, self.output) = (typed[1], written[0])
    }

    deinit {
        kill()
        for end in [input, output] where end >= 0 { Glibc.close(end) }
    }

    /// What it writes from now on until its output is closed.
    public func readToEnd() -> Data {
        var all = Data()
        while let more = read() { all += more }
        return all
    }

    /// What it writes next; nil when its output is closed.
    public func read() -> Data? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        repeat { count = Glibc.read(output, &bytes, bytes.count) } while count < 0 && errno == EINTR
        return count > 0 ? Data(bytes.prefix(count)) : nil
    }

    /// Waits for its end.
    /// - Returns: what it ended with; 128 and the signal's number where a signal ended it.
    @discardableResult
    public func wait() -> Int32 {
        status.withLock { status in
            if let status { return status }
            var word: Int32 = 0
            while waitpid(identifier, &word, 0) < 0, errno == EINTR {}
            let signal = word & 0x7F
            let ended = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
            status = ended
            return ended
        }
    }

    /// Ends it if it still runs.
    public func kill() {
        // Not after it was waited for: its number may be another's by then.
        if status.withLock({ $0 == nil }) { Glibc.kill(identifier, SIGKILL) }
        wait()
    }

    /// From now on it does nothing, and takes what it is sent.
    public func stop() { Glibc.kill(identifier, SIGSTOP) }

    /// Runs a program to its end.
    /// - Returns: what it wrote to its standard output.
    /// - Throws: where it cannot be run, or ends with anything but 0.
    public static func output(_ program: String, _ arguments: [String]) throws -> Data {
        let process = try ChildProcess(program, arguments, output: .pipe)
        let data = process.readToEnd()
        guard process.wait() == 0 else { throw CocoaError(.executableLoad) }
        return data
    }

    private static func copies(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }
}
