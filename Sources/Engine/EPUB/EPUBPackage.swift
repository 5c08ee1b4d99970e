import DocumentModel
import Wire

/// The package document of an EPUB publication (EPUB 3.3, 5; OPF 2.0.1): metadata, manifest and spine.
struct EPUBPackage {
  /// A file of the manifest.
  struct Item {
    /// In the container.
    var path: String
    var mediaType: String
    var properties: Set<String>
    var fallback: String?
  }

  private(set) var metadata = Metadata()
  private(set) var items: [String: Item] = [:]
  /// Paths in reading order; files outside of it come last.
  private(set) var spine: [String] = []
  private(set) var navigation: String?
  private(set) var ncx: String?
  private(set) var cover: String?
  private(set) var isFixedLayout = false
  /// No spine could be read.
  private(set) var isRescued = false
  /// Whether its pages follow each other from right to left.
  private(set) var isRightToLeft = false
  /// Items by their paths.
  private var kinds: [String: Item] = [:]
  /// Item references as they are written.
  private var references: [(id: String?, path: String?)] = []
  /// The number of the spine among the package's elements, from 1.
  private var spineNumber = 3

  /// Types that can be set as a section.
  private static let markup: Set<String> = [
    "application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document",
  ]
  private static let mostItems = 250_000
  /// Whether parts of it are beyond the limits.
  private(set) var isCut = false

  /// The path of an item reference by its place in the spine, from 0, also of one outside the reading order.
  func path(ofItem index: Int) -> String? {
    references.indices.contains(index) ? references[index].path : nil
  }

  /// The steps of a canonical fragment identifier to the first reference to a file (EPUB CFI 1.1, 2.2).
  func fragmentPath(to path: String) -> String? {
    references.firstIndex { $0.path == path }.map { index in
      "/\(spineNumber * 2)/\(index * 2 + 2)" + EPUBFragment.assertion(references[index].id)
    }
  }

  private static func isImage(_ item: Item) -> Bool { item.mediaType.hasPrefix("image/") }

  func isDrawing(_ path: String) -> Bool { kinds[path]?.mediaType == "image/svg+xml" }

  /// Whether it has images that only a worker with the libraries of rare formats can show.
  var hasRareImages: Bool {
    items.values.contains {
      PictureFormat.rareMediaTypes.contains($0.mediaType) || $0.properties.contains("svg")
    }
  }

  func isImage(_ path: String) -> Bool { kinds[path].map(Self.isImage) ?? false }

  /// Reads a package document; `path` is its own in the container.
  init?(_ tree: MarkupTree, path: String) {
    guard let package = tree.root.elements.first(where: { $0.name == "package" }) else {
      return nil
    }
    if let manifest = package.child("manifest") { readManifest(manifest, path) }
    kinds = Dictionary(items.values.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    if let found = package.child("metadata") { readMetadata(found) }
    if let spine = package.child("spine") {
      spineNumber = package.elements.prefix { $0.index != spine.index }.reduce(1) { count, _ in
        count + 1
      }
      readSpine(spine)
    }
    navigation = items.values.first { $0.properties.contains("nav") }?.path
    cover = cover ?? items.values.first { $0.properties.contains("cover-image") }?.path
    let version = package["version"] ?? ""
    metadata.format = "EPUB" + (version.isEmpty ? "" : " " + version)
    if isFixedLayout { metadata.format += ", fixed layout" }
  }

  /// The package of a book that has none.
  init() { metadata.format = "EPUB" }

  private static let rescued = [
    "xhtml": "application/xhtml+xml", "html": "text/html", "htm": "text/html", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
  ]

  /// Takes the files of the archive by their names, and the chapters among them in their order.
  mutating func rescue(_ paths: [String]) {
    isRescued = true
    for path in paths {
      let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard let type = Self.rescued[ending] else { continue }
      kinds[path] = kinds[path] ?? Item(path: path, mediaType: type, properties: [])
      if Self.markup.contains(type), path != navigation { spine.append(path) }
    }
  }

  private mutating func readManifest(_ manifest: MarkupNode, _ base: String) {
    for item in manifest.children("item") {
      let isNavigation =
        item["properties"]?.contains("nav") == true
        || item["media-type"] == "application/x-dtbncx+xml"
      guard items.count < Self.mostItems || isNavigation else {
        isCut = true
        continue
      }
      guard let id = item["id"], let href = item["href"],
        let path = BookPath.resolved(href, from: base)?.path
      else { continue }
      items[id] = Item(
        path: path, mediaType: item["media-type"] ?? "",
        properties: Set(item["properties"]?.split(separator: " ").map(String.init) ?? []),
        fallback: item["fallback"])
    }
  }

  private mutating func readSpine(_ spine: MarkupNode) {
    ncx =
      spine["toc"].flatMap { items[$0]?.path }
      ?? items.values.first { $0.mediaType == "application/x-dtbncx+xml" }?.path
    isRightToLeft =
      switch spine["page-progression-direction"] {
      case "rtl": true
      case "ltr": false
      default: LanguageTag.isRightToLeft(metadata.language)
      }
    var (linear, others): ([String], [String]) = ([], [])
    for reference in spine.children("itemref") {
      guard references.count < Self.mostItems else {
        isCut = true
        break
      }
      let path = reference["idref"].flatMap(readable)
      references.append((reference["id"], path))
      // The same file may be read several times.
      guard let path else { continue }
      if reference["linear"] == "no" { others.append(path) } else { linear.append(path) }
      if reference["properties"]?.contains("rendition:layout-pre-paginated") == true {
        isFixedLayout = true
      }
    }
    self.spine = linear + others
  }

  /// The path of an item, or of the first of its fallbacks that can be read.
  private func readable(_ id: String) -> String? {
    fallbacks(of: id).first { Self.isReadable($0) }?.path ?? items[id]?.path
  }

  /// An item and its fallbacks in order (EPUB 3.3, 5.6.2.3).
  private func fallbacks(of id: String) -> [Item] {
    var (next, chain): (String?, [Item]) = (id, [])
    while let id = next, let item = items[id], chain.count < 16 {
      chain.append(item)
      next = item.fallback
    }
    return chain
  }

  /// XML of no known kind is read where it has no fallback.
  private static func isReadable(_ item: Item) -> Bool {
    markup.contains(item.mediaType) || decodable.contains(item.mediaType)
      || isXML(item) && item.fallback == nil
  }

  private static func isXML(_ item: Item) -> Bool {
    item.mediaType.hasSuffix("/xml") || item.mediaType.hasSuffix("+xml")
  }

  /// The type of a file of the spine that cannot be read; nil for all others.
  func unreadableType(of path: String) -> String? {
    kinds[path].flatMap { Self.isReadable($0) ? nil : $0.mediaType }
  }

  /// Whether a file of the spine claims to be XML.
  func isXML(_ path: String) -> Bool {
    guard let type = kinds[path]?.mediaType else { return false }
    return type.hasSuffix("+xml") || type.hasSuffix("/xml")
  }

  /// The path of an image file, or of its first fallback that is an image of a kind that can be decoded; nil if it is not of the book.
  func image(_ path: String) -> String? {
    guard let item = kinds[path] else { return nil }
    let chain = [item] + (item.fallback.map(fallbacks) ?? [])
    return (chain.first { Self.decodable.contains($0.mediaType) } ?? item).path
  }

  private static let decodable = PictureFormat.mediaTypes

  // MARK: metadata

  private mutating func readMetadata(_ node: MarkupNode) {
    let all = Array(node.descendants.lazy.filter { !$0.isText })
    func values(_ name: String) -> [String] {
      all.filter { $0.name == name }.map(\.words).filter { !$0.isEmpty }
    }
    /// A property that `meta` elements (EPUB 3) or attributes (EPUB 2) give an element.
    func refinement(_ property: String, of element: MarkupNode) -> String? {
      if let own = element["opf:" + property] ?? element[property] { return own }
      guard let id = element["id"] else { return nil }
      return all.first { $0["property"] == property && $0["refines"] == "#" + id }?.words
    }
    metadata.title = values("dc:title").first ?? ""
    let creators = all.filter { $0.name == "dc:creator" && !$0.words.isEmpty }
    let authors = creators.filter { (refinement("role", of: $0) ?? "aut") == "aut" }
    let named = authors.isEmpty ? creators : authors
    metadata.publication.creators = named.map(\.words)
    metadata.isAuthorRightToLeft =
      !named.isEmpty && named.allSatisfy { Self.direction(of: $0) == "rtl" }
    metadata.author = metadata.publication.creators.joined(separator: ", ")
    metadata.language = values("dc:language").first.map(LanguageTag.checked) ?? ""
    metadata.keywords = values("dc:subject").joined(separator: ", ")
    metadata.subject = series(all) ?? ""
    for (name, field) in [("dc:publisher", BibliographicRecord.Field.publisher)] {
      metadata.publication.fields[field] = values(name).first
    }
    metadata.publication.fields[.isbn] = values("dc:identifier").compactMap(Self.isbn).first
    let year = values("dc:date").first.flatMap { date in
      date.split { !$0.isNumber }.first { $0.count == 4 }
    }
    metadata.publication.fields[.year] = year.map { String($0) }
    metadata.created = values("dc:date").first.flatMap(BookDate.seconds)
    metadata.modified =
      all.first { $0["property"] == "dcterms:modified" }.flatMap { BookDate.seconds($0.words) }
    metadata.creator = all.first { $0["name"] == "generator" }?["content"] ?? ""
    cover = all.first { $0["name"] == "cover" }?["content"].flatMap { items[$0]?.path }
    isFixedLayout =
      all.contains { $0["property"] == "rendition:layout" && $0.words == "pre-paginated" }
      || all.contains { $0["name"] == "fixed-layout" && $0["content"] == "true" }
  }

  /// The direction that an element or the nearest around it has by its attribute; nil if none has it.
  private static func direction(of element: MarkupNode) -> String? {
    var next: MarkupNode? = element
    while let node = next {
      if let direction = node["dir"] { return direction }
      next = node.parent
    }
    return nil
  }

  private func series(_ all: [MarkupNode]) -> String? {
    let collection = all.first { $0["property"] == "belongs-to-collection" }
    let name =
      collection?.words ?? all.first { $0["name"] == "calibre:series" }?["content"]
    guard let name, !name.isEmpty else { return nil }
    let place =
      all.first { $0["name"] == "calibre:series_index" }?["content"]
      ?? collection?["id"].flatMap { id in
        all.first { $0["refines"] == "#" + id && $0["property"] == "group-position" }?.words
      }
    return name + (place.map { " " + $0 } ?? "")
  }

  private static func isbn(_ text: String) -> String? {
    let digits = text.filter { $0.isNumber || $0 == "X" }
    let isNamed = text.lowercased().contains("isbn")
    return digits.count == 13 && digits.hasPrefix("97") || digits.count == 10 && isNamed
      ? digits : nil
  }
}
