import DocumentModel
import Wire

/// The text of an EPUB publication: a portion for each file of its spine, several for a large one; files are set when they are needed.
final class EPUBContent: FlowContent {
  let package: EPUBPackage
  let archive: ArchiveFile
  let navigation: EPUBNavigation?
  let sections: [Section]
  /// Whether it is so small that all of it may be set for its outline.
  let isSmall: Bool
  /// The places that the contents name, whether they exist or not.
  lazy var listedPlaces = Set(navigation?.contents.flatMap(\.places) ?? [])
  /// Sections by their paths.
  let numbers: [String: Int]
  private(set) var set: [Int: SetSection] = [:]
  private var order: [Int] = []
  /// The size of all that is set, in bytes.
  private var setBytes = 0
  private(set) var workDone = 0
  private var cascades: [String: Cascade] = [:]
  /// The last large file that was parsed: its portions are set in several passes.
  var large: (path: String, file: ParsedFile)?
  /// Pages of the printed book by the files they begin in.
  let printedPages: [String: [EPUBNavigation.Page]]
  /// The labels of the portions of sections that were asked for.
  var labels: [Int: [PageLabels]] = [:]
  private var sizes: [String: (width: Int, height: Int)?] = [:]

  /// A file of the spine.
  struct Section {
    var path: String
    /// The size stated by the archive, without omitted elements.
    var byteCount: Int
    /// The pages of its portions.
    var pages: Range<Int>
    /// The last page of the printed book that begins before it; empty if there is none.
    var label = ""
  }

  struct SetSection {
    var portions: [FlowPortion]
    /// On the section's own portions, from 0.
    var places: [String: FlowPlace]
    var byteCount: Int
    let drawings: DrawingFiles
    /// Portions that have their text.
    var kept: Range<Int>
  }

  /// The drawings within a file, by their names.
  final class DrawingFiles {
    fileprivate(set) var bytes: [String: [UInt8]] = [:]
    /// Bytes that further drawings of the file may take.
    fileprivate var left = 16 << 20
    /// The style sheets of the file as elements of a drawing; nil until there is one.
    fileprivate var styles: [UInt8]?
  }

  /// Bytes of a file that are one portion, and those of each portion of a larger file.
  private static let (largestPortion, share) = (96 << 10, 64 << 10)
  /// Bytes of a style sheet, and of an image.
  private static let (mostStyle, mostImage) = (1 << 20, 64 << 20)
  /// The names of drawings begin with it; no path does.
  private static let drawing = "\u{0}svg"
  /// Bytes of sections that stay set.
  private static let mostKept = 24 << 20
  /// Bytes of the largest file whose portions all stay set.
  static let mostWhole = 6 << 20
  /// Bytes of text of a larger file that stay set.
  private static let window = 32 << 20
  /// Places in the contents are looked up at once in books of so many bytes.
  private static let smallBook = 1 << 20

  init(_ file: SourceFile) throws(EngineFailure) {
    archive = try ArchiveFile(file, .zip)
    guard !archive.isEncrypted else { throw .encryptionUnknown }
    let found = Self.packagePath(in: archive).flatMap { [archive] path in
      Self.tree(path, in: archive).flatMap { EPUBPackage($0, path: path) }
    }
    var package = found ?? EPUBPackage()
    if package.spine.isEmpty { package.rescue(archive.entries.map(\.path)) }
    guard !package.spine.isEmpty else { throw found == nil ? .noPackage : .noPages }
    self.package = package
    if package.hasRareImages { try RareFormats.require() }
    if Self.isEncrypted(archive, package.spine) { throw .protectedBook }
    let archive = archive
    let contents = [package.navigation, package.ncx].compactMap(\.self).compactMap { path in
      Self.tree(path, in: archive).map { EPUBNavigation($0, path: path) }
    }
    navigation = contents.first { !$0.contents.isEmpty } ?? contents.first
    var sections: [Section] = []
    var page = 0
    let bytes = archive.sizes
    for path in package.spine {
      let size = min(bytes[path] ?? 0, Self.mostText)
      let isWhole = size <= Self.largestPortion || package.isImage(path)
      let count = isWhole ? 1 : size / Self.share + 1
      sections.append(Section(path: path, byteCount: size, pages: page..<page + count))
      page += count
    }
    printedPages = Dictionary(grouping: navigation?.pages ?? []) { [package] page in
      EPUBFragment(page.place).flatMap { package.path(ofItem: $0.item) }
        ?? Self.parts(page.place).path
    }
    var label = ""
    for index in sections.indices {
      sections[index].label = label
      label = printedPages[sections[index].path]?.last?.label ?? label
    }
    self.sections = sections
    isSmall = package.spine.reduce(0) { $0 + (bytes[$1] ?? 0) } <= Self.smallBook
    numbers = Dictionary(
      sections.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    if isSmall, hasDrawingsInAddresses { try RareFormats.require() }
  }

  /// Whether a file of the spine has a drawing that the manifest cannot name, as it is within an address.
  private var hasDrawingsInAddresses: Bool {
    !RareFormats.areLoaded
      && package.spine.contains {
        archive.bytes($0, most: Self.mostText).map(DataAddress.areDrawings) == true
      }
  }

  var portionCount: Int { sections.last?.pages.upperBound ?? 1 }
  /// By the sizes of their files, without images.
  var portionLengths: [Int] {
    sections.flatMap { section in
      let length = package.isImage(section.path) ? 1 : section.byteCount / section.pages.count
      return [Int](repeating: max(1, length), count: section.pages.count)
    }
  }
  var hasOutline: Bool { navigation?.contents.isEmpty == false }
  var cover: String? { package.cover }

  // MARK: sections

  func info(_ index: Int) -> PageInfo {
    var info = PageInfo(label: "", size: PortionBuilder.page)
    info.labels = labels(ofPage: index)
    return info
  }

  func portion(_ index: Int) throws(EngineFailure) -> FlowPortion {
    let place = place(of: index)
    return section(place.section, around: place.portion).portions[place.portion]
  }

  func place(of page: Int) -> (section: Int, portion: Int) {
    let section = sections.prefixCount { $0.pages.upperBound <= page }
    return (section, page - sections[section].pages.lowerBound)
  }

  /// Returns a section with the text of a portion; without one, with its places at least.
  func section(_ number: Int, around portion: Int? = nil) -> SetSection {
    if let known = set[number], portion.map(known.kept.contains) ?? true {
      if order.last != number {
        order.removeAll { $0 == number }
        order.append(number)
      }
      return known
    }
    let made = setSection(sections[number], around: portion ?? 0, known: set[number]?.places).set
    if let old = set.updateValue(made, forKey: number) {
      setBytes -= old.byteCount
      order.removeAll { $0 == number }
    }
    setBytes += made.byteCount
    order.append(number)
    while setBytes > Self.mostKept, order.count > 1 {
      setBytes -= set.removeValue(forKey: order.removeFirst())?.byteCount ?? 0
    }
    return made
  }

  /// Sets a file of the spine. `withSources` also returns its tree and where its words come from. Of a large file only the text around `portion` is
  /// kept, and nothing after it is set if all places of the file are known.
  func setSection(
    _ section: Section, withSources: Bool = false, around portion: Int = 0,
    known: [String: FlowPlace]? = nil
  ) -> (set: SetSection, tree: MarkupTree?, sources: WordSources?) {
    workDone += section.byteCount
    let size = package.isImage(section.path) ? size(of: section.path) : nil
    let unreadable = package.unreadableType(of: section.path)
    let file = size == nil && unreadable == nil ? parsed(section.path) : nil
    let tree = file?.tree
    let flow = FlowSetter(.into(section.pages.count, characters: tree?.textCount ?? 0))
    let cascade = tree.map { self.cascade(for: $0, at: section.path) } ?? Cascade()
    let drawings = DrawingFiles()
    var setter = MarkupSetter(cascade, surroundings(of: section.path, drawings), flow)
    setter.flow.isAtTop = section.pages.lowerBound == 0
    if file?.isLarge == true {
      setter.flow.window = FlowWindow(around: portion, most: Self.window, stops: known != nil)
    }
    setter.owesGap = !setter.flow.isAtTop
    if withSources { setter.sources = WordSources() }
    if let size {
      setter.flow.setImage(
        section.path, words: words(ofImage: section.path), width: size.width, height: size.height)
    } else if let tree {
      setter.set(tree)
      if file?.isCut == true {
        setter.flow.say("(the rest of this file is left out)")
      } else if !tree.isWellFormed, package.isXML(section.path) {
        setter.flow.say("(\(section.path) is not well-formed XML and was read as HTML)")
      } else if !tree.hasValidNames, package.isXML(section.path) {
        setter.flow.say("(\(section.path) has names that XML does not allow)")
      }
    } else {
      let fault =
        unreadable.map { "is of a type that is not read: \($0)" } ?? "is missing from the book"
      setter.flow.say("(\(section.path) \(fault))")
    }
    if package.isCut, section.pages.upperBound == portionCount {
      setter.flow.say("(the rest of the book is left out: it has too many files)")
    }
    if package.isRescued, section.pages.lowerBound == 0 {
      setter.flow.say("(the book is damaged; its chapters follow each other as in the file)")
    }
    setter.flow.finish()
    let set = SetSection(
      portions: setter.flow.portions, places: known ?? setter.flow.placesByName,
      byteCount: setter.flow.portions.reduce(0) { $0 + $1.text.byteCount }
        + drawings.bytes.values.reduce(0) { $0 + $1.count }, drawings: drawings,
      kept: setter.flow.window.kept)
    return (set, tree, setter.sources)
  }

  /// The words in a drawing, which are found and shown where it is not.
  private func words(ofImage path: String) -> String {
    guard package.isDrawing(path), let tree = Self.tree(path, in: archive) else { return "" }
    return MarkupDrawing.words(tree.root)
  }

  private func surroundings(of path: String, _ drawings: DrawingFiles) -> MarkupSurroundings {
    MarkupSurroundings(
      address: { [unowned self] in self.address($0, from: path) },
      place: { path + "#" + $0 },
      isBefore: { [unowned self] name in
        (self.numbers[Self.parts(name).path] ?? 0) < (self.numbers[path] ?? 0)
      },
      image: { [unowned self] address in
        let name =
          DataAddress.isImage(address)
          ? address : BookPath.resolved(address, from: path).flatMap { self.package.image($0.path) }
        guard let name, let size = self.size(of: name) else { return nil }
        return (name, size.width, size.height)
      },
      drawing: { node in
        guard RareFormats.areLoaded, drawings.left > 0 else { return nil }
        let styles =
          drawings.styles
          ?? MarkupDrawing.styles(self.styleSheets(of: node.tree, at: path).compactMap(self.css))
        drawings.styles = styles
        guard let file = MarkupDrawing.file(node, styles: styles),
          let size = PictureFormat.size(file)
        else { return nil }
        drawings.left -= file.count
        let name = Self.drawing + "\(node.index)#" + path
        drawings.bytes[name] = file
        return (name, size.width, size.height)
      })
  }

  func address(_ href: String, from path: String) -> LinkAddress {
    guard let place = BookPath.resolved(href, from: path) else { return LinkAddress(href) }
    guard EPUBFragment(place.fragment) == nil else { return .place(place.fragment) }
    return .place(place.fragment.isEmpty ? place.path : place.path + "#" + place.fragment)
  }

  private typealias StyleSheetSource = (path: String, css: [UInt8]?)

  private func css(_ sheet: StyleSheetSource) -> [UInt8]? {
    sheet.css ?? archive.bytes(sheet.path, most: Self.mostStyle)
  }

  /// The style sheets that a file names and those it has within.
  private func styleSheets(of tree: MarkupTree, at path: String) -> [StyleSheetSource] {
    var sheets: [StyleSheetSource] = []
    for node in tree.root.descendants where !node.isText && sheets.count < 64 {
      switch node.name {
      case "link":
        guard let kinds = node["rel"]?.lowercased().split(separator: " "),
          kinds.contains("stylesheet"), !kinds.contains("alternate"),
          node["media"]?.contains("print") != true,
          let sheet = node["href"].flatMap({ BookPath.resolved($0, from: path) })?.path
        else { continue }
        sheets.append((sheet, nil))
      case "style": sheets.append((path, Array(node.text.utf8)))
      default: break
      }
    }
    return sheets
  }

  /// The cascade of a file's style sheets: most files of a book have the same.
  func cascade(for tree: MarkupTree, at path: String) -> Cascade {
    let sheets = styleSheets(of: tree, at: path)
    let key = sheets.map {
      $0.path + ($0.css.map { "\n" + String(decoding: $0, as: UTF8.self) } ?? "")
    }
    .joined(separator: "\0")
    if let known = cascades[key] {
      known.reset()
      return known
    }
    let cascade = Cascade()
    for sheet in sheets {
      guard let css = css(sheet) else { continue }
      cascade.add(MarkupEncoding.utf8(css)) { [archive] address in
        BookPath.resolved(address, from: sheet.path).flatMap {
          archive.bytes($0.path, most: Self.mostStyle)
        }
      }
    }
    if cascades.count > 64 { cascades = [:] }
    cascades[key] = cascade
    return cascade
  }

  // MARK: images

  func image(_ name: String) -> [UInt8]? {
    if name.hasPrefix(Self.drawing) {
      return numbers[Self.parts(name).fragment].flatMap { section($0).drawings.bytes[name] }
    }
    return DataAddress.bytes(name) ?? archive.bytes(name, most: Self.mostImage)
  }

  private func size(of name: String) -> (width: Int, height: Int)? {
    if let known = sizes[name] { return known }
    let head = DataAddress.bytes(name) ?? archive.bytes(name, most: 1 << 18)
    let size = head.flatMap(PictureFormat.size)
    sizes[name] = .some(size)
    return size
  }
}
