package import Foundation
import GtkBridge
import StargazerCore

/// Pictures by address and size: from memory at once, else fetched and decoded off the main thread.
@MainActor package final class PictureStore {
    typealias Source = @Sendable (_ address: URL, _ pixels: Int) async throws(CatalogFailure) -> Data

    private struct Key: Hashable {
        let address: URL
        let pixels: Int
    }

    private let source: Source
    /// Pictures for files of the person's.
    let fullSizeSource: PictureSaver.Source
    private let byteLimit: Int
    private var textures: [Key: (texture: GObjectRef, bytes: Int)] = [:]
    /// Least recently used first.
    private var order: [Key] = []
    private var byteCount = 0
    /// Addresses that will not give a picture however often they are asked.
    private var failedAddresses: Set<URL> = []
    private let animationBudget = AnimationMemoryBudget(bytes: 40_000_000)

    /// - Parameter byteLimit: pixels kept in memory.
    init(source: @escaping Source, fullSizeSource: @escaping PictureSaver.Source, byteLimit: Int = 16_000_000) {
        self.source = source
        self.fullSizeSource = fullSizeSource
        self.byteLimit = byteLimit
    }

    package convenience init(_ composition: Composition) {
        self.init(source: composition.pictures, fullSizeSource: composition.fullSizePictures)
    }

    /// Pictures that are made rather than fetched; nil where there is none.
    package convenience init(_ pictures: @escaping @Sendable (_ address: URL, _ pixels: Int) async -> Data?) {
        let made: Source = { (address, pixels) async throws(CatalogFailure) in
            guard let data = await pictures(address, pixels) else { throw .gone }
            return data
        }
        self.init(source: made) { address, _ async throws(CatalogFailure) in try await made(address, 0) }
    }

    func cached(_ address: URL, pixels: Int) -> GObjectRef? {
        let key = Key(address: address, pixels: pixels)
        guard let entry = textures[key] else { return nil }
        if let index = order.lastIndex(of: key) {
            order.remove(at: index)
            order.append(key)
        }
        return entry.texture
    }

    /// Somebody wants to know anew whether there is a picture.
    func clearFailure(_ address: URL) { failedAddresses.remove(address) }

    /// Nil when there is no picture to be had, or the asking task was cancelled.
    func load(_ address: URL, pixels: Int) async -> GObjectRef? {
        guard !failedAddresses.contains(address) else { return nil }
        do {
            let data = try await source(address, pixels)
            let decoded = await Task.detached { DecodedPicture(data, side: pixels) }.value
            guard let decoded, let texture = decoded.takeTexture() else {
                failedAddresses.insert(address)
                return nil
            }
            insert(texture, bytes: decoded.byteCount, for: Key(address: address, pixels: pixels))
            return texture
        } catch {
            if !error.isTransient, error != .cancelled { failedAddresses.insert(address) }
            return nil
        }
    }

    /// A picture as fine as it is to be had and there is memory for: for who comes near it, or copies it. Nothing of it is
    /// kept here.
    func highestResolution(of picture: FullSizePicture) async -> GObjectRef? {
        let side = Self.highestResolutionSide
        let data = try? await picture.bytes { [source] address throws(CatalogFailure) in try await source(address, side)
        }
        guard let data, !Task.isCancelled else { return nil }
        return await Task.detached { DecodedPicture(data, side: side) }.value?.takeTexture()
    }

    /// Length of the shorter side, in pixels: of a photo 12 MB at the most, of what is very long three times that.
    private static let highestResolutionSide = 1_400

    /// A moving picture, for as long as it is looked at: nothing of it is kept here. Nil when there is none to be had, when
    /// others take up all memory for them, or when the asking task was cancelled.
    /// - Parameters:
    ///   - pixels: length of the shorter side.
    ///   - bytes: what its frames may take at the most; longer ones move less smoothly.
    func animation(_ address: URL, pixels: Int, bytes: Int) async -> AnimatedImage? {
        guard !failedAddresses.contains(address) else { return nil }
        do {
            let data = try await source(address, pixels)
            guard !Task.isCancelled, let taken = animationBudget.reserve(bytes) else { return nil }
            let wanted = DecodingCancellationFlag()
            let decoded = await withTaskCancellationHandler {
                await Task.detached { [animationBudget] in
                    AnimatedImage(data, side: pixels, bytes: taken, budget: animationBudget, wanted: wanted)
                }.value
            } onCancel: {
                wanted.cancel()
            }
            if decoded == nil, !Task.isCancelled { failedAddresses.insert(address) }
            return decoded
        } catch {
            if !error.isTransient, error != .cancelled { failedAddresses.insert(address) }
            return nil
        }
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
