import CStargazer
import Foundation
import GtkBridge
import Observation
import StargazerCore

@MainActor struct DocumentRenderContext {
    /// How many steps headings are smaller than on a page of their own.
    let headingStep: Int
    let pictures: PictureStore
    let permission: PicturePermission
    let animations: DocumentAnimations
    let follow: @MainActor (LinkTarget, Handle) -> Void
    /// Copies a text to the clipboard and confirms it.
    let copy: @MainActor (String) -> Void
    /// Opens or closes a fold by its number.
    let fold: @MainActor (Int, Bool) -> Void
    /// Returns the columns of a table that is split into fragments.
    let columns: @MainActor (Int) -> GObjectRef
    /// Returns the scroll position of a table or of code that is split into fragments.
    let scrollGroup: @MainActor (Int) -> GObjectRef

    var isDark: Bool { adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 }
}

/// Text with inline pictures. Until a picture is loaded, and where it cannot be, its alternative text replaces it.
@MainActor final class RichTextView {
    let root: Handle
    /// The label with all of the text, if it has no pictures.
    private let label: Handle?
    private let prose: RichText
    private let role: RichTextLabel.Role
    private let context: DocumentRenderContext
    private var found = FindHighlights()
    private var pictures: [URL: DocumentPicture] = [:]
    private var pendingRender: IdleCall?
    private var laterRender: Task<Void, Never>?
    private var permissionObservation: Observe?
    private let styleManager = Handle(adw_style_manager_get_default())
    private var styleConnection: UInt?

    /// The maximum width of text and pictures, in logical pixels. Relative picture widths refer to it.
    static let maximumWidth: Double = 760
    /// Pictures up to this size are inline.
    private nonisolated static let inline = (width: 400.0, height: 48.0)

    init(_ prose: RichText, role: RichTextLabel.Role = .text, context: DocumentRenderContext) {
        self.prose = prose
        self.role = role
        self.context = context
        if prose.spans.contains(where: { $0.picture != nil }) {
            root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
            label = nil
        } else {
            let text = RichTextLabel.make(role, prose, context)
            root = TextMarks.mayBe(in: prose) ? RichTextLabel.line(with: text) : text
            label = text
        }
        render()
        guard !addresses.isEmpty else { return }
        Signals.connect(root, "map") { [weak self] in self?.load() }
        Signals.connect(root, "unmap") { [weak self] in self?.pictures.values.forEach { $0.release() } }
        permissionObservation = Observe { [weak self] in
            guard let self, self.context.permission.isGranted else { return }
            if gtk_widget_get_mapped(self.root.widget) != 0 { self.load() }
        }
        styleConnection = Signals.connect(styleManager, "notify::dark") { [weak self] in self?.reload() }
    }

    isolated deinit {
        laterRender?.cancel()
        if let styleConnection { Signals.disconnect(styleManager, styleConnection) }
    }

    func show(_ found: FindHighlights) {
        guard found != self.found else { return }
        self.found = found
        render()
    }

    // MARK: Pictures

    private var addresses: [URL] { prose.spans.compactMap { $0.picture.flatMap(address) } }

    private func address(_ picture: Picture) -> URL? { source(picture)?.url }

    private func source(_ picture: Picture) -> PictureVariant? {
        picture.source(isDark: context.isDark, scale: Double(scale))
    }

    private func load() {
        guard context.permission.isGranted else { return }
        for (url, resolution) in resolutions {
            let picture =
                pictures[url]
                ?? DocumentPicture(url, pictures: context.pictures, animations: context.animations) { [weak self] in
                    self?.renderLater(isMoreExpected: !$0)
                }
            pictures[url] = picture
            picture.load(resolution)
        }
    }

    /// Loads the pictures of the other color scheme.
    private func reload() {
        pictures = [:]
        render()
        if gtk_widget_get_mapped(root.widget) != 0 { load() }
    }

    /// The resolution that each picture needs. Scaling many small pictures down with each frame would be slow.
    private var resolutions: [URL: PictureResolution] {
        let scale = Double(self.scale)
        var resolutions: [URL: PictureResolution] = [:]
        for picture in prose.spans.compactMap(\.picture) {
            guard let url = address(picture) else { continue }
            let maximum = Self.maximumWidth
            let width = min(picture.share.map { $0 * maximum } ?? picture.width ?? maximum, maximum)
            // A picture of this height may be wider than high.
            let side = picture.width == nil ? min(2 * (picture.height ?? maximum), maximum) : maximum
            let isAsked = picture.share != nil || picture.width != nil || picture.height != nil
            let other = resolutions[url]
            resolutions[url] = PictureResolution(
                side: max(other?.side ?? 0, Int((side * scale).rounded(.up))),
                width: max(other?.width ?? 0, Int((width * scale).rounded(.up))),
                density: isAsked ? 2 : max(other?.density ?? 0, min(self.scale, 2)))
        }
        return resolutions
    }

    private var scale: Int { Int(gtk_widget_get_scale_factor(root.widget)) }

    /// Renders once for several pictures that arrive together: all widgets of the text are made again.
    /// - Parameter isMoreExpected: whether others are probably on their way.
    private func renderLater(isMoreExpected: Bool) {
        guard isMoreExpected else {
            if pendingRender == nil { pendingRender = IdleCall { [weak self] in self?.render() } }
            return
        }
        guard laterRender == nil else { return }
        laterRender = Task { [weak self] in
            do { try await Task.sleep(for: Self.pause) } catch { return }
            self?.render()
        }
    }

    /// Within it, pictures that arrive are shown together.
    private static let pause = Duration.milliseconds(100)

    // MARK: Rendering

    private func render() {
        laterRender?.cancel()
        (pendingRender, laterRender) = (nil, nil)
        if let label { return fill(label, with: prose.spans, from: 0) }
        for picture in pictures.values { picture.forgetWidgets() }
        root.removeChildren()
        var line: [TextSpan] = []
        var lineStart = 0
        var offset = 0
        var row: [PictureBlock] = []
        for span in prose.spans {
            let end = offset + span.text.unicodeScalars.count
            defer { offset = end }
            if let picture = span.picture {
                guard isShown(picture) else { continue }
                if let size = size(of: picture), !size.isInline {
                    addLine(line, from: lineStart)
                    line = []
                    if row.last?.span.picture?.side != picture.side { addPictureRow(&row) }
                    row.append(PictureBlock(span: span, size: size, mark: mark(from: offset, to: end)))
                    continue
                }
            } else if !row.isEmpty, line.isEmpty, span.text.allSatisfy(\.isWhitespace) {
                if span.text.contains("\n") { addPictureRow(&row) }
                continue
            }
            addPictureRow(&row)
            if line.isEmpty { lineStart = offset }
            line.append(span)
        }
        addPictureRow(&row)
        addLine(line, from: lineStart)
    }

    private func isShown(_ picture: Picture) -> Bool {
        switch picture.colorScheme {
        case .any: true
        case .dark: context.isDark
        case .light: !context.isDark
        }
    }

    private struct PictureSize {
        var width: Double
        var height: Double
        var isInline: Bool { width <= RichTextView.inline.width && height <= RichTextView.inline.height }
    }

    private struct PictureBlock {
        var span: TextSpan
        var size: PictureSize
        var mark: String?
    }

    /// Nil until the picture is loaded.
    private func size(of picture: Picture) -> PictureSize? {
        guard let source = source(picture), let shown = pictures[source.url], shown.paintable != nil else {
            return nil
        }
        let natural = shown.natural
        let (width, height) = (Double(natural.width) / source.density, Double(natural.height) / source.density)
        var size = PictureSize(width: width, height: height)
        if let share = picture.share {
            size = PictureSize(width: share * Self.maximumWidth, height: share * Self.maximumWidth * height / width)
        } else if let asked = picture.width {
            size = PictureSize(width: asked, height: asked * height / width)
        } else if let asked = picture.height {
            size = PictureSize(width: asked * width / height, height: asked)
        }
        return size
    }

    private func addLine(_ spans: [TextSpan], from offset: Int) {
        guard spans.contains(where: { !$0.text.allSatisfy(\.isWhitespace) || $0.picture != nil }) else { return }
        let label = RichTextLabel.make(role, prose, context)
        root.append(RichTextLabel.line(with: label))
        fill(label, with: spans, from: offset)
    }

    private func fill(_ label: Handle, with spans: [TextSpan], from start: Int) {
        var markup = PangoMarkup()
        var places: [(picture: DocumentPicture, size: PictureSize, index: Int, mark: String?)] = []
        var offset = start
        for span in spans {
            let end = offset + span.text.unicodeScalars.count
            if let picture = span.picture {
                let shown = address(picture).flatMap { pictures[$0] }
                if let size = size(of: picture), let shown {
                    let mark = mark(from: offset, to: end)
                    places.append((shown, size, markup.add(pictureOf: span), mark))
                } else {
                    markup.add(span, found: found.parts(from: offset, to: end), isBadge: true)
                    if let shown, shown.isTooLarge {
                        markup.add(TextSpan(" "))
                        markup.add(TextSpan(DocumentText.tooLargePicture, target: .web(shown.address.absoluteString)))
                    }
                }
            } else {
                markup.add(span, found: found.parts(from: offset, to: end))
            }
            offset = end
        }
        let box = label == root ? nil : label.parent
        markup.show(in: label, of: box)
        RichTextLabel.align(label, as: prose)
        // Among labels without links, Tab only stops at those that were pressed.
        SelectableLabelFocus.set(label, markup.hasLinks)
        guard let box else { return }
        // Screen readers read a line as one text, in which the pictures are their alternative texts.
        if !places.isEmpty { label.setAccessibleName(spans.map(\.text).joined()) }
        for (shown, size, index, mark) in places {
            let picture = shown.makeWidget(in: box)
            if let mark { picture.setClass(mark, true) }
            picture.setAccessibleHidden(true)
            sgz_inline_layout_add_picture(
                box.raw, picture.raw, Int32(index), Int32(size.width.rounded()), Int32(size.height.rounded()))
        }
    }

    /// Returns the style class of a picture whose alternative text matches: that text is not visible itself.
    private func mark(from start: Int, to end: Int) -> String? {
        let parts = found.parts(from: start, to: end)
        if parts.isEmpty { return nil }
        return parts.contains(where: \.isCurrent) ? "found-last" : "found"
    }

    private func addPictureRow(_ row: inout [PictureBlock]) {
        guard !row.isEmpty else { return }
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_wrap_layout_apply(line.raw, 8)
        let alignment = row[0].span.picture?.side ?? prose.alignment
        let align: GtkAlign =
            switch alignment {
            case .start, .left: GTK_ALIGN_START
            case .center: GTK_ALIGN_CENTER
            case .right: GTK_ALIGN_END
            }
        gtk_widget_set_halign(line.widget, align)
        if [.left, .right].contains(alignment) { gtk_widget_set_direction(line.widget, GTK_TEXT_DIR_LTR) }
        for figure in row { line.append(make(figure)) }
        root.append(line)
        row = []
    }

    private func make(_ figure: PictureBlock) -> Handle {
        let (span, size) = (figure.span, figure.size)
        let shown = span.picture.flatMap(address).flatMap { pictures[$0] }
        let picture = shown?.makeWidget() ?? Handle(gtk_picture_new())
        // GTK makes the alternative text the description, and the name of its class the name.
        if span.text.isEmpty || span.target != nil {
            picture.setAccessibleHidden(true)
        } else {
            picture.setAccessibleName(span.text)
        }
        let frame = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_aspect_layout_apply(frame.raw, Int32(size.width.rounded()), Int32(size.height.rounded()))
        if let mark = figure.mark { picture.setClass(mark, true) }
        guard let target = span.target else {
            frame.append(picture)
            return frame
        }
        let link = Handle(gtk_button_new())
        gtk_button_set_child(link.cast(), picture.widget)
        shown?.animation?.watchFocus(in: link)
        for name in ["flat", "figure-link"] { link.setClass(name, true) }
        link.setAccessibleName(span.text.isEmpty ? PangoMarkup.address(of: target) : span.text)
        link.setTooltip(PangoMarkup.address(of: target))
        Signals.connect(link, "clicked") { [context] in context.follow(target, link) }
        frame.append(link)
        return frame
    }
}

/// Whether the pictures of the visible document may be loaded.
@MainActor @Observable final class PicturePermission {
    var isGranted = false
}
