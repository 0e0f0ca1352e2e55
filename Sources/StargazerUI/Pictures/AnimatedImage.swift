import CStargazer
import Foundation
import GtkBridge
import Synchronization

/// The memory for the frames of all animations. An animation without memory is not decoded.
final class AnimationMemoryBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// - Returns: the wanted number of bytes, or what is left; nil if that is less than 1 MB, which is not worthwhile.
    func reserve(_ wanted: Int) -> Int? {
        left.withLock { left in
            let given = min(wanted, left)
            guard given >= 1_000_000 else { return nil }
            left -= given
            return given
        }
    }

    func release(_ bytes: Int) { left.withLock { $0 += bytes } }
}

/// The decoded frames of an animation in the size that is shown. It owns them and its part of the memory budget.
final class AnimatedImage: @unchecked Sendable {
    let width: Int32
    let height: Int32
    private var frames: SgzAnimationFrames
    private let budget: AnimationMemoryBudget
    private let byteCount: Int

    var count: Int { Int(frames.count) }

    /// Decodes the frames. Nil when the data is not a GIF, is damaged or too large, or decoding was cancelled. Call it
    /// off the main thread: decoding is slow.
    /// - Parameters:
    ///   - side: the maximum length of the shorter side, in pixels.
    ///   - bytes: the memory that was reserved in the budget. The unused part is released.
    init?(_ data: Data, side: Int, bytes: Int, budget: AnimationMemoryBudget, cancellation: DecodingCancellationFlag) {
        var limits = SgzAnimationLimits()
        limits.target = Int32(side)
        limits.max_pixels = 4_000_000
        limits.max_frames = 2_000
        limits.max_bytes = gsize(bytes)
        var decoded = SgzAnimationFrames()
        let isDecoded = data.withUnsafeBytes { buffer in
            sgz_decode_animation(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), &limits, cancellation.rawFlag,
                &decoded)
        }
        guard isDecoded != 0 else {
            budget.release(bytes)
            return nil
        }
        frames = decoded
        (width, height) = (decoded.width, decoded.height)
        byteCount = min(bytes, Int(decoded.stride) * Int(decoded.height) * Int(decoded.count))
        self.budget = budget
        budget.release(bytes - byteCount)
    }

    deinit {
        sgz_animation_frames_clear(&frames)
        budget.release(byteCount)
    }

    func delay(of number: Int) -> Duration { .milliseconds(Int(frames.delays[number])) }

    @MainActor func show(_ number: Int, on animation: GObjectRef) {
        sgz_animation_show_frame(animation.opaque, &frames, guint(number))
    }
}

/// Cancels a decoder that runs on another thread.
final class DecodingCancellationFlag: @unchecked Sendable {
    let rawFlag: UnsafeMutablePointer<gint>

    init() {
        rawFlag = .allocate(capacity: 1)
        rawFlag.initialize(to: 0)
    }

    deinit { rawFlag.deallocate() }

    func cancel() { sgz_atomic_flag_set(rawFlag) }
}

/// Plays the frames of an animation. It causes no wakeups while it is stopped.
@MainActor final class AnimationPlayer {
    /// A GdkPaintable.
    let paintable: GObjectRef
    private let animation: AnimatedImage
    private var number = 0
    private var playing: Task<Void, Never>?

    init(_ animation: AnimatedImage) {
        self.animation = animation
        paintable = GObjectRef(adopting: Handle(sgz_animation_new(animation.width, animation.height)))
        animation.show(0, on: paintable)
    }

    isolated deinit { playing?.cancel() }

    var isPlaying: Bool { playing != nil }

    func play() {
        guard playing == nil, animation.count > 1 else { return }
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

    private var currentDelay: Duration { animation.delay(of: number) }

    private func advance() {
        number = (number + 1) % animation.count
        animation.show(number, on: paintable)
    }
}
