public import Observation

/// How a window shows the picture of an item.
@MainActor @Observable public final class PictureViewOptions {
    /// Whether the panel with what is known about the picture is next to it. Saved for the next start.
    public private(set) var showsInformation: Bool
    /// Whether the picture has the whole screen.
    public var isFullScreen = false

    @ObservationIgnored private let stateSaver: WindowStateSaver

    init(_ stateSaver: WindowStateSaver) {
        self.stateSaver = stateSaver
        showsInformation = stateSaver.state.showsPictureInformation
    }

    public func toggleInformation() {
        showsInformation.toggle()
        stateSaver.update { $0.showsPictureInformation = showsInformation }
    }
}
