import DocumentModel
import Text
import Wire

/// Opens comic books: archives of images in natural order; their folders are chapters.
enum ComicArchive {
  static func recognizes(_ file: SourceFile, _ request: OpenRequest) -> Bool {
    file.count > 0 && request.format == .comic
  }

  static func open(_ file: SourceFile) throws(EngineFailure) -> any OpenDocument {
    let archive = try ArchiveFile(file, .any)
    guard !archive.isEncrypted else { throw .encryptionUnknown }
    let found = archive.entries.map(\.path).filter(isImage)
    let paths = ordered(found)
    guard !paths.isEmpty else { throw .noPages }
    if paths.contains(where: isRare) { try RareFormats.require() }
    let info = information(in: archive)
    var book = ImageBook(pages: paths, metadata: metadata(of: info, pages: paths.count)) {
      archive.bytes($0, most: $1)
    }
    book.outline = outline(
      of: paths, title: book.metadata.title, bookmarks: bookmarks(of: info, pages: paths.count))
    book.isRightToLeft = info?.child("Manga")?.words == "YesAndRightToLeft"
    book.isRandomAccess = archive.isRandomAccess
    return ComicDocument(file, book)
  }

  private static func isImage(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    // Files of macOS's archiver beside the images.
    guard !name.hasPrefix("."), !path.hasPrefix("__MACOSX/") else { return false }
    return name.split(separator: ".").last.map {
      PictureFormat.extensions.contains($0.lowercased())
    } ?? false
  }

  private static func isRare(_ path: String) -> Bool {
    path.split(separator: ".").last.map {
      PictureFormat.rareExtensions.contains($0.lowercased())
    } ?? false
  }

  /// Returns paths in natural order, the images of each folder before the folders in it.
  private static func ordered(_ paths: [String]) -> [String] {
    let folders = Array(Set(paths.map(folder)))
    let order = NaturalOrder(folders).sorted().map { folders[$0] }
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return NaturalOrder(paths).sorted().enumerated().sorted { a, b in
      (ranks[folder(paths[a.element])] ?? 0, a.offset)
        < (ranks[folder(paths[b.element])] ?? 0, b.offset)
    }.map { paths[$0.element] }
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// ComicInfo.xml (the Anansi Project, 2.0).
  private static func information(in archive: ArchiveFile) -> MarkupNode? {
    let path = archive.entries.first { $0.path.lowercased().hasSuffix("comicinfo.xml") }?.path
    return path.flatMap { archive.bytes($0, most: 1 << 20) }.flatMap {
      MarkupParser.xml(MarkupEncoding.utf8($0))?.root.child("ComicInfo")
    }
  }

  private static func metadata(of info: MarkupNode?, pages: Int) -> Metadata {
    var metadata = Metadata()
    metadata.format = "Comic book, \(pages) \(pages == 1 ? "image" : "images")"
    guard let info else { return metadata }
    func value(_ name: String) -> String { info.child(name)?.words ?? "" }
    let number = value("Number")
    let series = value("Series") + (number.isEmpty ? "" : " \(number)")
    metadata.title = value("Title").isEmpty ? series : value("Title")
    metadata.author = value("Writer").isEmpty ? value("Penciller") : value("Writer")
    metadata.subject = metadata.title == series ? "" : series
    metadata.keywords = value("Genre")
    metadata.language = LanguageTag.checked(value("LanguageISO"))
    if let year = Int64(value("Year")), (1_000...9_999).contains(year) {
      metadata.created =
        CivilTime(
          year: year, month: min(12, max(1, Int64(value("Month")) ?? 1)),
          day: min(28, max(1, Int64(value("Day")) ?? 1))
        ).seconds
    }
    return metadata
  }

  /// The bookmarks of pages, by their indices.
  private static func bookmarks(of info: MarkupNode?, pages: Int) -> [Int: String] {
    var found: [Int: String] = [:]
    for page in info?.child("Pages")?.children("Page").map(\.self) ?? [] {
      guard let words = page["Bookmark"], !words.isEmpty,
        let index = page["Image"].flatMap({ Int($0) }), (0..<pages).contains(index)
      else { continue }
      found[index] = words
    }
    return found
  }

  private static func outline(
    of paths: [String], title: String, bookmarks: [Int: String]
  ) -> [OutlineItem] {
    var items: [OutlineItem] = []
    var last: String?
    for (page, path) in paths.enumerated() where items.count < Limit.outlineItems - 1 {
      let folder = self.folder(path)
      let target = LinkTarget.destination(Destination(page: page))
      if folder != last {
        last = folder
        let title = folder.split(separator: "/").last.map(String.init) ?? title
        items.append(OutlineItem(title: title.isEmpty ? "Beginning" : title, target: target))
      }
      if let words = bookmarks[page] {
        items.append(OutlineItem(title: words, target: target))
      }
    }
    return items.count > 1 ? items : []
  }
}
