import CStargazer
package import Foundation
import GtkBridge
import Observation
import StargazerCore
import StargazerLibrary

/// Loads pictures by address and size, from memory or from the source. It decodes off the main thread.
@MainActor package final class PictureStore {
    typealias Source =
        @Sendable (_ address: URL, _ pixels: Int, _ isInDocument: Bool) async throws(CatalogFailure) -> Data

    private struct Key: Hashable {
        let address: URL
        let resolution: PictureResolution
        let isDark: Bool
    }

    private let source: Source
    private let fullSizeSource: PictureSaver.Source
    /// Save pictures as files. They outlive the window, so that closing it does not end them.
    let saver: PictureSaver
    let batchSaver: PictureBatchSaver
    /// Pictures in files, to copy or drag them.
    let sharing: PictureExport
    private let damaged: @Sendable (_ address: URL, _ pixels: Int) async -> Void
    private let byteLimit: Int
    private var textures: [Key: (texture: GObjectRef, bytes: Int)] = [:]
    /// Least recently used first.
    private var order: [Key] = []
    private var byteCount = 0
    let failures: PictureFailures
    /// Apart from those of the still pictures, which show in any case.
    private let animationFailures: PictureFailures
    private let animationBudget = AnimationMemoryBudget(bytes: 40_000_000)
    /// For the animations that play without the user's attention, if the user wants that.
    private let backgroundAnimationBudget = AnimationMemoryBudget(bytes: 96_000_000)
    let animationPolicy: AnimationPolicy
    private let colorScheme: ColorScheme
    private var isFollowing = false

    /// - Parameters:
    ///   - damaged: called with a picture that cannot be decoded, so that no cache returns it again.
    ///   - byteLimit: the limit of the pixels in memory.
    ///   - preferences: nil for the default preferences.
    init(
        source: @escaping Source, fullSizeSource: @escaping PictureSaver.Source,
        damaged: @escaping @Sendable (_ address: URL, _ pixels: Int) async -> Void = { _, _ in },
        byteLimit: Int = 16_000_000, exportedPictures: any ExportedPictureStore = NoExportedPictures(),
        preferences: CurrentPreferences? = nil, colorScheme: ColorScheme = ColorScheme(), time: TimeSource = .system
    ) {
        self.colorScheme = colorScheme
        animationPolicy = AnimationPolicy(preferences: preferences)
        let formats = Formats(locale: Installation.locale)
        sharing = PictureExport(source: fullSizeSource, files: exportedPictures, formats: formats)
        saver = PictureSaver(source: fullSizeSource, formats: formats)
        batchSaver = PictureBatchSaver(source: fullSizeSource, formats: formats)
        self.source = source
        self.fullSizeSource = fullSizeSource
        self.damaged = damaged
        self.byteLimit = byteLimit
        failures = PictureFailures(time: time)
        animationFailures = PictureFailures(time: time)
    }

    /// Creates a store for pictures that are generated rather than downloaded. The closure returns nil for no picture.
    package convenience init(_ pictures: @escaping @Sendable (_ address: URL, _ pixels: Int) async -> Data?) {
        let made: Source = { (address, pixels, _) async throws(CatalogFailure) in
            guard let data = await pictures(address, pixels) else { throw .gone }
            return data
        }
        self.init(source: made) { address, _ async throws(CatalogFailure) in try await made(address, 0, false) }
    }

    /// Follows the style of the windows. Call it once GTK has started.
    func followColorScheme() {
        guard !isFollowing, let manager = adw_style_manager_get_default() else { return }
        isFollowing = true
        Signals.connect(Handle(manager), "notify::dark") { [weak self] in self?.updateColorScheme() }
        updateColorScheme()
    }

    private func updateColorScheme() {
        let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
        if isDark != colorScheme.isDark { failures.removeUndrawable() }
        colorScheme.isDark = isDark
    }

    func cached(_ address: URL, pixels: Int) -> GObjectRef? {
        cached(address, PictureResolution(side: pixels))
    }

    func cached(_ address: URL, _ resolution: PictureResolution) -> GObjectRef? {
        let key = Key(address: address, resolution: resolution, isDark: colorScheme.isDark)
        guard let entry = textures[key] else { return nil }
        if let index = order.lastIndex(of: key) {
            order.remove(at: index)
            order.append(key)
        }
        return entry.texture
    }

    /// Returns a picture that is in memory in any size, for the time until it is there in the right one.
    func cached(_ address: URL) -> GObjectRef? {
        order.last { $0.address == address }.flatMap { textures[$0]?.texture }
    }

    var isSaving: Bool { saver.isWorking || batchSaver.isWorking }

    /// Returns when no picture is being saved.
    func settled() async {
        await saver.settled()
        await batchSaver.settled()
    }

    /// Loads a picture. Nil when there is none, or the calling task was cancelled.
    /// - Parameter pixels: the maximum length of the shorter side.
    func load(_ address: URL, pixels: Int) async -> GObjectRef? {
        await load(address, PictureResolution(side: pixels))
    }

    /// - Parameter isInDocument: whether it may be larger, as those of documents are.
    func load(_ address: URL, _ resolution: PictureResolution, isInDocument: Bool = false) async -> GObjectRef? {
        let pixels = resolution.side
        let key = Key(address: address, resolution: resolution, isDark: colorScheme.isDark)
        guard !failures.contains(address, isInDocument: isInDocument) else { return nil }
        do throws(CatalogFailure) {
            let data = try await source(address, pixels, isInDocument)
            let decoding = await Task.detached {
                Result { () throws(CatalogFailure) in try DecodedPicture(data, resolution) }
            }.value
            if case .failure(let failure) = decoding, failure != .pictureTooLarge { await damaged(address, pixels) }
            let decoded = try decoding.get()
            guard let texture = decoded.takeTexture() else { return nil }
            // It may have the colors of either, if the color scheme has changed since.
            if key.isDark == colorScheme.isDark { insert(texture, bytes: decoded.byteCount, for: key) }
            return texture
        } catch {
            if key.isDark == colorScheme.isDark { failures.record(error, of: address, isInDocument: isInDocument) }
            return nil
        }
    }

    /// Loads a picture in the highest resolution for which there is memory, to zoom in or copy it; does not retain it.
    func highestResolution(of picture: FullSizePicture) async -> GObjectRef? {
        let side = Self.highestResolutionSide
        let data = try? await picture.bytes { [source] address throws(CatalogFailure) in
            try await source(address, side, false)
        }
        guard let data, !Task.isCancelled else { return nil }
        return await Task.detached { try? DecodedPicture(data, PictureResolution(side: side)) }.value?.takeTexture()
    }

    /// The maximum shorter side, in pixels: up to 12 MB for a photo, three times that for a very long picture.
    private static let highestResolutionSide = 1_400

    /// Loads an animation. The store does not retain it. Nil when there is none, when other animations use all of the
    /// memory, or when the calling task was cancelled.
    /// - Parameters:
    ///   - resolution: the maximum size of a frame.
    ///   - bytes: the maximum memory of frames that are kept.
    ///   - isInBackground: whether it plays without the user's attention.
    func animation(
        _ address: URL, _ resolution: PictureResolution, bytes: Int, isInBackground: Bool = false,
        isInDocument: Bool = false
    ) async -> AnimatedImage? {
        let budget = isInBackground ? backgroundAnimationBudget : animationBudget
        guard !failures.contains(address, isInDocument: isInDocument),
            !animationFailures.contains(address, isInDocument: isInDocument)
        else { return nil }
        do {
            let data = try await source(address, resolution.side, isInDocument)
            guard !Task.isCancelled, budget.hasRoom else { return nil }
            let decoded = await Task.detached {
                AnimatedImage(data, resolution, bytes: bytes, budget: budget)
            }.value
            if decoded == nil { animationFailures.record(address) }
            return decoded
        } catch {
            animationFailures.record(error, of: address, isInDocument: isInDocument)
            return nil
        }
    }

    /// Loads an animation into the cache on disk, where the next request finds it.
    func prefetchAnimation(_ address: URL, pixels: Int) async {
        if !failures.contains(address) { _ = try? await source(address, pixels, false) }
    }

    private func insert(_ texture: GObjectRef, bytes: Int, for key: Key) {
        guard textures[key] == nil else { return }
        textures[key] = (texture, bytes)
        order.append(key)
        byteCount += bytes
        while byteCount > byteLimit, let oldest = order.first {
            order.removeFirst()
            byteCount -= textures.removeValue(forKey: oldest)?.bytes ?? 0
        }
    }
}

/// Where no file can be written, as for generated pictures.
private struct NoExportedPictures: ExportedPictureStore {
    func store(_ picture: Data, named name: String) async throws(FileFailure) -> URL { throw .notAllowed }
    func removeOldCopies() async {}
}

/// Whether animations of lists and documents may play: the desktop's setting, the user's preferences, and the state of
/// the window.
@MainActor @Observable final class AnimationPolicy {
    /// Whether the desktop allows animations.
    private(set) var isAllowed = true
    /// Whether the window is active, and so not minimized.
    private(set) var isWindowActive = true
    /// Whether all animations of a list, or those in view of a document, play without the user's attention.
    func playsAll(isInDocument: Bool) -> Bool {
        let value = preferences?.value
        return (isInDocument ? value?.playsDocumentAnimations : value?.playsAnimations) == true
    }

    @ObservationIgnored private let preferences: CurrentPreferences?
    @ObservationIgnored private var isFollowing = false

    init(preferences: CurrentPreferences?) { self.preferences = preferences }

    /// Follows the desktop's setting and the window. Call it once GTK has started.
    func follow(_ window: Handle) {
        update(window)
        Signals.connect(window, "notify::is-active") { [weak self, window] in self?.update(window) }
        guard !isFollowing, let settings = gtk_settings_get_default() else { return }
        isFollowing = true
        Signals.connect(Handle(settings), "notify::gtk-enable-animations") { [weak self] in self?.updateSetting() }
        updateSetting()
    }

    private func update(_ window: Handle) {
        let isActive = gtk_window_is_active(window.cast()) != 0
        if isActive != isWindowActive { isWindowActive = isActive }
    }

    private func updateSetting() {
        let isEnabled = sgz_animations_enabled() != 0
        if isEnabled != isAllowed { isAllowed = isEnabled }
    }
}
