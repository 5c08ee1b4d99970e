import DocumentModel

/// Sets XHTML and HTML: goes through the elements with their styles, and puts them down as blocks.
struct MarkupSetter {
  var flow: FlowSetter
  let cascade: Cascade
  let surroundings: MarkupSurroundings
  private var lists: [OpenList] = []
  /// Whether a blank is put before the next character.
  var owesBlank = false
  var blankStyle: CharacterStyle = []
  /// Whether an empty line precedes the next block.
  var owesGap = false
  /// Whether the next block is the first of a note.
  private var isAtNoteStart = false
  /// Whether only inline content is put down, as in a table's cell.
  var isInCell = false
  /// The sources of words; nil if they were not requested.
  var sources: WordSources?
  /// The style of the signs around the deleted words that are put down; nil among others.
  var deletion: CharacterStyle?
  /// `set` holds the names of the first `count` places of the flow.
  var names: (set: Set<String>, count: Int) = ([], 0)

  private struct OpenList {
    var number: Int
    let step: Int
  }

  /// The properties that an element's contents inherit.
  struct Context {
    var style = ElementStyle()
    var characterStyle: CharacterStyle = []
    var kind = AuthoredBlock.Kind.paragraph
    var level = 0
    var shift = ElementStyle.Shift.baseline
    /// Whether its words are deleted or struck.
    var isDeleted = false
    /// Whether its words are marked, as with a highlighter.
    var isMarked = false
    /// Whether raised characters are in brackets, which separate them from the word before.
    var isBracketed = false
    var isRunningHead: Bool { kind.isRunningHead }
  }

  init(_ cascade: Cascade, _ surroundings: MarkupSurroundings, _ flow: FlowSetter = FlowSetter()) {
    self.cascade = cascade
    self.surroundings = surroundings
    self.flow = flow
  }

  /// Sets all of a file.
  mutating func set(_ tree: MarkupTree) {
    for element in tree.root.elements { visit(element, Context()) }
    endBlock()
    if tree.isCut {
      flow.say("(parts of this file may be missing: it is damaged, or nested too deeply)")
    }
  }

  // MARK: elements

  mutating func visit(_ node: MarkupNode, _ outer: Context) {
    guard !flow.isDone else { return }
    guard !node.isText else { return put(node.bytes, outer, isSource: true) }
    var style = cascade.enter(node)
    defer { cascade.leave() }
    if style.display == .none {
      // Notes are hidden until they are asked for, as in a card.
      guard Self.isNote(node, orNotes: true) else { return }
      style.display = .block
    }
    var inner = outer
    inner.style = style
    inner.isMarked = outer.isMarked || node.name == "mark"
    inner.characterStyle = Self.characterStyle(of: style)
    if inner.isMarked { inner.characterStyle.insert(.marked) }
    if style.shift != .baseline { inner.shift = style.shift }
    let isBlock = !isInCell && style.display.isBlock
    // Paragraphs of a cell are separated by a blank.
    let isInnerBlock = isInCell && style.display.isBlock
    owesBlank = owesBlank || isInnerBlock
    if isBlock {
      endBlock()
      owesGap = owesGap || style.hasGapAbove || style.breaksBefore
    }
    if let id = node["id"] ?? node["xml:id"] { flow.name(surroundings.place(id)) }
    let mark = Self.mark(of: node)
    inner.isDeleted = outer.isDeleted || style.isStruck
    if let mark {
      if case .deletion = mark { inner.isDeleted = true }
      putOwedBlank(outer)
      flow.openMark(mark)
    }
    let isShifted = !isBlock && inner.shift != .baseline && outer.shift == .baseline
    if isShifted { inner.isBracketed = Self.isBracketed(node) }
    if !(isShifted && !inner.isBracketed && setRaised(node, inner)), !setSpecial(node, inner) {
      if isBlock { setBlock(node, inner) } else { setInline(node, inner) }
    }
    if mark != nil { flow.closeMark() }
    if !outer.isDeleted { closeDeletion() }
    if isBlock {
      endBlock()
      owesGap = owesGap || style.hasGapBelow || style.breaksAfter
    }
    owesBlank = owesBlank || isInnerBlock
  }

  /// The mark that an office document's comments and tracked changes make.
  private static func mark(of node: MarkupNode) -> FlowMark.Kind? {
    switch node.name {
    case "span": return node["comment"].map { .comment($0) }
    case "ins", "del":
      guard let author = node["author"] else { return nil }
      let date = node["date"] ?? ""
      return node.name == "ins"
        ? .insertion(author: author, date: date) : .deletion(author: author, date: date)
    default: return nil
    }
  }

  /// Sets an element that is more than its style says; false for all others.
  private mutating func setSpecial(_ node: MarkupNode, _ context: Context) -> Bool {
    switch node.name {
    case "br": breakLine(context)
    case "hr": setRule(context)
    case "a": setLink(node, context)
    case "img" where Self.isInitial(node): put(Array((node["alt"] ?? "").utf8)[...], context)
    case "img": setImage(node, node["src"], words: node["alt"], context)
    case "image": setImage(node, node["xlink:href"] ?? node["href"], words: nil, context)
    case "math": setFormula(node, context)
    case "input" where node["type"] == "checkbox":
      put(Array((node["checked"] == nil ? "☐ " : "☒ ").utf8)[...], context)
    case "svg" where !isInCell && !context.isRunningHead: return setDrawing(node, context)
    case "table" where !isInCell && !context.isRunningHead: setTable(node, context)
    default: return false
    }
    return true
  }

  mutating func setContents(_ node: MarkupNode, _ context: Context) {
    if let words = context.style.before { put(Array(words.utf8)[...], context) }
    for child in node.children { visit(child, context) }
    if let words = context.style.after { put(Array(words.utf8)[...], context) }
  }

  private mutating func setInline(_ node: MarkupNode, _ context: Context) {
    switch context.style.display {
    case .rubyParenthesis: break
    case .rubyText:
      let start = flow.nextPlace
      put(Array("(".utf8)[...], context)
      setContents(node, context)
      put(Array(")".utf8)[...], context)
      flow.closeAside(.reading, from: start)
    default:
      // A float is beside the line and no part of its words, unless it is the initial of one.
      let isApart =
        context.style.isFloat && !Self.isInitial(node) || Self.controls.contains(node.name)
      owesBlank = owesBlank || isApart
      if context.style.isCombined { openDeletion(before: node, context) }
      let start = flow.nextPlace
      setContents(node, context)
      if context.style.isCombined { flow.combine(from: start) }
      owesBlank = owesBlank || isApart
    }
  }

  /// Whether an element, or an image by its words, is the first letter of the word that follows it, perhaps with a quotation mark.
  private static func isInitial(_ node: MarkupNode) -> Bool {
    let image = node.name == "img" ? node : node.firstChild.flatMap { $0.name == "img" ? $0 : nil }
    let text = image?["alt"] ?? node.text
    let next = node.next ?? node.parent?.next
    return text.count <= 3 && text.last?.isLetter == true
      && next?.isText == true && next?.text.first?.isLetter == true
  }

  // MARK: blocks

  private static let headings = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
  private static let controls = ["button", "textarea", "select"]
  private static let lists: Set<String> = ["ul", "ol", "menu", "dir"]
  private static let notes: Set<String> = [
    "footnote", "endnote", "rearnote", "note", "doc-footnote", "doc-endnote",
  ]
  /// Roles of Digital Publishing WAI-ARIA 1.1.
  private static let runningHeads: [String: AuthoredBlock.Kind] = [
    "doc-pageheader": .header, "doc-pagefooter": .footer,
  ]
  /// Cells of an em.
  private static let em = 2.0
  private static let mostMargin = 24

  private mutating func setBlock(_ node: MarkupNode, _ context: Context) {
    var context = context
    if let head = Self.runningHeads[node["role"] ?? ""] {
      context.kind = head
    } else if context.isRunningHead {
      // All contents of a running head belong to it.
    } else if let level = Self.headings[node.name] {
      (context.kind, context.level) = (.heading, level)
    } else if node.name == "figcaption" {
      context.kind = .caption
    } else if Self.isNote(node) {
      context.kind = .footnote
      isAtNoteStart = true
    }
    if context.style.space.keepsLines, context.style.isMonospace, !context.isRunningHead {
      context.kind = .code
    }
    if Self.lists.contains(node.name) {
      setList(node, context)
    } else if context.style.display == .listItem {
      setItem(node, context)
    } else {
      let isQuotation = node.name == "blockquote"
      let room = max(0, Self.mostMargin - flow.margin)
      // The edges of the page are the reader's.
      let isPage = node.name == "body" || node.name == "html"
      let margin =
        isQuotation || isPage ? 0 : min(room, Int((context.style.indent * Self.em).rounded()))
      if isQuotation { flow.quotes += 1 }
      flow.margin += margin
      setContents(node, context)
      endBlock()
      flow.margin -= margin
      if isQuotation { flow.quotes -= 1 }
    }
  }

  private static func isNote(_ node: MarkupNode, orNotes: Bool = false) -> Bool {
    [node["epub:type"], node["role"]].contains { value in
      value?.split(separator: " ").contains { word in
        notes.contains(String(word))
          || orNotes && word.last == "s" && notes.contains(String(word.dropLast()))
      } == true
    }
  }

  private mutating func setList(_ node: MarkupNode, _ context: Context) {
    let items = node.elements.count { $0.name == "li" }
    let isReversed = node["reversed"] != nil
    let start = node["start"].flatMap { Int($0) } ?? (isReversed ? items : 1)
    lists.append(OpenList(number: start, step: isReversed ? -1 : 1))
    flow.indents.append(0)
    setContents(node, context)
    endBlock()
    _ = flow.indents.popLast()
    _ = lists.popLast()
  }

  private mutating func setItem(_ node: MarkupNode, _ context: Context) {
    guard let last = lists.indices.last, let place = flow.indents.indices.last else {
      return setContents(node, context)
    }
    if let value = node["value"].flatMap({ Int($0) }) { lists[last].number = value }
    let marker = marker(context.style.marker, lists[last].number)
    let (added, isOverflow) = lists[last].number.addingReportingOverflow(lists[last].step)
    lists[last].number = isOverflow ? 0 : added
    // Items without markers are indented below the first list.
    flow.indents[place] = marker.isEmpty && last > 0 ? 2 : marker.unicodeScalars.count
    flow.marker += marker
    setContents(node, context)
    endBlock()
    // An empty item is its marker.
    if !flow.marker.isEmpty {
      begin(context)
      endBlock()
    }
  }

  private static let bullets = ["disc": "• ", "circle": "◦ ", "square": "▪ "]

  private func marker(_ style: String, _ number: Int) -> String {
    if style == "none" { return "" }
    if let bullet = Self.bullets[style] { return bullet }
    let text = CounterStyle.text(number, style)
    // A string is the whole marker.
    return style.hasPrefix("\"") ? text ?? "" : text.map { $0 + ". " } ?? "• "
  }

  private mutating func setRule(_ context: Context) {
    guard !isInCell, !context.isRunningHead else { return }
    endBlock()
    owesGap = true
    var context = context
    context.kind = .rule
    begin(context)
    flow.put("* * *")
    endBlock()
    owesGap = true
  }

  private static func characterStyle(of style: ElementStyle) -> CharacterStyle {
    var characterStyle: CharacterStyle = []
    if style.isBold { characterStyle.insert(.bold) }
    if style.isItalic { characterStyle.insert(.italic) }
    if style.isMonospace { characterStyle.insert(.monospace) }
    if style.isUnderlined { characterStyle.insert(.underlined) }
    if style.isStruck { characterStyle.insert(.struck) }
    if style.isSmallCaps { characterStyle.insert(.smallCaps) }
    return characterStyle
  }

  /// Begins a block with the next characters.
  mutating func begin(_ context: Context) {
    owesBlank = false
    flow.isApart = owesGap || context.style.firstLine > 0
    owesGap = false
    let kind = context.kind == .paragraph && !flow.marker.isEmpty ? .listItem : context.kind
    let level = kind == .footnote ? (isAtNoteStart ? 1 : 0) : context.level
    isAtNoteStart = false
    // In list items the marker hangs instead.
    let hang = kind == .paragraph ? -Int((context.style.firstLine * Self.em).rounded()) : 0
    flow.begin(
      kind, level: level, hang: max(0, hang), alignments: Self.alignments(of: context.style),
      rules: context.style.rules)
  }

  /// The alignment of a block's lines, and that of the last one if it is another; none at the start.
  private static func alignments(of style: ElementStyle) -> [AuthoredBlock.Alignment] {
    let lines = alignment(style.align, in: style)
    guard let last = style.alignLast else { return lines.map { [$0] } ?? [] }
    return [lines ?? .left, alignment(last, in: style) ?? .left]
  }

  /// Nil at the start: the direction of the words says where that is.
  private static func alignment(
    _ align: ElementStyle.Align, in style: ElementStyle
  ) -> AuthoredBlock.Alignment? {
    switch align {
    case .center: .center
    case .right where !style.isRightToLeft, .end where !style.isRightToLeft: .right
    default: nil
    }
  }

  mutating func endBlock() {
    owesBlank = false
    closeDeletion()
    guard let kind = flow.kind else { return }
    if kind == .heading { flow.endHeading() } else { flow.end() }
  }
}
