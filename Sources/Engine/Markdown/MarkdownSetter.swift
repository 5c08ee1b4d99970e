import DocumentModel
import Text
import Wire

/// Sets the nodes of a Markdown text, one after the other.
struct MarkdownSetter {
  var flow = FlowSetter()
  var depths: [MarkdownNode.Kind: Int] = [:]
  private var lists: [OpenList] = []
  private var footnotes = 0
  private var alignments: [AuthoredBlock.Alignment] = []
  private var isInHead = false
  private var names = HeadingNames()
  /// Lines of the source before those that were parsed.
  private let linesBefore: Int

  /// A list that is open.
  private struct OpenList {
    var isOrdered: Bool
    var isParenthesized: Bool
    var isTight: Bool
    var number: Int
  }

  private static let bullets = ["• ", "◦ ", "▪ "]

  init(linesBefore: Int) {
    self.linesBefore = linesBefore
  }

  mutating func visit(_ node: MarkdownNode, isEntering: Bool) {
    guard let kind = node.kind else { return }
    if isEntering { enter(kind, node) } else { leave(kind) }
  }

  // MARK: containers

  private mutating func enter(_ kind: MarkdownNode.Kind, _ node: MarkdownNode) {
    switch kind {
    case .quote: flow.quotes += 1
    case .list:
      open(
        OpenList(
          isOrdered: node.isOrdered, isParenthesized: node.isParenthesized, isTight: node.isTight,
          number: node.firstNumber))
    case .item: beginItem("")
    case .tasklist: beginItem(node.isChecked ? "☑ " : "☐ ")
    case .footnote:
      footnotes += 1
      flow.marker = "[\(footnotes)] "
      open(OpenList(isOrdered: false, isParenthesized: false, isTight: false, number: 0), width: 4)
      flow.name(Self.footnote(footnotes))
    case .paragraph: begin(paragraphKind, node)
    case .heading: begin(.heading, node, level: node.headingLevel)
    case .rule:
      begin(.rule, node)
      put("* * *")
      flow.end()
    case .codeBlock: setCode(node)
    case .htmlBlock: setHTML(node)
    case .table:
      alignments = node.columns.map { [0x63: .center, 0x72: .right][$0] ?? .left }
    case .tableHead, .tableRow:
      flow.begin(
        kind == .tableHead ? .tableHead : .tableRow, line: line(of: node), alignments: alignments)
      isInHead = true
    case .tableCell:
      if !isInHead { flow.endCell() }
      isInHead = false
    default: enterInline(kind, node)
    }
  }

  private mutating func leave(_ kind: MarkdownNode.Kind) {
    switch kind {
    case .quote: flow.quotes -= 1
    case .list: closeList()
    case .item, .tasklist:
      // An empty item is its marker.
      if !flow.marker.isEmpty {
        begin(.listItem, nil)
        flow.end()
      }
    case .footnote:
      closeList()
      flow.marker = ""
    case .paragraph: flow.end()
    case .heading:
      flow.endHeading { names.name(of: $0) }
    case .tableHead, .tableRow:
      flow.end()
      flow.isApart = false
    case .table: flow.isApart = true
    default: leaveInline(kind)
    }
    // Text after a list or quotation is separated from it, unless it is the next item of a tight list.
    if kind == .list || kind == .quote || kind == .footnote { flow.isApart = !flow.isTight }
  }

  private mutating func open(_ list: OpenList, width: Int = 0) {
    lists.append(list)
    flow.indents.append(width)
    flow.isTight = list.isTight
  }

  private mutating func closeList() {
    _ = lists.popLast()
    _ = flow.indents.popLast()
    flow.isTight = lists.last?.isTight == true
  }

  private mutating func beginItem(_ box: String) {
    guard let last = lists.indices.last else { return }
    let list = lists[last]
    let own =
      list.isOrdered
      ? "\(list.number)\(list.isParenthesized ? ")" : ".") "
      : box.isEmpty ? Self.bullets[min(last, Self.bullets.count - 1)] : ""
    lists[last].number += 1
    flow.indents[last] = (own + box).unicodeScalars.count
    flow.marker += own + box
  }

  var paragraphKind: AuthoredBlock.Kind {
    if footnotes > 0, lists.count == 1, flow.marker.hasPrefix("[") { return .footnote }
    return flow.marker.isEmpty ? .paragraph : .listItem
  }

  // MARK: blocks

  func line(of node: MarkdownNode?) -> Int { max(1, node?.line ?? 1) + linesBefore }

  mutating func begin(_ kind: AuthoredBlock.Kind, _ node: MarkdownNode?, level: Int = 0) {
    flow.begin(kind, line: line(of: node), level: level)
  }

  static func footnote(_ number: Int) -> String { "fn-\(number)" }

  mutating func put(_ text: String, _ more: CharacterStyle = []) {
    flow.put(text, currentStyle.union(more))
  }
}
