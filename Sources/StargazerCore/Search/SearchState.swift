/// What the search screen knows, from which its phase follows.
struct SearchState {
    enum Stage {
        case start
        case searching(isSlow: Bool)
        case shown(notice: FailureContent?)
        case empty(query: String)
        case failed(FailureContent)
    }

    enum Batch {
        case idle
        case loading
        case failed(FailureContent)
    }

    var stage = Stage.start
    /// The results on the screen: while a search runs, and under a notice, those of an older one.
    var list: ResultList?
    /// What becomes of the batch after the last one shown.
    var batch = Batch.idle

    /// The last search failed, whether older results are still shown or not.
    var hasFailed: Bool {
        switch stage {
        case .failed: true
        case .shown(let notice): notice != nil
        case .start, .searching, .empty: false
        }
    }

    func phase(formats: Formats, catalogCeiling: Int?) -> SearchPhase {
        let content = list?.content(formats: formats, catalogCeiling: catalogCeiling, tail: tail)
        return switch stage {
        case .start: .start
        case .searching(let isSlow): .searching(previous: content, isSlow: isSlow)
        case .shown(let notice): content.map { .results($0, notice: notice) } ?? .start
        case .empty(let query): .empty(query: query)
        case .failed(let failure): .failed(failure)
        }
    }

    private var tail: ListTail? {
        switch batch {
        case .idle: nil
        case .loading: .loading
        case .failed(let failure): .failed(failure)
        }
    }
}
