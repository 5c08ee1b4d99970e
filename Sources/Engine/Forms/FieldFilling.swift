import DocumentModel

/// Changes a form's objects when fields are filled in (PDF 32000-1, 12.7.3.3 and 12.7.4).
struct FieldFilling {
  private let reader: FormReader
  private let fields: [FieldID: FiledField]
  private(set) var objects: [PDFObject.Reference: Object] = [:]

  /// A rewritten object.
  struct Object {
    var entries: [String: PDFObject]
    /// Appearances by their key in `/AP` `/N`; the empty key is `/N` itself.
    var drawings: [String: WidgetDrawing] = [:]

    /// Puts a drawing into the dictionary of a widget.
    func put(_ form: PDFObject, at key: String, in entries: inout [String: PDFObject]) {
      var all = entries["AP"]?.dictionary ?? [:]
      if key.isEmpty {
        all["N"] = form
      } else {
        var states = all["N"]?.dictionary ?? [:]
        states[key] = form
        all["N"] = .dictionary(states)
      }
      entries["AP"] = .dictionary(all)
    }
  }

  /// A drawing: a field's words, or the tick of a switch.
  enum WidgetDrawing {
    case words(FieldAppearance)
    case mark(WidgetStyle, isOn: Bool)

    var content: [UInt8] {
      switch self {
      case .words(let appearance): appearance.content
      case .mark(let style, let isOn): Array((style.ground + (isOn ? style.tick : "")).utf8)
      }
    }

    var wantsHelvetica: Bool {
      if case .words(let appearance) = self { appearance.wantsHelvetica } else { false }
    }

    /// The text drawn as outlines.
    var unseen: UnseenText {
      if case .words(let appearance) = self { appearance.unseen } else { UnseenText() }
    }

    /// The form's dictionary, but for its length, with the fonts it wants.
    func entries(helvetica: PDFObject, unseen: PDFObject?) -> [String: PDFObject] {
      switch self {
      case .words(let appearance):
        return appearance.entries(helvetica: helvetica, unseen: unseen)
      case .mark(let style, _):
        var entries: [String: PDFObject] = [
          "Type": .name("XObject"), "Subtype": .name("Form"),
          "BBox": .numbers([0, 0, style.width, style.height]),
        ]
        if let matrix = style.matrix { entries["Matrix"] = .numbers(matrix) }
        return entries
      }
    }
  }

  init(_ reader: FormReader) {
    self.reader = reader
    fields = reader.all()
  }

  private var file: ObjectFile { reader.file }

  mutating func fill(_ edit: FieldEdit) throws(SaveBlocker) {
    guard let filed = fields[edit.id], filed.field.kind.isFilled else { throw .failed }
    var field = filed.field
    field.value = edit.value
    for (place, head) in filed.heads {
      guard let own = head.chain.first else { throw .failed }
      var object = objects[place] ?? Object(entries: own.entries)
      write(field, head, to: &object.entries)
      objects[place] = object
    }
    for widget in filed.widgets {
      guard let head = filed.heads[widget.field] else { throw .failed }
      var object = objects[widget.reference] ?? Object(entries: widget.entries)
      object.drawings = draw(field, widget, head, &object.entries)
      objects[widget.reference] = object
    }
  }

  private func write(
    _ field: FormField, _ head: FormReader.FieldHead, to entries: inout [String: PDFObject]
  ) {
    let strings = field.value.map { PDFObject.string(PDFText.encoded($0)) }
    if field.kind.isSwitch {
      entries["V"] = .name(field.value.first ?? "Off")
    } else if strings.count > 1 {
      entries["V"] = .array(strings)
    } else {
      // Nothing, where something above the field holds a value, would be that one.
      let hasAbove = head.chain.dropFirst().contains { $0.entries["V"] != nil }
      entries["V"] = strings.first ?? (field.kind.isChoice && !hasAbove ? nil : .string([]))
    }
    // Programs that read the rich text would show the old value.
    entries["RV"] = nil
    guard field.kind.isChoice else { return }
    let places = field.value.compactMap { value in
      field.options.firstIndex { $0.value == value }
    }
    let isWhole = places.count == field.value.count && !places.isEmpty
    entries["I"] = isWhole ? .array(places.sorted().map { .integer($0) }) : nil
  }

  private func draw(
    _ field: FormField, _ widget: FormReader.FiledWidget, _ head: FormReader.FieldHead,
    _ entries: inout [String: PDFObject]
  ) -> [String: WidgetDrawing] {
    let all = file.followed(entries["AP"]).dictionary ?? [:]
    let style = WidgetStyle(entries, quadding: inherited("Q", entries, head), in: file)
    guard field.kind.isSwitch else {
      entries["AP"] = .dictionary(all)
      entries["AS"] = nil
      return ["": .words(appearance(field, style, entries, head))]
    }
    let state = widget.widget.state
    let isOn = field.value == [state]
    entries["AS"] = .name(isOn ? state : "Off")
    if case .dictionary(let states) = file.followed(all["N"]), states[state] != nil { return [:] }
    var kept = all
    kept["N"] = .dictionary([:])
    entries["AP"] = .dictionary(kept)
    return [state: .mark(style, isOn: true), "Off": .mark(style, isOn: false)]
  }

  private func appearance(
    _ field: FormField, _ style: WidgetStyle, _ entries: [String: PDFObject],
    _ head: FormReader.FieldHead
  ) -> FieldAppearance {
    let letters = file.followed(inherited("DA", entries, head)).string.map(PDFText.decoded) ?? ""
    // Some writers give fields resources of their own.
    let fonts = [reader.form?["DR"], entries["DR"] ?? head["DR"]].compactMap(\.self)
      .map { file.followed(file.followed($0).dictionary?["Font"]).dictionary ?? [:] }
      .reduce([:]) { $0.merging($1) { _, own in own } }
    return FieldAppearance(field, style, FieldLetters(letters, fonts: fonts, in: file))
  }

  /// The widget's own, its field's, or what holds for all of the form.
  private func inherited(
    _ key: String, _ entries: [String: PDFObject], _ head: FormReader.FieldHead
  ) -> PDFObject? {
    entries[key] ?? head[key] ?? reader.form?[key]
  }
}
