internal import CCmark
import Glibc

/// A Markdown text parsed by cmark-gfm with GitHub's extensions.
final class MarkdownTree {
  private let root: OpaquePointer

  static var library: String { "cmark-gfm " + String(cString: cmark_version_string()) }

  private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

  /// Parses UTF-8; nil where the library cannot begin.
  init?(_ bytes: [UInt8]) {
    cmark_gfm_core_extensions_ensure_registered()
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES) else { return nil }
    defer { cmark_parser_free(parser) }
    for name in Self.extensions {
      if let found = cmark_find_syntax_extension(name) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        cmark_parser_feed(parser, text.baseAddress, text.count)
      }
    }
    guard let parsed = cmark_parser_finish(parser) else { return nil }
    root = parsed
  }

  deinit {
    cmark_node_free(root)
  }

  /// Goes through all nodes in their order, without recursion: trees may be deep.
  func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event == CMARK_EVENT_ENTER || event == CMARK_EVENT_EXIT,
        let node = cmark_iter_get_node(iterator)
      else { return }
      visit(MarkdownNode(node), event == CMARK_EVENT_ENTER)
    }
  }
}

/// A node of the tree, valid while the tree lives.
struct MarkdownNode {
  private let pointer: OpaquePointer

  /// The node types of cmark-gfm (`cmark_node_get_type_string`).
  enum Kind: String {
    case quote = "block_quote"
    case list, item, tasklist, paragraph, heading, table
    case codeBlock = "code_block"
    case htmlBlock = "html_block"
    case rule = "thematic_break"
    case footnote = "footnote_definition"
    case tableHead = "table_header"
    case tableRow = "table_row"
    case tableCell = "table_cell"
    case text, softbreak, linebreak, code, emph, strong, link, image, strikethrough
    case html = "html_inline"
    case footnoteReference = "footnote_reference"
  }

  fileprivate init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Nil for other nodes, such as the document itself.
  var kind: Kind? {
    // cmark-gfm 0.29 has no type names for footnotes.
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: cmark_node_get_type_string(pointer).flatMap { Kind(rawValue: String(cString: $0)) }
    }
  }

  var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }
  var url: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
  /// From 1.
  var line: Int { Int(cmark_node_get_start_line(pointer)) }
  var isFenced: Bool {
    var (length, offset, character): (CInt, CInt, CChar) = (0, 0, 0)
    return cmark_node_get_fenced(pointer, &length, &offset, &character) != 0
  }

  // Properties of lists and items.
  var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }
  var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var isParenthesized: Bool { cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM }
  var firstNumber: Int { Int(cmark_node_get_list_start(pointer)) }
  var isChecked: Bool { cmark_gfm_extensions_get_tasklist_item_checked(pointer) }

  /// `l`, `c`, `r` or 0 for each column of a table.
  var columns: [UInt8] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard count > 0, let letters = cmark_gfm_extensions_get_table_alignments(pointer) else {
      return []
    }
    return (0..<count).map { letters[$0] }
  }
}

/// HTML's named characters.
enum HTMLEntities {
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x26) else { return bytes }
    var buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
    defer { cmark_strbuf_free(&buffer) }
    houdini_unescape_html_f(&buffer, bytes, bufsize_t(bytes.count))
    guard let start = buffer.ptr else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: Int(buffer.size)))
  }
}
