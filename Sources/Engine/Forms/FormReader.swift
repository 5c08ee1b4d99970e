import DocumentModel
import Wire

/// Reads the fields of a document's form by the widgets on its pages (PDF 32000-1, 12.7), with all their numbers and texts bounded.
///
/// A field without a widget on a page is left out; a widget that the form's own list does not mention is included.
final class FormReader {
  let file: ObjectFile
  let tree: PageTree
  /// The form's dictionary; nil where the document has none, and so no fields.
  let form: [String: PDFObject]?
  private let texts: AnnotationReader
  /// Fields by their objects.
  private var heads: [PDFObject.Reference: FieldHead] = [:]
  private var kinds: [FieldID: FieldKind] = [:]
  /// Ancestors of fields, which thousands of fields may share.
  private var above: [PDFObject.Reference: [String: PDFObject]] = [:]

  private lazy var locks = SignatureFields(file).locks(in: file)

  private static let deepest = 32
  private static let longestName = 1_000

  init(_ texts: AnnotationReader) {
    self.texts = texts
    file = texts.file
    tree = texts.tree
    let root = file.root.flatMap { texts.file.object($0).dictionary } ?? [:]
    form = texts.file.followed(root["AcroForm"]).dictionary
  }

  /// Whether the form has a part that only programs for XFA show (PDF 32000-1, 12.7.8).
  var hasXFA: Bool { form?["XFA"].map { !file.followed($0).isNull } ?? false }

  // MARK: pages

  /// Returns at most this many widgets of a page, in the order of its list.
  func widgets(on page: PageNode, index: Int, most: Int) -> [FiledWidget] {
    guard form != nil else { return [] }
    var found: [FiledWidget] = []
    var met: Set<PDFObject.Reference> = []
    for item in file.followed(page.entries["Annots"]).array ?? [] {
      guard let reference = item.reference, met.insert(reference).inserted,
        let entries = file.followed(item).dictionary,
        file.followed(entries["Subtype"]).name == "Widget",
        let place = fieldPlace(of: reference, entries)
      else { continue }
      guard found.count < most else { break }
      guard let head = heads[place], let box = texts.box(entries["Rect"], page.space) else {
        continue
      }
      var widget = FieldWidget(page: index, box: box)
      widget.isHidden = (file.followed(entries["F"]).integer ?? 0) & 0b10_0010 != 0
      describe(&widget, reference, entries, of: head)
      found.append(
        FiledWidget(
          reference: reference, entries: entries, field: place, page: page, widget: widget))
    }
    return found
  }

  func head(of place: PDFObject.Reference) -> FieldHead? { heads[place] }

  /// Returns every field by name with its objects and widgets, for writing.
  func all() -> [FieldID: FiledField] {
    var found: [FieldID: FiledField] = [:]
    guard form != nil else { return found }
    var left = Limit.widgets
    tree.walk(from: 0) { index, page in
      for widget in self.widgets(on: page, index: index, most: left) {
        guard let head = self.heads[widget.field] else { continue }
        left -= 1
        found[head.field.id, default: FiledField(field: head.field)].add(widget, head)
      }
      return left > 0
    }
    return found
  }

  // MARK: fields

  /// Returns the object of a widget's field, reading it if necessary; nil if there is none.
  private func fieldPlace(
    of reference: PDFObject.Reference, _ entries: [String: PDFObject]
  ) -> PDFObject.Reference? {
    // A widget without a name of its own belongs to the field above it.
    if let parent = entries["Parent"]?.reference, parent != reference,
      entries["T"] == nil || isNamedButton(entries, in: parent)
    {
      if heads[parent] != nil { return parent }
      let chain = chain(from: parent)
      if let field = chain.first, isField(field.entries) {
        heads[parent] = head(chain, widget: entries)
        return heads[parent] == nil ? nil : parent
      }
    }
    if heads[reference] == nil { heads[reference] = head(chain(from: reference), widget: entries) }
    return heads[reference] == nil ? nil : reference
  }

  /// Whether a button belongs to the group above it although it has a name, as some writers give each button one.
  private func isNamedButton(
    _ entries: [String: PDFObject], in parent: PDFObject.Reference
  ) -> Bool {
    guard entries["V"] == nil, entries["Kids"] == nil,
      entries["FT"].map({ file.followed($0).name == "Btn" }) ?? true,
      let group = above[parent] ?? file.object(parent).dictionary
    else { return false }
    above[parent] = group
    let bits = file.followed(group["Ff"]).integer ?? 0
    return file.followed(group["FT"]).name.flatMap { Self.kind($0, bits) } == .radio
  }

  private func isField(_ entries: [String: PDFObject]) -> Bool {
    let type = file.followed(entries["Type"]).name
    return type == nil || type == "Annot"
  }

  /// Returns an object and those above it by `/Parent`, each once.
  private func chain(from start: PDFObject.Reference) -> [FieldHead.Link] {
    var chain: [FieldHead.Link] = []
    var met: Set<PDFObject.Reference> = []
    var next: PDFObject.Reference? = start
    while let place = next, chain.count < Self.deepest, met.insert(place).inserted,
      let entries = above[place] ?? file.object(place).dictionary, isField(entries)
    {
      if place != start { above[place] = entries }
      chain.append(FieldHead.Link(reference: place, entries: entries))
      next = entries["Parent"]?.reference
    }
    return chain
  }

  private func head(_ chain: [FieldHead.Link], widget: [String: PDFObject]) -> FieldHead? {
    guard let own = chain.first else { return nil }
    let parts = chain.reversed().compactMap { link in
      link.entries["T"].map { texts.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = String(parts.joined(separator: ".").prefix(Self.longestName))
    var head = FieldHead(field: FormField(id: FieldID(name), kind: .text), chain: chain)
    if name.isEmpty {
      head.field.id = FieldID(
        object: own.reference.number, generation: own.reference.generation)
    }
    let bits = file.followed(head["Ff"]).integer ?? 0
    // Keys that the field lacks may be in the widget.
    let type = file.followed(head["FT"] ?? widget["FT"]).name
    guard let kind = type.flatMap({ Self.kind($0, bits) }) else { return nil }
    head.field.kind = kind
    // Fields with one name are one field, unless their kinds differ.
    if kinds[head.field.id, default: kind] != kind {
      head.field.id = FieldID(object: own.reference.number, generation: own.reference.generation)
    }
    kinds[head.field.id] = kind
    // A button's label describes that button.
    head.field.label = texts.line(head["TU"] ?? (kind == .radio ? nil : widget["TU"]))
    head.field.flags = flags(head, bits, widget)
    head.field.maxLength = file.followed(head["MaxLen"]).integer.flatMap { $0 > 0 ? $0 : nil }
    if kind.isChoice { head.field.options = options(head["Opt"]) }
    head.field.value = value(head, widget)
    if kind.isSwitch, head["Opt"] != nil {
      for (turn, kid) in (file.followed(own.entries["Kids"]).array ?? []).enumerated() {
        if let kid = kid.reference { head.turns[kid] = turn }
      }
    }
    return head
  }

  private static func kind(_ type: String, _ bits: Int) -> FieldKind? {
    switch type {
    case "Tx": .text
    case "Ch": bits & 1 << 17 != 0 ? .combo : .list
    case "Sig": .signature
    case "Btn": bits & 1 << 16 != 0 ? .button : bits & 1 << 15 != 0 ? .radio : .checkBox
    default: nil
    }
  }

  /// Bits of `/Ff` (PDF 32000-1, tables 221 to 230) that apply to some kinds of fields only.
  private static let meanings: [(bit: Int, kinds: Set<FieldKind>, flag: FormField.Flags)] = [
    (0, Set(FieldKind.allCases), .readOnly), (1, Set(FieldKind.allCases), .required),
    (12, [.text], .multiline), (13, [.text], .password), (20, [.text], .file),
    (24, [.text], .comb), (18, [.combo], .editable), (21, [.list], .multiple),
    (14, [.radio], .staysOn),
  ]

  private func flags(
    _ head: FieldHead, _ bits: Int, _ widget: [String: PDFObject]
  ) -> FormField.Flags {
    var flags: FormField.Flags = []
    for meaning in Self.meanings
    where bits & 1 << meaning.bit != 0 && meaning.kinds.contains(head.field.kind) {
      flags.insert(meaning.flag)
    }
    if locks.contains(where: { $0.covers(head.field.id.name) }) { flags.insert(.readOnly) }
    // Neither several lines, nor a password, nor a file (table 228).
    if !flags.isDisjoint(with: [.multiline, .password, .file]) { flags.remove(.comb) }
    let has = { (key: String) in
      self.file.followed(head[key] ?? widget[key]).dictionary.map { !$0.isEmpty } ?? false
    }
    if has("AA") { flags.insert(.scripted) }
    return flags
  }

  private func options(_ value: PDFObject?) -> [FieldOption] {
    (file.followed(value).array ?? []).prefix(Limit.fieldOptions).map { item in
      let item = file.followed(item)
      guard let pair = item.array else {
        let words = texts.line(item)
        return FieldOption(words, words: words)
      }
      let words = pair.count > 1 ? texts.line(pair[1]) : texts.line(pair.first)
      return FieldOption(texts.line(pair.first), words: words)
    }
  }

  private func value(_ head: FieldHead, _ widget: [String: PDFObject]) -> [String] {
    let value = head["V"]
    let followed = file.followed(value)
    switch head.field.kind {
    case .button: return []
    case .signature: return followed.dictionary == nil ? [] : ["signed"]
    case .checkBox, .radio:
      if let state = followed.name ?? followed.string.map(PDFText.decoded) {
        return state == "Off" || state.isEmpty ? [] : [String(state.prefix(Self.longestName))]
      }
      let state = file.followed(widget["AS"]).name ?? "Off"
      return state == "Off" ? [] : [String(state.prefix(Self.longestName))]
    case .list, .combo:
      let items = followed.array?.prefix(Limit.fieldOptions).map { $0 } ?? [followed]
      return items.map { texts.line($0) }.filter { !$0.isEmpty }
    case .text:
      var text = texts.text(followed)
      if case .stream = followed, let place = value?.reference {
        text = PDFText.decoded(Array((file.data(of: place) ?? []).prefix(Limit.note)))
      }
      return text.isEmpty ? [] : [text]
    }
  }

  // MARK: widgets

  private func describe(
    _ widget: inout FieldWidget, _ reference: PDFObject.Reference,
    _ entries: [String: PDFObject], of head: FieldHead
  ) {
    switch head.field.kind {
    case .checkBox, .radio:
      widget.state = String(state(of: entries).prefix(Self.longestName))
      // The options of a group name its buttons in order.
      if let turn = head.turns[reference], let words = file.followed(head["Opt"]).array,
        words.indices.contains(turn)
      {
        widget.words = texts.line(words[turn])
      }
      if widget.words.isEmpty, entries["T"] == nil { widget.words = texts.line(entries["TU"]) }
    case .button:
      let characteristics = file.followed(entries["MK"]).dictionary
      widget.words = texts.line(characteristics?["CA"])
    default: break
    }
  }

  /// Returns the name of the appearance other than `Off`; `Yes` if there is none.
  func state(of entries: [String: PDFObject]) -> String {
    let appearance = file.followed(entries["AP"]).dictionary
    for key in ["N", "D"] {
      guard case .dictionary(let states) = file.followed(appearance?[key]) else { continue }
      let names = states.keys.filter { $0 != "Off" }.sorted()
      let current = file.followed(entries["AS"]).name ?? "Off"
      if names.contains(current) { return current }
      if let first = names.first { return first }
    }
    let current = file.followed(entries["AS"]).name ?? "Off"
    return current == "Off" ? "Yes" : current
  }
}
