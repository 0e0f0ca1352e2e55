import CStargazer
import Foundation
import GtkBridge
import Synchronization

/// Memory for the frames of all moving pictures together. What is not to be had is not decoded.
final class MovieBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// - Returns: as many as are wanted, or as are left; nil when that is less than is worth the trouble.
    func take(_ wanted: Int) -> Int? {
        left.withLock { left in
            let given = min(wanted, left)
            guard given >= 1_000_000 else { return nil }
            left -= given
            return given
        }
    }

    func giveBack(_ bytes: Int) { left.withLock { $0 += bytes } }
}

/// The frames of a moving picture in the size that is shown. Owns them, and its part of the budget.
final class DecodedMovie: @unchecked Sendable {
    let width: Int32
    let height: Int32
    private var frames: SgzMovieFrames
    private let budget: MovieBudget
    private let byteCount: Int

    /// Whether there is anything to move.
    var count: Int { Int(frames.count) }

    /// Nil when the data is no gif, is damaged or too large, or nobody wants it any more. For any thread but the main
    /// one: decoding takes its time.
    /// - Parameters:
    ///   - side: length of the shorter side in pixels at the most.
    ///   - bytes: what was taken from the budget; what is not needed goes back there.
    init?(_ data: Data, side: Int, bytes: Int, budget: MovieBudget, wanted: WantedFlag) {
        var limits = SgzMovieLimits()
        limits.target = Int32(side)
        limits.max_pixels = 4_000_000
        limits.max_frames = 2_000
        limits.max_bytes = gsize(bytes)
        var decoded = SgzMovieFrames()
        let isDecoded = data.withUnsafeBytes { buffer in
            sgz_decode_movie(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), &limits, wanted.isOver, &decoded)
        }
        guard isDecoded != 0 else {
            budget.giveBack(bytes)
            return nil
        }
        frames = decoded
        (width, height) = (decoded.width, decoded.height)
        byteCount = min(bytes, Int(decoded.stride) * Int(decoded.height) * Int(decoded.count))
        self.budget = budget
        budget.giveBack(bytes - byteCount)
    }

    deinit {
        sgz_movie_frames_clear(&frames)
        budget.giveBack(byteCount)
    }

    func delay(of number: Int) -> Duration { .milliseconds(Int(frames.delays[number])) }

    @MainActor func show(_ number: Int, on movie: GObjectRef) {
        sgz_movie_show(movie.opaque, &frames, guint(number))
    }
}

/// Tells a decoder on another thread that its work is not wanted any more.
final class WantedFlag: @unchecked Sendable {
    let isOver: UnsafeMutablePointer<gint>

    init() {
        isOver = .allocate(capacity: 1)
        isOver.initialize(to: 0)
    }

    deinit { isOver.deallocate() }

    func end() { sgz_flag_set(isOver) }
}

/// Shows the frames of a moving picture as they are due. Nothing wakes up while it is stopped.
@MainActor final class MoviePlayer {
    /// A GdkPaintable.
    let paintable: GObjectRef
    private let movie: DecodedMovie
    private var number = 0
    private var playing: Task<Void, Never>?

    init(_ movie: DecodedMovie) {
        self.movie = movie
        paintable = GObjectRef(adopting: Handle(sgz_movie_new(movie.width, movie.height)))
        movie.show(0, on: paintable)
    }

    isolated deinit { playing?.cancel() }

    var isPlaying: Bool { playing != nil }

    func play() {
        guard playing == nil, movie.count > 1 else { return }
        playing = Task { [weak self] in
            while let delay = self?.currentDelay {
                do { try await Task.sleep(for: delay) } catch { return }
                guard !Task.isCancelled else { return }
                self?.advance()
            }
        }
    }

    func stop() {
        playing?.cancel()
        playing = nil
    }

    private var currentDelay: Duration { movie.delay(of: number) }

    private func advance() {
        number = (number + 1) % movie.count
        movie.show(number, on: paintable)
    }
}
