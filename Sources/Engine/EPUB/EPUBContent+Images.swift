import DocumentModel
import Wire

/// Books whose pages are images, as comics and picture books are published.
extension EPUBContent {
  /// Bytes of a page that may be no more than an image.
  private static let mostMarkup = 32 << 10
  /// Elements that show more than an image file, and those whose text is not shown.
  private static let others: Set<String> = [
    "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "use", "object",
    "iframe", "video", "audio", "math", "table",
  ]
  private static let silent: Set<String> = ["title", "desc", "style", "script"]

  /// The characters of a page that fit on a sheet of paper.
  private static let mostCharacters = 2_500

  /// The book as a sequence of images; nil if its pages have words, several images or none.
  func imageBook() -> ImageBook? {
    let images = package.items.values.count { package.isImage($0.path) }
    guard sections.count > 1, sections.count <= images * 4 / 3,
      sections.allSatisfy({ package.isImage($0.path) || $0.byteCount <= Self.mostMarkup })
    else { return nil }
    var pages: [String] = []
    var words: [Int: PageText] = [:]
    // Colophons and the like are drawn as sheets of paper.
    let mostWords = package.isFixedLayout ? sections.count / 4 : 0
    for (number, section) in sections.enumerated() {
      let image = onlyImage(of: section.path)
      pages.append(image ?? "")
      guard image == nil else { continue }
      guard words.count < mostWords, let set = self.section(number).portions.first,
        set.images.isEmpty, set.text.scalars.count <= Self.mostCharacters
      else { return nil }
      words[number] = set.text
    }
    var book = ImageBook(pages: pages, metadata: package.metadata) { [archive] in
      archive.bytes($0, most: $1)
    }
    book.words = words
    book.outline = outline()
    book.labels = sections.map { printedPages[$0.path]?.first?.label ?? $0.label }
    book.isRightToLeft = package.isRightToLeft
    book.cover = package.cover
    // Places of the set text are not those on the image.
    book.destination = { self.destination(named: $0).map { Destination(page: $0.page) } }
    book.portion = { [images = pages] page in
      images[page].isEmpty
        ? self.section(page).portions.first ?? FlowPortion()
        : self.portion(ofImage: images[page], on: self.sections[page].path)
    }
    return book
  }

  /// An alternative text with fewer characters is only the name of its image.
  private static let shortestWords = 16

  /// The words in a drawing with their links, or those a page has instead of its image.
  private func portion(ofImage image: String, on path: String) -> FlowPortion {
    guard let tree = Self.tree(package.isDrawing(image) ? image : path, in: archive) else {
      return FlowPortion()
    }
    var flow = FlowSetter(.into(1, characters: tree.textCount))
    var source = TextSource.picture
    if package.isDrawing(image) {
      if tree.root.descendants.contains(where: { $0.name == "text" }) {
        source = .document
        var setter = MarkupSetter(
          cascade(for: tree, at: image),
          MarkupSurroundings(address: { [unowned self] in self.address($0, from: image) }), flow)
        setter.set(tree)
        flow = setter.flow
      } else {
        flow.setParagraph(MarkupDrawing.words(tree.root))
      }
    } else {
      let words = tree.root.descendants.first { $0.name == "img" }?["alt"] ?? ""
      if words.count >= Self.shortestWords { flow.setParagraph(words) }
    }
    flow.finish()
    var portion = flow.portions.first ?? FlowPortion()
    portion.text.source = source
    return portion
  }

  /// The image that is all a file of the spine shows.
  private func onlyImage(of path: String) -> String? {
    if package.isImage(path) { return package.image(path) }
    guard
      let body = Self.tree(path, in: archive)?.root.descendants.first(where: { $0.name == "body" })
    else {
      return nil
    }
    var found: String?
    for node in body.descendants {
      if node.isText {
        guard Self.silent.contains(node.parent?.name ?? "") || node.words.isEmpty else {
          return nil
        }
      } else if ["img", "image"].contains(node.name) {
        let address = node["src"] ?? node["xlink:href"] ?? node["href"]
        guard found == nil, let place = address.flatMap({ BookPath.resolved($0, from: path) })
        else { return nil }
        // A missing image is reported when its page is drawn.
        found = package.image(place.path) ?? place.path
      } else if Self.others.contains(node.name) {
        return nil
      }
    }
    return found
  }
}
