package import DocumentModel

/// Fields of some pages, each with its places on them.
package struct FormPortion: Sendable, Hashable {
  /// Fields sorted by page, then in the order of the file.
  package var fields: [FormField]
  /// The first page not included: ask from there for the rest.
  package var next: Int
  /// The number of omitted places, which are on pages that have too many.
  package var leftOut: Int

  package init(fields: [FormField] = [], next: Int = 0, leftOut: Int = 0) {
    self.fields = fields
    self.next = next
    self.leftOut = leftOut
  }
}

extension ByteWriter {
  mutating func write(_ portion: FormPortion) {
    write(count: portion.next)
    write(count: portion.leftOut)
    for field in counted(portion.fields) { write(field) }
  }

  mutating func write(fieldValue: [String]) {
    for text in counted(fieldValue) { write(raw: Array(text.utf8)) }
  }

  private mutating func write(_ field: FormField) {
    write(field.id.name)
    write(case: field.kind)
    write(field.label)
    write(fieldValue: field.value)
    for option in counted(field.options) {
      write(option.value)
      write(option.words)
    }
    write(field.flags.rawValue)
    write(optional: field.maxLength.map(Int64.init))
    for widget in counted(field.widgets) {
      write(count: widget.page)
      write(plain: [widget.box.x0, widget.box.y0, widget.box.x1, widget.box.y1])
      write(widget.state)
      write(widget.words)
      write(widget.isHidden)
    }
  }
}

extension ByteReader {
  mutating func formPortion() throws(WireError) -> FormPortion {
    var portion = FormPortion(next: try index(), leftOut: try index())
    let count = try count(limit: Limit.widgets, of: 20)
    var left = Limit.widgets
    for _ in 0..<count {
      let field = try field(widgets: left)
      left -= field.widgets.count
      portion.fields.append(field)
    }
    return portion
  }

  /// Reads a field's values; line ends are U+000A, other controls are excluded.
  mutating func fieldValue() throws(WireError) -> [String] {
    let count = try count(limit: Limit.fieldOptions, of: 4)
    var value: [String] = []
    for _ in 0..<count { value.append(CleanText.lines(try raw(limit: Limit.note))) }
    return value
  }

  private mutating func field(widgets most: Int) throws(WireError) -> FormField {
    let id = FieldID(try string())
    guard !id.name.isEmpty else { throw .invalid("field") }
    var field = FormField(id: id, kind: try oneCase())
    field.label = try string()
    field.value = try fieldValue()
    let options = try count(limit: Limit.fieldOptions, of: 8)
    for _ in 0..<options {
      field.options.append(FieldOption(try string(), words: try string()))
    }
    field.flags = FormField.Flags(rawValue: try integer(UInt16.self))
    field.maxLength = try optionalInteger().flatMap {
      $0 > 0 ? Int(min($0, Int64(Limit.note))) : nil
    }
    let count = try count(limit: most, of: 29)
    for _ in 0..<count {
      let page = try index()
      guard page < Limit.pageCount else { throw .invalid("page") }
      field.widgets.append(
        FieldWidget(
          page: page, box: try box(), state: try string(), words: try string(),
          isHidden: try bool()))
    }
    return field
  }
}
