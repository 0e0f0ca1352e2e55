import CStargazer
import Foundation
import GtkBridge
import Synchronization

/// Memory for the frames of all moving pictures together. What is not to be had is not decoded.
final class AnimationMemoryBudget: Sendable {
    private let left: Mutex<Int>

    init(bytes: Int) { left = Mutex(bytes) }

    /// - Returns: as many as are wanted, or as are left; nil when that is less than is worth the trouble.
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

/// The frames of a moving picture in the size that is shown. Owns them, and its part of the budget.
final class AnimatedImage: @unchecked Sendable {
    let width: Int32
    let height: Int32
    private var frames: SgzAnimationFrames
    private let budget: AnimationMemoryBudget
    private let byteCount: Int

    /// Whether there is anything to move.
    var count: Int { Int(frames.count) }

    /// Nil when the data is no gif, is damaged or too large, or nobody wants it any more. For any thread but the main
    /// one: decoding takes its time.
    /// - Parameters:
    ///   - side: length of the shorter side in pixels at the most.
    ///   - bytes: what was taken from the budget; what is not needed goes back there.
    init?(_ data: Data, side: Int, bytes: Int, budget: AnimationMemoryBudget, wanted: DecodingCancellationFlag) {
        var limits = SgzAnimationLimits()
        limits.target = Int32(side)
        limits.max_pixels = 4_000_000
        limits.max_frames = 2_000
        limits.max_bytes = gsize(bytes)
        var decoded = SgzAnimationFrames()
        let isDecoded = data.withUnsafeBytes { buffer in
            sgz_decode_animation(
                buffer.bindMemory(to: UInt8.self).baseAddress, gsize(buffer.count), &limits, wanted.rawFlag, &decoded)
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

/// Tells a decoder on another thread that its work is not wanted any more.
final class DecodingCancellationFlag: @unchecked Sendable {
    let rawFlag: UnsafeMutablePointer<gint>

    init() {
        rawFlag = .allocate(capacity: 1)
        rawFlag.initialize(to: 0)
    }

    deinit { rawFlag.deallocate() }

    func cancel() { sgz_atomic_flag_set(rawFlag) }
}

/// Shows the frames of a moving picture as they are due. Nothing wakes up while it is stopped.
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
