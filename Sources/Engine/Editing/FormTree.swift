/// Keeps a document's form in step with its pages when pages are removed or inserted (PDF 32000-1, 12.7).
struct FormTree {
  let file: ObjectFile

  private static let deepest = 64

  private var root: [String: PDFObject] {
    file.root.flatMap { file.object($0).dictionary } ?? [:]
  }

  private func form(_ root: [String: PDFObject]) -> [String: PDFObject] {
    file.followed(root["AcroForm"]).dictionary ?? [:]
  }

  private func write(_ form: [String: PDFObject]) {
    guard let place = file.root else { return }
    var root = root
    if let own = root["AcroForm"]?.reference {
      file.replace(own, .dictionary(form))
    } else {
      root["AcroForm"] = .dictionary(form)
      file.replace(place, .dictionary(root))
    }
  }

  /// Removes the references in `gone`, and the fields whose widgets are all among them.
  func leave(_ gone: Set<PDFObject.Reference>) {
    guard !gone.isEmpty, root["AcroForm"] != nil else { return }
    var form = form(root)
    guard let fields = file.followed(form["Fields"]).array else { return }
    var met: Set<PDFObject.Reference> = []
    form["Fields"] = .array(fields.filter { stays($0, gone, 0, &met) })
    // Only the widgets themselves leave the calculation order; fields that have lost all their widgets stay in it.
    if let order = file.followed(form["CO"]).array {
      form["CO"] = .array(order.filter { $0.reference.map { !gone.contains($0) } ?? true })
    }
    write(form)
  }

  private func stays(
    _ field: PDFObject, _ gone: Set<PDFObject.Reference>, _ depth: Int,
    _ met: inout Set<PDFObject.Reference>
  ) -> Bool {
    guard let place = field.reference else { return true }
    if gone.contains(place) { return false }
    guard depth < Self.deepest, met.insert(place).inserted,
      var entries = file.object(place).dictionary, let kids = file.followed(entries["Kids"]).array,
      !kids.isEmpty
    else { return true }
    let left = kids.filter { stays($0, gone, depth + 1, &met) }
    if left.isEmpty { return false }
    if left.count < kids.count {
      entries["Kids"] = .array(left)
      file.replace(place, .dictionary(entries))
    }
    return true
  }

  /// Adds the fields whose widgets are on inserted pages; a field whose name is taken gets a number after its name.
  func join(_ pages: [PDFObject.Reference], of other: ObjectFile) {
    let tops = pages.flatMap { topFields(on: $0) }
    guard !tops.isEmpty else { return }
    var form = form(root)
    let theirs = other.root.flatMap { other.object($0).dictionary }?["AcroForm"]
    adopt(other.followed(theirs).dictionary ?? [:], of: other, into: &form)
    var fields = file.followed(form["Fields"]).array ?? []
    var known = Set(fields.compactMap(\.reference))
    var names = Set(fields.compactMap { file.followed(file.followed($0).dictionary?["T"]).string })
    for place in tops where known.insert(place).inserted {
      guard var entries = file.object(place).dictionary else { continue }
      if let name = file.followed(entries["T"]).string, names.contains(name) {
        let text = PDFText.decoded(name)
        let free = (2...).lazy.map { PDFText.encoded("\(text) \($0)") }.first {
          !names.contains($0)
        }
        entries["T"] = free.map { .string($0) }
        file.replace(place, .dictionary(entries))
      }
      if let name = file.followed(entries["T"]).string { names.insert(name) }
      fields.append(.reference(place))
    }
    form["Fields"] = .array(fields)
    write(form)
  }

  /// Copies the defaults that the fields inherit from their form, unless this form has its own.
  private func adopt(
    _ theirs: [String: PDFObject], of other: ObjectFile, into form: inout [String: PDFObject]
  ) {
    for key in ["DA", "Q"] where form[key] == nil {
      let value = other.followed(theirs[key])
      if value.string != nil || value.integer != nil { form[key] = value }
    }
    if form["DR"] == nil, let place = theirs["DR"]?.reference,
      let copy = file.copy(place, of: other)
    {
      form["DR"] = .reference(copy)
    }
    if file.followed(theirs["NeedAppearances"]).bool == true {
      form["NeedAppearances"] = .bool(true)
    }
  }

  private func topFields(on page: PDFObject.Reference) -> [PDFObject.Reference] {
    let list = file.followed(file.object(page).dictionary?["Annots"]).array ?? []
    return list.compactMap { item in
      guard var place = item.reference, var entries = file.object(place).dictionary,
        file.followed(entries["Subtype"]).name == "Widget"
      else { return nil }
      for _ in 0..<Self.deepest {
        guard let above = entries["Parent"]?.reference, let next = file.object(above).dictionary
        else { return place }
        (place, entries) = (above, next)
      }
      return nil
    }
  }
}
