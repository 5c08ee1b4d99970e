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
    book.destination = { self.destination(named: $0) }
    return book
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
        // One that is missing is missed when its page is drawn.
        found = package.image(place.path) ?? place.path
      } else if Self.others.contains(node.name) {
        return nil
      }
    }
    return found
  }
}
