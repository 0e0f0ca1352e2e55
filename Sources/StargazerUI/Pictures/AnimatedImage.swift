import CStargazer
import Foundation
import GtkBridge
import Synchronization

/// The memory for the frames of all animations.
final class AnimationMemoryBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// Whether there is room for another animation: with less than 1 MB it is not worthwhile.
    var hasRoom: Bool { left.withLock { $0 >= 1_000_000 } }

    /// - Returns: the wanted number of bytes, or what is left.
    func reserve(_ wanted: Int) -> Int {
        left.withLock { left in
            let given = min(wanted, left)
            left -= given
            return given
        }
    }

    func release(_ bytes: Int) { left.withLock { $0 += bytes } }
}

/// A decoded frame of an animation.
final class AnimationFrame: @unchecked Sendable {
    private let frame: SgzAnimationFrame

    fileprivate init?(from decoder: OpaquePointer) {
        var frame = SgzAnimationFrame()
        guard sgz_animation_decoder_next(decoder, &frame) != 0 else { return nil }
        self.frame = frame
    }

    deinit { g_bytes_unref(frame.pixels) }

    var delay: Duration { .milliseconds(Int(frame.delay)) }

    @MainActor func show(on paintable: GObjectRef) {
        withUnsafePointer(to: frame) { sgz_animation_show_frame(paintable.opaque, $0) }
    }
}

/// The frames of an animation in the size that is shown. They are decoded one after the other while it plays, and kept
/// if there is memory for all of them.
final class AnimatedImage: Sendable {
    let width: Int32
    let height: Int32
    let count: Int
    let first: AnimationFrame
    private let budget: AnimationMemoryBudget
    private let byteCount: Int
    private let state: Mutex<State>

    /// Nil when the data is not a GIF or WebP, is damaged or too large. Call it off the main thread: decoding is slow.
    /// - Parameters:
    ///   - resolution: the maximum size of a frame.
    ///   - bytes: the maximum memory of frames that are kept.
    init?(_ data: Data, _ resolution: PictureResolution, bytes: Int, budget: AnimationMemoryBudget) {
        var limits = SgzAnimationLimits()
        limits.side = Int32(resolution.side)
        limits.width = resolution.width.map(Int32.init) ?? .max
        limits.max_pixels = 4_000_000
        limits.max_frames = 2_000
        let decoder = data.withUnsafeBytes { buffer in
            sgz_animation_decoder_new(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), &limits)
        }
        guard let decoder else { return nil }
        guard let first = AnimationFrame(from: decoder) else {
            sgz_animation_decoder_free(decoder)
            return nil
        }
        width = sgz_animation_decoder_width(decoder)
        height = sgz_animation_decoder_height(decoder)
        count = Int(sgz_animation_decoder_count(decoder))
        let total = Int(width) * Int(height) * 4 * count
        byteCount = budget.reserve(min(total, bytes))
        self.budget = budget
        self.first = first
        state = Mutex(State(decoder: decoder, count: count, frames: total <= byteCount ? [first] : nil))
    }

    deinit {
        state.withLock { $0.freeDecoder() }
        budget.release(byteCount)
    }

    /// Returns the frame after the last one that was returned, at first the second one, and the first one after the
    /// last. Nil if it cannot be decoded.
    @concurrent func nextFrame() async -> AnimationFrame? { state.withLock { $0.next() } }

    private struct State: @unchecked Sendable {
        /// Nil once all frames are kept.
        var decoder: OpaquePointer?
        let count: Int
        /// Nil if they are not kept.
        var frames: [AnimationFrame]?
        var number = 1

        mutating func next() -> AnimationFrame? {
            defer { number = (number + 1) % count }
            guard let decoder else { return frames?[number] }
            guard let frame = AnimationFrame(from: decoder) else { return nil }
            frames?.append(frame)
            if frames?.count == count { freeDecoder() }
            return frame
        }

        mutating func freeDecoder() {
            if let decoder { sgz_animation_decoder_free(decoder) }
            decoder = nil
        }
    }
}

/// Plays the frames of an animation. It causes no wakeups while it is stopped.
@MainActor final class AnimationPlayer {
    /// A GdkPaintable.
    let paintable: GObjectRef
    private let animation: AnimatedImage
    private var playing: Task<Void, Never>?

    /// - Parameter paintable: an `SgzAnimation` to play on; nil for one in the size of the frames.
    init(_ animation: AnimatedImage, on paintable: GObjectRef? = nil) {
        self.animation = animation
        self.paintable =
            paintable ?? GObjectRef(adopting: Handle(sgz_animation_new(animation.width, animation.height)))
        animation.first.show(on: self.paintable)
    }

    isolated deinit { playing?.cancel() }

    func play() {
        guard playing == nil, animation.count > 1 else { return }
        playing = Task { [weak self, animation] in
            var frame = animation.first
            while true {
                let begun = ContinuousClock.now
                guard let next = await animation.nextFrame() else { return }
                let spent = begun.duration(to: .now)
                // One that takes long to decode plays more slowly, with at most half of a processor core.
                do { try await Task.sleep(for: max(frame.delay - spent, spent)) } catch { return }
                guard !Task.isCancelled, let self else { return }
                next.show(on: self.paintable)
                frame = next
            }
        }
    }

    func stop() {
        playing?.cancel()
        playing = nil
    }
}
