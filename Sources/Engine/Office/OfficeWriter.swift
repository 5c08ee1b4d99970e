/// An element of the written tree; the key distinguishes equal neighbours, such as the items of a list.
struct OfficeElement: Hashable {
  let name: String
  private let names: [String]
  private let values: [String]
  private let key: Int

  /// Attributes without a value are left out.
  init(_ name: String, _ attributes: [(name: String, value: String?)] = [], key: Int = 0) {
    self.name = name
    let given = attributes.compactMap { pair in pair.value.map { (name: pair.name, value: $0) } }
    names = given.map(\.name)
    values = given.map(\.value)
    self.key = key
  }

  var pairs: [(name: String, value: String)] { zip(names, values).map { ($0, $1) } }
}

/// Writes a tree of XHTML from paragraphs that each state the elements around them.
///
/// Elements that successive paragraphs or texts share are opened once.
final class OfficeWriter {
  let tree = MarkupTree()
  private var frames = [Frame()]
  /// The names of the place before the next text.
  private var anchors: [String] = []
  /// A note's number, which its first paragraph begins with.
  var label: (text: String, link: OfficeElement)?

  /// An element that was begun and is not ended, and the paragraph in it.
  private struct Frame {
    var containers: [OfficeElement] = []
    var inlines: [OfficeElement] = []
    var paragraph = Paragraph.none
    /// The number that the paragraph begins with.
    var number = ""
    /// Blanks before the next text that are kept as they are.
    var blanks = ""
    /// Whether the innermost container has text.
    var hasLine = false
  }

  private enum Paragraph {
    case none
    /// Opened by its first text; without an element it is a line of its container.
    case pending(OfficeElement?, [OfficeElement])
    case open(OfficeElement?)
  }

  private var frame: Frame {
    get { frames.last ?? Frame() }
    set { if !frames.isEmpty { frames[frames.count - 1] = newValue } }
  }

  var isInParagraph: Bool { if case .none = frame.paragraph { false } else { true } }
  /// Whether the current paragraph has content.
  var isParagraphOpen: Bool { if case .open = frame.paragraph { true } else { false } }

  // MARK: blocks

  /// Begins an element for blocks, within the containers given.
  func begin(_ element: OfficeElement, within containers: [OfficeElement] = []) {
    endParagraph()
    enter(containers)
    tree.open(element.name, element.pairs)
    frame.hasLine = true
    frames.append(Frame())
  }

  /// Ends the element that was begun last.
  func end() {
    guard frames.count > 1 else { return }
    endParagraph()
    enter([])
    frames.removeLast()
    tree.close()
  }

  /// Writes an element without content between blocks.
  func block(_ element: OfficeElement, within containers: [OfficeElement] = []) {
    begin(element, within: containers)
    end()
  }

  /// Begins a paragraph, which is left out if nothing is put into it.
  func paragraph(_ element: OfficeElement?, within containers: [OfficeElement] = []) {
    endParagraph()
    frame.paragraph = .pending(element, containers)
    frame.number = ""
    frame.blanks = ""
  }

  /// Begins the current paragraph with a number, if it has content.
  func putNumber(_ text: String) {
    if case .pending = frame.paragraph { frame.number = text }
  }

  /// Writes the current paragraph even if it remains empty.
  func keepParagraph() {
    guard case .pending(let element, let containers) = frame.paragraph else { return }
    enter(containers)
    // Pending blanks belong to the text after the number.
    let blanks = frame.blanks
    frame.blanks = ""
    defer { frame.blanks = blanks }
    if let element {
      tree.open(element.name, element.pairs)
    } else if frame.hasLine {
      add("\n")
    }
    frame.hasLine = true
    frame.paragraph = .open(element)
    let waiting = anchors
    anchors = []
    for id in waiting { anchor(id) }
    if let (text, link) = label {
      label = nil
      put(text, [link])
      put(" ")
    }
    if !frame.number.isEmpty { put(frame.number, [OfficeElement("span", [("class", "number")])]) }
  }

  /// Ends the current paragraph, or drops it if it has no content.
  func endParagraph() {
    enter(inlines: [])
    if case .open(.some) = frame.paragraph { tree.close() }
    frame.paragraph = .none
  }

  private func enter(_ containers: [OfficeElement]) {
    guard containers != frame.containers else { return }
    let common = zip(frame.containers, containers).prefix { $0 == $1 }.count
    for _ in common..<frame.containers.count { tree.close() }
    for element in containers[common...] { tree.open(element.name, element.pairs) }
    frame.containers = containers
    frame.hasLine = false
  }

  // MARK: inlines

  /// Puts text into the current paragraph; blanks at its beginning are left out, but in lines.
  func put(_ text: String, _ inlines: [OfficeElement] = []) {
    guard !text.isEmpty else { return }
    if case .pending(.some, _) = frame.paragraph, text.allSatisfy(\.isWhitespace) { return }
    prepare(inlines)
    add(text)
  }

  /// Puts text and keeps its runs of two or more blanks; a single one may be a line end.
  func putKeepingBlanks(_ text: String, _ inlines: [OfficeElement] = []) {
    guard text.utf8.contains(0x20), !isLine else { return put(text, inlines) }
    var words = text[...]
    while let start = words.firstIndex(of: " ") {
      let blanks = words[start...].prefix { $0 == " " }
      let isRun = blanks.count > 1
      let end = isRun ? start : blanks.endIndex
      put(String(words[..<end]), inlines)
      if isRun { putBlanks(String(blanks)) }
      words = words[blanks.endIndex...]
    }
    put(String(words), inlines)
  }

  /// Puts spaces and tabs that are kept, unless nothing follows them in their paragraph.
  func putBlanks(_ blanks: String, _ inlines: [OfficeElement] = []) {
    if isLine {
      put(blanks, inlines)
    } else if frame.blanks.utf8.count < Self.mostBlanks {
      frame.blanks += blanks
    }
  }

  /// Whether the current paragraph is a line of its container, where all blanks are kept.
  private var isLine: Bool {
    switch frame.paragraph {
    case .pending(nil, _), .open(nil): true
    case .pending, .open, .none: false
    }
  }

  /// Puts an element without content into the current paragraph.
  func put(_ element: OfficeElement, _ inlines: [OfficeElement] = []) {
    prepare(inlines)
    tree.open(element.name, element.pairs)
    tree.close()
  }

  /// Names the place before the next text.
  func anchor(_ id: String, _ inlines: [OfficeElement] = []) {
    guard isParagraphOpen else {
      if anchors.count < Self.mostAnchors { anchors.append(id) }
      return
    }
    put(OfficeElement("span", [("id", id)]), inlines)
  }

  /// Opens the paragraph and the elements around its next content, which the caller adds to the tree.
  func prepare(_ inlines: [OfficeElement]) {
    if case .none = frame.paragraph { paragraph(OfficeElement("p"), within: frame.containers) }
    keepParagraph()
    enter(inlines: inlines)
    guard !frame.blanks.isEmpty else { return }
    tree.open("span", [("class", "blanks")])
    add(frame.blanks)
    tree.close()
    frame.blanks = ""
  }

  private static let (mostAnchors, mostBlanks) = (1_000, 10_000)

  private func enter(inlines: [OfficeElement]) {
    guard inlines != frame.inlines else { return }
    let common = zip(frame.inlines, inlines).prefix { $0 == $1 }.count
    for _ in common..<frame.inlines.count { tree.close() }
    for element in inlines[common...] { tree.open(element.name, element.pairs) }
    frame.inlines = inlines
  }

  private func add(_ text: String) {
    var text = text
    text.withUTF8 { tree.add($0) }
  }
}
