import DocumentModel
import Wire

/// Gives pages invisible text by an incremental update (PDF 32000-1, 7.5.6).
///
/// It takes the place of invisible text that was there; nothing else changes.
struct TextLayer {
  private let target: AnnotatedFile
  private var section: Section
  private var text = UnseenText()
  /// The copies of forms; nil for forms without invisible text.
  private var copies: [PaintedForm: PDFObject.Reference?] = [:]

  /// Whether edits are for this type; it takes no others with them.
  static func makes(_ edits: [DocumentEdit]) -> Bool {
    !edits.isEmpty
      && edits.allSatisfy { edit in
        if case .addText = edit { true } else { false }
      }
  }

  /// Returns the update for a file; the same edits always give the same bytes except for its identity.
  static func section(
    after base: UnsafeRawBufferPointer, password: [UInt8], _ edits: [DocumentEdit], isCopy: Bool
  ) throws(EditRefusal) -> Section {
    do throws(SaveBlocker) {
      var layer = try TextLayer(base, password, isCopy: isCopy)
      try layer.add(edits)
      return layer.section
    } catch {
      let reason: EditRefusal.Reason =
        switch error {
        case .damaged: .damaged
        case .encryption: .encryption
        case .tooLarge: .tooLarge
        default: .failed
        }
      throw EditRefusal(reason)
    }
  }

  private init(
    _ base: UnsafeRawBufferPointer, _ password: [UInt8], isCopy: Bool
  ) throws(SaveBlocker) {
    target = try AnnotatedFile(base, password: password)
    section = try Section(
      after: base, trailer: target.file.trailer, size: target.size, cipher: target.cipher,
      isCopy: isCopy)
  }

  private mutating func add(_ edits: [DocumentEdit]) throws(SaveBlocker) {
    var words: [Int: [PlacedWord]] = [:]
    for case .addText(let page, let new) in edits { words[page, default: []] += new }
    let pages = target.reader().read(Set(words.keys))
    let (font, before) = (section.newNumber(), section.newNumber())
    section.add(stream: [:], Array("q\n".utf8), as: before)
    for (index, words) in words.sorted(by: { $0.key < $1.key }) {
      guard let page = pages[index]?.page, let place = page.reference else { throw .damaged }
      var entries = page.entries
      let name = write(to: &entries, font)
      let shown = removeText(of: place, &entries)
      let content = section.newNumber()
      add(Array(operators(words, page.space, font: name).utf8), as: content)
      entries["Contents"] = .array(
        [.reference(before)] + (shown ?? contents(entries)) + [.reference(content)])
      section.add(.dictionary(entries), as: place)
    }
    addFont(as: font)
    try section.close()
  }

  /// Adds a stream, compressed where that is possible.
  private mutating func add(
    _ data: [UInt8], _ entries: [String: PDFObject] = [:], as place: PDFObject.Reference
  ) {
    if let small = Deflate.compressed(data) {
      section.add(
        stream: entries.merging(["Filter": .name("FlateDecode")]) { $1 }, small, as: place)
    } else {
      section.add(stream: entries, data, as: place)
    }
  }

  /// Removes the invisible text of a page; returns its new content, nil if it had none.
  ///
  /// Text in content that cannot be parsed stays.
  private mutating func removeText(
    of page: PDFObject.Reference, _ entries: inout [String: PDFObject]
  ) -> [PDFObject]? {
    guard let data = target.file.contents(ofPage: page),
      let content = VisibleContent(of: data, type3Fonts: type3Fonts(of: entries))
    else { return nil }
    removeText(ofForms: content.painted, &entries, depth: 0)
    guard content.isChanged else { return nil }
    let place = section.newNumber()
    add(content.bytes, as: place)
    return [.reference(place)]
  }

  /// Gives a page or form copies of those form XObjects that have invisible text (8.10), by name.
  private mutating func removeText(
    ofForms painted: [String: Int], _ entries: inout [String: PDFObject], depth: Int
  ) {
    let file = target.file
    guard depth < Self.deepestForm,
      var resources = file.followed(entries["Resources"]).dictionary,
      var forms = file.followed(resources["XObject"]).dictionary
    else { return }
    var isChanged = false
    for (name, mode) in painted.sorted(by: { $0.key < $1.key }) {
      guard case .reference(let place)? = forms[name],
        let copy = withoutText(PaintedForm(place: place, mode: mode), depth: depth)
      else { continue }
      forms[name] = .reference(copy)
      isChanged = true
    }
    guard isChanged else { return }
    resources["XObject"] = .dictionary(forms)
    entries["Resources"] = .dictionary(resources)
  }

  /// Returns the copy of a form without its invisible text; nil if it has none. A form of several pages is copied once.
  private mutating func withoutText(_ painted: PaintedForm, depth: Int) -> PDFObject.Reference? {
    if let known = copies[painted] { return known }
    var made: PDFObject.Reference?
    if case .stream(var form) = target.file.object(painted.place),
      form["Subtype"] == .name("Form"), let data = target.file.data(of: painted.place),
      data.count <= Self.largestForm,
      let content = VisibleContent(
        of: data, mode: painted.mode, type3Fonts: type3Fonts(of: form))
    {
      let before = form
      removeText(ofForms: content.painted, &form, depth: depth + 1)
      if content.isChanged || form != before {
        for key in ["Filter", "DecodeParms", "Length"] { form[key] = nil }
        let copy = section.newNumber()
        add(content.bytes, form, as: copy)
        made = copy
      }
    }
    copies[painted] = .some(made)
    return made
  }

  /// Returns the names of a page's or form's Type 3 fonts, whose glyphs every text rendering mode paints (9.3.6).
  private func type3Fonts(of entries: [String: PDFObject]) -> Set<String> {
    let file = target.file
    let resources = file.followed(entries["Resources"]).dictionary ?? [:]
    let fonts = file.followed(resources["Font"]).dictionary ?? [:]
    return Set(
      fonts.filter { file.followed($0.value).dictionary?["Subtype"] == .name("Type3") }.keys)
  }

  private struct PaintedForm: Hashable {
    let place: PDFObject.Reference
    let mode: Int
  }

  private static let deepestForm = 4
  /// In bytes.
  private static let largestForm = 16 << 20

  /// The streams of a page's content as they are listed.
  private func contents(_ entries: [String: PDFObject]) -> [PDFObject] {
    guard let content = entries["Contents"] else { return [] }
    return target.file.followed(content).array ?? [content]
  }

  /// Gives a page's resources the font, and returns its name there.
  private func write(
    to entries: inout [String: PDFObject], _ font: PDFObject.Reference
  ) -> String {
    let file = target.file
    var resources = file.followed(inherited("Resources", entries)).dictionary ?? [:]
    var fonts = file.followed(resources["Font"]).dictionary ?? [:]
    var name = Self.fontName
    while fonts[name] != nil { name += "x" }
    fonts[name] = .reference(font)
    resources["Font"] = .dictionary(fonts)
    entries["Resources"] = .dictionary(resources)
    return name
  }

  private func inherited(_ key: String, _ entries: [String: PDFObject]) -> PDFObject? {
    var node: [String: PDFObject]? = entries
    for _ in 0..<Self.deepest {
      guard let entries = node else { return nil }
      if let value = entries[key] { return value }
      node = target.file.followed(entries["Parent"]).dictionary
    }
    return nil
  }

  private static let fontName = "RectoWords"
  private static let deepest = 64

  /// Returns operators that set the words after what the page paints, in its user space.
  private mutating func operators(
    _ words: [PlacedWord], _ space: PageSpace, font: String
  ) -> String {
    var content = "\nQ\nq\nBT\n3 Tr\n"
    for word in words {
      content += text.shown(word, in: space, font: font)
    }
    return content + "ET\nQ\n"
  }

  private mutating func addFont(as font: PDFObject.Reference) {
    let (meanings, descendant) = (section.newNumber(), section.newNumber())
    section.add(
      .dictionary(GlyphlessFont.entries(descendant: descendant, meanings: meanings)), as: font)
    add(text.meanings, as: meanings)
    section.addGlyphlessFont(as: descendant, through: text.letters.count)
  }
}

extension UnseenText {
  /// Returns the operators of a word within a text object; empty for one without letters or extent.
  fileprivate mutating func shown(
    _ word: PlacedWord, in space: PageSpace, font: String
  ) -> String {
    let letters = word.text.map { Array($0.unicodeScalars) }
    // Text on a page is stored from left to right; readers reverse right-to-left runs together with their marks.
    let stored = word.isRightToLeft ? letters.reversed().map { $0.reversed() } : letters
    let codes = stored.compactMap { code($0) }
    guard !codes.isEmpty, word.width > 0, word.size > 0 else { return "" }
    let size = Double(word.size)
    let stretch = Double(word.width) / (Double(codes.count) * size) * 100
    let origin = Point(x: Double(word.x), y: Double(word.y))
    let turns: [(x: Double, y: Double)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    let along = turns[word.turn.rawValue]
    let start = space.user(origin)
    let right = space.user(Point(x: origin.x + along.x, y: origin.y + along.y))
    let up = space.user(Point(x: origin.x + along.y, y: origin.y - along.x))
    let matrix =
      [right.x - start.x, right.y - start.y, up.x - start.x, up.y - start.y]
      .map { PDFNumber.text($0.rounded()) } + [start.x, start.y].map(PDFNumber.text)
    return "/\(font) \(PDFNumber.text(size)) Tf \(PDFNumber.text(stretch)) Tz "
      + matrix.joined(separator: " ") + " Tm "
      + Helvetica.shown(codes.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) + " Tj\n"
  }
}
