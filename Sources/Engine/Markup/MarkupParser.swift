internal import CXML2
import DocumentModel

/// Parses XML and HTML with libxml2: no network, no document type is read, and no entity is expanded within another.
enum MarkupParser {
  /// Parses UTF-8 as XML, or as HTML if it is not well-formed.
  static func tree(_ bytes: [UInt8]) -> MarkupTree {
    if let tree = xml(bytes) { return tree }
    let tree = html(bytes)
    tree.isWellFormed = false
    return tree
  }

  /// Removes the declarations within a document type, which HTML has not and would show.
  private static func withoutDeclarations(_ bytes: [UInt8]) -> [UInt8] {
    let head = bytes.prefix(declarationReach)
    guard let type = head.firstPlace(of: Array("<!DOCTYPE".utf8)),
      let start = head[type.upperBound...].firstIndex(where: { $0 == 0x5B || $0 == 0x3E }),
      head[start] == 0x5B, let end = head[start...].firstPlace(of: Array("]>".utf8))
    else { return bytes }
    return Array(bytes[..<start] + bytes[end.lowerBound...].dropFirst())
  }

  /// Parses UTF-8 as XML; nil if it is not well-formed. `recovers`: what could be read of such a file is returned.
  static func xml(_ bytes: [UInt8], recovers: Bool = false) -> MarkupTree? {
    read(bytes, recovers: false) ?? (recovers ? read(bytes, recovers: true) : nil)
  }

  private static func read(_ bytes: [UInt8], recovers: Bool) -> MarkupTree? {
    guard !bytes.isEmpty, bytes.count < mostBytes else { return nil }
    // After an error libxml2 drops references by name.
    let bytes = TagLimit.applied(to: EntityNames.replaced(in: bytes, byNumber: recovers))
    let tree = MarkupTree()
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { context, name, prefix, space, _, _, count, _, values in
      guard let tree = MarkupTree.of(context) else { return }
      let own = tree.qualified.element(
        MarkupParser.text(name), prefix: MarkupParser.text(prefix), space: MarkupParser.text(space))
      tree.open(own, MarkupParser.attributes(count, values, tree))
    }
    handler.endElementNs = { context, _, _, _ in MarkupTree.of(context)?.close() }
    handler.characters = { MarkupTree.of($0)?.add($1, $2) }
    handler.ignorableWhitespace = { MarkupTree.of($0)?.add($1, $2) }
    handler.cdataBlock = { MarkupTree.of($0)?.add($1, $2) }
    handler.getEntity = { _, name in xmlGetPredefinedEntity(name) }
    let isWellFormed = withExtendedLifetime(tree) {
      bytes.withUnsafeBytes { buffer -> Bool in
        guard
          let parser = xmlCreateMemoryParserCtxt(
            buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count))
        else { return false }
        defer { xmlFreeParserCtxt(parser) }
        let own = parser.pointee.sax
        defer { parser.pointee.sax = own }
        return withUnsafeMutablePointer(to: &handler) { handler in
          parser.pointee.sax = handler
          parser.pointee.userData = Unmanaged.passUnretained(tree).toOpaque()
          xmlCtxtUseOptions(
            parser, Int32(options | (recovers ? XML_PARSE_RECOVER.rawValue : 0)))
          _ = xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8)
          xmlParseDocument(parser)
          tree.isWellFormed = parser.pointee.wellFormed == 1
          tree.isCut = !tree.isWellFormed
          tree.hasValidNames = parser.pointee.nsWellFormed == 1
          return tree.isWellFormed || recovers && !tree.isEmpty
        }
      }
    }
    return isWellFormed ? tree : nil
  }

  /// Parses UTF-8 as HTML: what is not well-formed is read as browsers do, nearly.
  static func html(_ bytes: [UInt8]) -> MarkupTree {
    let tree = MarkupTree()
    guard !bytes.isEmpty, bytes.count < mostBytes else { return tree }
    let bytes = TagLimit.applied(to: withoutDeclarations(bytes), isHTML: true)
    var handler = htmlSAXHandler()
    handler.startElement = { context, name, values in
      MarkupTree.of(context)?.open(
        MarkupParser.text(name).lowercased(), MarkupParser.attributes(values))
    }
    handler.endElement = { context, _ in MarkupTree.of(context)?.close() }
    handler.characters = { MarkupTree.of($0)?.add($1, $2) }
    handler.ignorableWhitespace = { MarkupTree.of($0)?.add($1, $2) }
    withExtendedLifetime(tree) {
      bytes.withUnsafeBytes { buffer in
        let parser = htmlCreateMemoryParserCtxt(
          buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count))
        guard let parser else { return }
        defer { htmlFreeParserCtxt(parser) }
        let own = parser.pointee.sax
        defer { parser.pointee.sax = own }
        withUnsafeMutablePointer(to: &handler) { handler in
          parser.pointee.sax = handler
          parser.pointee.userData = Unmanaged.passUnretained(tree).toOpaque()
          _ = htmlCtxtUseOptions(parser, Int32(htmlOptions))
          _ = xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8)
          _ = htmlParseDocument(parser)
          tree.isCut = parser.pointee.disableSAX != 0
        }
      }
    }
    return tree
  }

  /// Larger files are not parsed.
  private static let mostBytes = 1 << 28
  private static let mostAttributes = 256
  /// Bytes in which a document type is looked for.
  private static let declarationReach = 1 << 16
  private static let options =
    XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    | XML_PARSE_IGNORE_ENC.rawValue
  private static let htmlOptions =
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
    | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_IGNORE_ENC.rawValue

  private static func text(_ start: UnsafePointer<xmlChar>?) -> String {
    start.map { String(cString: $0) } ?? ""
  }

  /// Returns the attributes of an HTML element, for which names and values alternate.
  private static func attributes(
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    var at = values
    while let name = at?[0], pairs.count < mostAttributes {
      pairs.append((text(name).lowercased(), text(at?[1])))
      at = at?.advanced(by: 2)
    }
    return pairs
  }

  /// Replaces `&#38;` by an ampersand: libxml2 leaves these in values unless it builds a tree.
  private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let value = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0x26) else { return value }
    return value.split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&")
  }

  /// libxml2 gives each attribute as five pointers: name, prefix, namespace, start and end of the value.
  private static func attributes(
    _ count: Int32, _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ tree: MarkupTree
  ) -> [(name: String, value: String)] {
    guard let values else { return [] }
    return (0..<min(Int(count), mostAttributes)).map { index in
      let part = values.advanced(by: index * 5)
      let value =
        if let start = part[3], let end = part[4] {
          unescaped(UnsafeBufferPointer(start: start, count: end - start))
        } else { "" }
      return (
        tree.qualified.attribute(text(part[0]), prefix: text(part[1]), space: text(part[2])), value
      )
    }
  }
}

extension MarkupTree {
  /// The tree whose pointer was given to the parser.
  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> MarkupTree? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func add(_ start: UnsafePointer<xmlChar>?, _ count: Int32) {
    add(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
