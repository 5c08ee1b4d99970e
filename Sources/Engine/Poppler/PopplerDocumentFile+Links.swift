internal import CGlyphs
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  package func links(page index: Int) throws(EngineFailure) -> [Link] {
    guard index >= 0, index < summary.pageCount else { throw .pageOutOfRange }
    return try found { () throws(EngineFailure) in
      guard let links = readCore({ links(page: index, in: $0.core) }) else { throw .damaged }
      return links
    }
  }

  private func links(page index: Int, in core: CoreDocument) -> [Link]? {
    var first: UnsafePointer<CGlyphLink>?
    var text: UnsafePointer<CChar>?
    let count = cglyph_links(core.pointer, Int32(index), Limit.links, &first, &text)
    guard count >= 0 else { return nil }
    var budget = Limit.strings
    var links: [Link] = []
    for link in UnsafeBufferPointer(start: first, count: Int(count)) {
      let box = Box(x0: link.x0, y0: link.y0, x1: link.x1, y1: link.y1)
      guard box.x0.isFinite, box.y0.isFinite, box.x1.isFinite, box.y1.isFinite,
        let target = target(link.target, text)
      else { continue }
      budget -= target.textCount
      guard budget >= 0 else { break }
      links.append(Link(box: box.onAPage, target: target))
    }
    return links
  }

  /// Returns a target whose texts are in `text`; nil if it leads nowhere.
  func target(_ target: CGlyphTarget, _ text: UnsafePointer<CChar>?) -> LinkTarget? {
    func string(_ range: CGlyphText) -> String { CoreDocument.string(range, of: text) }
    switch CTargetKind(UInt32(target.kind)) {
    case CTargetPage, CTargetLost: return destination(target).map(LinkTarget.destination)
    case CTargetName: return .named(string(target.text))
    case CTargetURI: return .uri(string(target.text))
    case CTargetFile:
      let name = string(target.name)
      return .file(
        string(target.text), page: target.page < 0 ? nil : Int(target.page),
        name: name.isEmpty ? nil : name)
    case CTargetNamed: return namedAction(string(target.text))
    case CTargetLaunch: return .unsupported("Launch")
    case CTargetJavaScript: return .unsupported("JavaScript")
    case CTargetMovie: return .unsupported("Movie")
    case CTargetRendition: return .unsupported("Rendition")
    case CTargetLayer: return .unsupported("Layer")
    case CTargetResetForm: return .unsupported("Reset form")
    default: return nil
    }
  }

  /// Named actions that are places (PDF 32000-1, table 211).
  private func namedAction(_ name: String) -> LinkTarget {
    switch name {
    case "FirstPage": .destination(Destination(page: 0))
    case "LastPage": .destination(Destination(page: summary.pageCount - 1))
    default: .unsupported(name)
    }
  }

  package func destination(named name: String) -> Destination? {
    found {
      // Names are bytes in the file: in UTF-8, or in Latin-1. Those of an address may be escaped.
      let latin = name.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      for bytes in [Array(name.utf8), latin, PathBytes.unescaped(name.utf8)] {
        let target = bytes.withUnsafeBytes {
          cglyph_destination(
            core.pointer, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
        if target.kind != CTargetNone.rawValue { return destination(target) }
      }
      return nil
    }
  }

  /// Returns a place on an existing page.
  private func destination(_ target: CGlyphTarget) -> Destination? {
    let index = Int(target.page)
    // For a page that poppler rejects, the number is not known either.
    guard target.kind == CTargetPage.rawValue, index >= 0, index < summary.pageCount
    else {
      leadsNowhere = true
      return nil
    }
    return Destination(page: index, x: Self.place(target.x), y: Self.place(target.y))
  }

  /// Returns a distance from an edge within what replies may have, in points; nil for none.
  private static func place(_ value: Double) -> Double? {
    value.isNaN ? nil : min(max(0, value), Limit.pageSide)
  }
}

extension Box {
  /// The box, limited to permitted coordinates.
  var onAPage: Box {
    let side = Float(Limit.pageSide)
    return Box(
      x0: min(max(-side, x0), side), y0: min(max(-side, y0), side), x1: min(max(-side, x1), side),
      y1: min(max(-side, y1), side))
  }
}
