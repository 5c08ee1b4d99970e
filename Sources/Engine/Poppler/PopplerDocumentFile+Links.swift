internal import CPoppler
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  package func links(page index: Int) throws(EngineFailure) -> [Link] {
    try found { () throws(EngineFailure) in try readLinks(page: index) }
  }

  private func readLinks(page index: Int) throws(EngineFailure) -> [Link] {
    let page = try page(index)
    let geometry = PageGeometry(size: Self.size(page))
    var budget = Limit.strings
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    var links: [Link] = []
    var next = list
    while let node = next, links.count < Limit.links {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let mapping = data.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      let area = mapping.area
      guard area.x1.isFinite, area.x2.isFinite, area.y1.isFinite, area.y2.isFinite,
        let action = mapping.action, let target = target(of: action)
      else { continue }
      budget -= target.textCount
      guard budget >= 0 else { break }
      links.append(
        Link(
          box: geometry.box(x1: area.x1, y1: area.y1, x2: area.x2, y2: area.y2).onAPage,
          target: target))
    }
    // Poppler gives the last one first.
    return links.reversed()
  }

  /// Returns the target of an action; nil if it has none.
  func target(of action: UnsafeMutablePointer<PopplerAction>) -> LinkTarget? {
    switch action.pointee.type {
    case POPPLER_ACTION_GOTO_DEST:
      guard let dest = action.pointee.goto_dest.dest else { return nil }
      if let destination = destination(dest) { return .destination(destination) }
      let name = GLibText.copy(dest.pointee.named_dest)
      return name.isEmpty ? nil : .named(name)
    case POPPLER_ACTION_GOTO_REMOTE:
      let remote = action.pointee.goto_remote
      let dest = remote.dest?.pointee
      let name = GLibText.copy(dest?.named_dest)
      let page = dest.flatMap { $0.page_num > 0 ? Int($0.page_num) - 1 : nil }
      return .file(
        GLibText.copy(remote.file_name), page: name.isEmpty ? page : nil,
        name: name.isEmpty ? nil : name)
    case POPPLER_ACTION_URI: return .uri(GLibText.copy(action.pointee.uri.uri))
    case POPPLER_ACTION_NAMED:
      return namedAction(GLibText.copy(action.pointee.named.named_dest))
    case POPPLER_ACTION_LAUNCH: return .unsupported("Launch")
    case POPPLER_ACTION_JAVASCRIPT: return .unsupported("JavaScript")
    case POPPLER_ACTION_MOVIE: return .unsupported("Movie")
    case POPPLER_ACTION_RENDITION: return .unsupported("Rendition")
    case POPPLER_ACTION_OCG_STATE: return .unsupported("Layer")
    case POPPLER_ACTION_RESET_FORM: return .unsupported("Reset form")
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
      guard let dest = poppler_document_find_dest(shown.pointer, name) else { return nil }
      defer { poppler_dest_free(dest) }
      return destination(dest)
    }
  }

  /// Returns a destination as a place on an existing page; named ones are looked up.
  private func destination(_ dest: UnsafeMutablePointer<PopplerDest>) -> Destination? {
    let value = dest.pointee
    if value.type == POPPLER_DEST_NAMED {
      guard let name = value.named_dest,
        let found = poppler_document_find_dest(shown.pointer, name)
      else { return nil }
      defer { poppler_dest_free(found) }
      return found.pointee.type == POPPLER_DEST_NAMED ? nil : destination(found)
    }
    let index = Int(value.page_num) - 1
    // Of a page that poppler refuses it does not know the number either.
    guard index >= 0, index < summary.pageCount, let frame = frame(of: index) else {
      leadsNowhere = true
      return nil
    }
    // The rectangle to be shown whole has no say in the marks of the two.
    let isRectangle = value.type == POPPLER_DEST_FITR
    return frame.destination(
      page: index, left: isRectangle || value.change_left != 0 ? value.left : nil,
      top: isRectangle || value.change_top != 0 ? value.top : nil)
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
