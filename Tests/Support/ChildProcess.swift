import CGNU
public import Foundation
import Glibc
import Synchronization

/// A child process of a test, which inherits only the first three file descriptors.
///
/// Tests run in parallel, and a child must not inherit a pipe of another test: the reader of that pipe would wait until
/// this child ends, too. So all descriptors here are close-on-exec. (Foundation's `Process` and `Pipe` leak theirs to
/// other children.)
public final class ChildProcess: Sendable {
    /// The standard input of the program.
    public enum Input: Sendable {
        case nothing
        case file(URL)
        /// An open pipe without data, closed when this object is deallocated.
        case open
    }

    /// The standard output of the program.
    public enum Output: Sendable {
        case dropped
        /// A pipe for `readToEnd` and `read`.
        case pipe
        /// The standard output of this process.
        case inherited
    }

    public let identifier: Int32
    /// -1 when there is no pipe.
    private let input: Int32
    /// -1 when there is no pipe.
    private let output: Int32
    private let status = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - program: A path, or a name that is looked up in `PATH`.
    ///   - environment: nil for the environment of this process.
    ///   - joinsErrors: Whether standard error goes to `output`; otherwise it is discarded.
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
        // Swift's threads block signals, and a child would inherit the mask.
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

    /// Reads until the output is closed.
    public func readToEnd() -> Data {
        var all = Data()
        while let more = read() { all += more }
        return all
    }

    /// Reads the next bytes; nil when the output is closed.
    public func read() -> Data? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        repeat { count = Glibc.read(output, &bytes, bytes.count) } while count < 0 && errno == EINTR
        return count > 0 ? Data(bytes.prefix(count)) : nil
    }

    /// Waits until the process exits.
    /// - Returns: the exit status, or 128 plus the number of the signal that ended it.
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

    /// Kills the process if it still runs.
    public func kill() {
        // After `wait` the process ID may belong to another process.
        if status.withLock({ $0 == nil }) { Glibc.kill(identifier, SIGKILL) }
        wait()
    }

    /// Stops the process. Its pipes still accept data.
    public func stop() { Glibc.kill(identifier, SIGSTOP) }

    /// Runs a program until it exits.
    /// - Returns: its standard output.
    /// - Throws: when it cannot be run, or exits with anything but 0.
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
