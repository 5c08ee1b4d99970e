import DocumentModel
import Text

/// Characters, links, images and formulas.
extension MarkupSetter {
  /// Puts characters down by the rules for white space of their element (CSS Text 3, 4.1).
  ///
  /// `isSource`: they are the tree's own bytes.
  mutating func put(_ bytes: ArraySlice<UInt8>, _ context: Context, isSource: Bool = false) {
    guard !context.style.isHidden else { return }
    let space = isInCell ? .normal : context.style.space
    var start = bytes.startIndex
    var at = start
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }
    while at < bytes.endIndex {
      let byte = bytes[at]
      let isLineEnd = byte == 0x0A
      guard isLineEnd || isBlank(byte) else {
        at += 1
        continue
      }
      putWord(bytes[start..<at], context, isSource)
      guard !flow.isDone else { return }
      if isLineEnd, space.keepsLines {
        owesBlank = false
        breakLine(context)
      } else if space.keepsBlanks {
        putBlank(byte, context)
      } else {
        if !owesBlank { blankStyle = context.characterStyle }
        owesBlank = true
      }
      at += 1
      start = at
    }
    putWord(bytes[start..<at], context, isSource)
  }

  private mutating func putWord(
    _ bytes: ArraySlice<UInt8>, _ context: Context, _ isSource: Bool
  ) {
    guard !bytes.isEmpty else { return }
    guard context.style.letters != .asWritten || context.shift != .baseline || bytes.contains(0xAD)
    else {
      beginWord(context, isSource ? bytes : nil)
      return flow.put(utf8: bytes, context.characterStyle)
    }
    var word = Self.written(String(decoding: bytes, as: UTF8.self), context.style.letters)
    if context.shift != .baseline, !context.isBracketed {
      word = Self.shifted(word, isRaised: context.shift == .superior)
    }
    let parts = word.unicodeScalars.split(separator: "\u{AD}", omittingEmptySubsequences: false)
    // Only visible characters begin a block.
    guard parts.contains(where: { !$0.isEmpty }) else { return }
    beginWord(context, isSource ? bytes : nil)
    for (index, part) in parts.enumerated() {
      if index > 0, !isInCell { flow.addSoftHyphen() }
      flow.put(String(part), context.characterStyle)
    }
  }

  private mutating func beginWord(_ context: Context, _ source: ArraySlice<UInt8>?) {
    if !isInCell, flow.kind == nil { begin(context) }
    putOwedBlank(context)
    owesBlank = false
    openDeletion(context)
    if let source { sources?.add(source.indices, at: flow.nextPlace) }
  }

  /// Puts a sign down before the first deleted word of a block or a cell: without styles it would be read as part of the text.
  private mutating func openDeletion(_ context: Context) {
    guard context.isDeleted, deletion == nil else { return }
    let style = context.characterStyle.subtracting(.struck)
    flow.putSign("[-", style)
    deletion = style
  }

  /// Puts the same sign down before an element that begins with a deleted word.
  mutating func openDeletion(before node: MarkupNode, _ context: Context) {
    guard context.isDeleted, deletion == nil, !context.style.isHidden, !node.words.isEmpty,
      !Self.hasBlocks(node)
    else { return }
    beginWord(context, nil)
  }

  /// Puts a sign down after the last deleted word, if there is one.
  mutating func closeDeletion() {
    guard let style = deletion else { return }
    flow.put("-]", style)
    deletion = nil
  }

  /// Puts down the blank that separates the words before from those that follow.
  mutating func putOwedBlank(_ context: Context) {
    guard owesBlank, flow.kind != nil, !flow.isAtRowStart else { return }
    // A styled word's box or line begins with the word.
    flow.putBlank(context.characterStyle.intersection(blankStyle))
    owesBlank = false
  }

  private mutating func putBlank(_ byte: UInt8, _ context: Context) {
    if flow.kind == nil { begin(context) }
    putOwedBlank(context)
    owesBlank = false
    var column: Int
    repeat {
      column = flow.column
      // Headings are titles, too.
      if flow.kind == .heading {
        flow.put(" ", context.characterStyle)
      } else {
        flow.add(0x20, context.characterStyle)
      }
      // The column stays the same at the limit of characters.
    } while byte == 0x09 && flow.column % Self.tab != 0 && flow.column != column
  }

  private static let tab = 8

  /// The word in the letters its style wants.
  private static func written(_ word: String, _ letters: ElementStyle.Case) -> String {
    switch letters {
    case .asWritten: return word
    case .upper: return word.uppercased()
    case .lower: return word.lowercased()
    case .capitals: return word.prefix(1).uppercased() + word.dropFirst()
    case .wide: return String(String.UnicodeScalarView(word.unicodeScalars.map(wide)))
    }
  }

  /// The fullwidth form of a sign of ASCII.
  private static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0x21...0x7E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
  }

  mutating func breakLine(_ context: Context) {
    guard !isInCell else {
      owesBlank = true
      return
    }
    owesBlank = false
    if flow.kind == nil { begin(context) }
    guard context.kind == .code else { return flow.breakRow() }
    flow.widestCode = max(flow.widestCode, flow.column)
    endBlock()
    owesGap = false
  }

  // MARK: links

  mutating func setLink(_ node: MarkupNode, _ context: Context) {
    if let name = node["name"], node["id"] == nil { flow.name(surroundings.place(name)) }
    guard let href = node["href"] ?? node["xlink:href"], !href.isEmpty,
      // Nothing is executed.
      !href.trimmed.lowercased().hasPrefix("javascript:")
    else {
      return setContents(node, context)
    }
    // A link begins with its first word, within the block it is in.
    if !isInCell, flow.kind == nil, !Self.hasBlocks(node) { begin(context) }
    putOwedBlank(context)
    openDeletion(before: node, context)
    let address = surroundings.address(href)
    flow.openLink(address)
    let start = flow.nextPlace
    setContents(node, context)
    flow.closeLink()
    if isNoteCall(node, to: address, context) { flow.closeAside(.noteCall, from: start) }
  }

  /// Characters of a note's number or sign, with brackets.
  private static let longestCall = 6

  /// Whether a link is the number or sign of a note: it is called so, or raised and leads forward.
  private mutating func isNoteCall(
    _ link: MarkupNode, to address: LinkAddress, _ context: Context
  ) -> Bool {
    let words = link.text.trimmed
    guard !words.isEmpty, words.count <= Self.longestCall, case .place(let name) = address
    else { return false }
    let kinds = [link["epub:type"], link["role"]].compactMap(\.self).flatMap {
      $0.split(separator: " ")
    }
    if kinds.contains(where: { $0 == "noteref" || $0 == "doc-noteref" }) { return true }
    let isRaised = context.shift == .superior || link.elements.contains { $0.name == "sup" }
    // A file as a whole is no note unless it is called so.
    guard isRaised, let href = link["href"] ?? link["xlink:href"],
      let sign = href.firstIndex(of: "#"), href.index(after: sign) < href.endIndex
    else { return false }
    return !isBefore(name)
  }

  /// Whether a place precedes the next character.
  mutating func isBefore(_ name: String) -> Bool {
    while names.count < flow.places.count {
      names.set.insert(flow.places[names.count].name)
      names.count += 1
    }
    return names.set.contains(name) || surroundings.isBefore(name)
  }

  /// Whether a link is around blocks, as in cards.
  private static func hasBlocks(_ link: MarkupNode) -> Bool {
    link.descendants.contains {
      ["p", "div", "h1", "h2", "h3", "h4", "img", "li", "text"].contains($0.name)
    }
  }

  // MARK: images and formulas

  mutating func setImage(
    _ node: MarkupNode, _ address: String?, words: String?, _ context: Context
  ) {
    let words = words?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let own = address.flatMap(surroundings.image) else {
      if let words, !words.isEmpty { put(Array("[\(words)]".utf8)[...], context) }
      return
    }
    // The attributes of SVG's images are in units of a view box.
    let image = node.name == "img" ? Self.shown(own, as: node) : own
    if isInCell || image.height <= Self.lineHeight || context.isRunningHead {
      if let words, !words.isEmpty { put(Array("[\(words)]".utf8)[...], context) }
      return
    }
    // An empty text says that an image means nothing to those who cannot see it.
    putImage(image, address != nil && words == "" ? " " : words ?? "")
  }

  private typealias ShownImage = (name: String, width: Int, height: Int)

  /// Returns an image in the size that its attributes give it, if it is smaller than its own.
  private static func shown(_ image: ShownImage, as node: MarkupNode) -> ShownImage {
    func share(_ name: String, of own: Int) -> Double {
      let value = node[name].flatMap { Double($0.hasSuffix("px") ? String($0.dropLast(2)) : $0) }
      return value.map { $0 >= 1 ? $0 / Double(max(1, own)) : 1 } ?? 1
    }
    let scale = min(1, share("width", of: image.width), share("height", of: image.height))
    return (
      image.name, max(1, Int(Double(image.width) * scale)),
      max(1, Int(Double(image.height) * scale))
    )
  }

  private mutating func putImage(
    _ image: ShownImage, _ words: String
  ) {
    endBlock()
    flow.isApart = true
    owesGap = false
    flow.setImage(image.name, words: words, width: image.width, height: image.height)
    owesGap = true
  }

  /// Sets a drawing as an image; false for small ones, for images in a frame, and where nothing can draw it.
  mutating func setDrawing(_ node: MarkupNode, _ context: Context) -> Bool {
    let isFrame = node.descendants.contains { $0.name == "image" }
    guard !isFrame, !context.style.isHidden else { return false }
    let words = MarkupDrawing.words(node)
    guard let image = surroundings.drawing(node) else {
      // An image that is not drawn has its name in brackets, unless it has other text, which is set as usual.
      guard let name = MarkupDrawing.name(node), name == words else { return false }
      put(Array("[\(name)]".utf8)[...], context)
      return true
    }
    guard image.height > Self.lineHeight else { return false }
    putImage(image, words)
    return true
  }

  /// Images no higher than a line of text, in pixels, are signs in the text.
  private static let lineHeight = 32

  mutating func setFormula(_ node: MarkupNode, _ context: Context) {
    let text = MathMarkup.text(of: node)
    let words = text.isEmpty ? node["alttext"] ?? "" : text
    let isDisplayed = node["display"] == "block" && !isInCell
    if isDisplayed {
      endBlock()
      owesGap = true
    }
    if flow.kind == nil, !isInCell { begin(context) }
    putOwedBlank(context)
    let start = flow.nextPlace
    put(Array(words.utf8)[...], context)
    addSource(of: node, from: start)
    if isDisplayed {
      endBlock()
      owesGap = true
    }
  }

  /// The characters from a place on come from all texts of an element together.
  mutating func addSource(of node: MarkupNode, from start: TextPlace) {
    guard sources != nil, flow.nextPlace.page == start.page else { return }
    let texts = node.descendants.filter(\.isText)
    guard let first = texts.first, let last = texts.last else { return }
    let characters = start.characters.lowerBound..<flow.nextPlace.characters.lowerBound
    sources?.add(
      first.bytes.startIndex..<last.bytes.endIndex, whole: characters, on: start.page)
  }
}

extension ElementStyle.Space {
  var keepsLines: Bool { self == .pre || self == .preWrap || self == .preLine }
  var keepsBlanks: Bool { self == .pre || self == .preWrap }
}

extension ElementStyle.Display {
  var isBlock: Bool {
    switch self {
    case .inline, .none, .ruby, .rubyText, .rubyParenthesis: false
    default: true
    }
  }
}
