import DocumentModel
import FoundationEssentials
import Interface
import Messages
import Services
import Text
import Wire

/// A W3C Web Annotation, of which only the properties that Recto's annotations have are read.
struct WebAnnotation: Decodable {
  private let id: String
  private let body: Body?
  private let tags: [String]
  private let target: Target
  private let created: String
  private let modified: String
  private let author: String
  private let motivation: String

  /// Properties may be missing, of other types, single or in lists.
  private enum Key: String, CodingKey {
    case id, type, body, bodyValue, target, created, modified, creator, name, value, color
    case highlight, source, selector, refinedBy, conformsTo, exact, prefix, suffix, items, first,
      motivation, purpose, start, end, startSelector, endSelector
  }

  private struct Body: Decodable {
    var text = ""
    var color = ""
    var highlight = ""
    var purpose = ""

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self.text = text
      } else {
        let container = try decoder.container(keyedBy: Key.self)
        text = container.string(.value)
        color = container.string(.color)
        highlight = container.string(.highlight)
        purpose = container.string(.purpose)
      }
    }
  }

  private struct Target: Decodable {
    /// The annotation it replies to, if there are no selectors.
    var source = ""
    var selectors: [Selector] = []

    init(from decoder: any Decoder) throws {
      if let source = try? decoder.singleValueContainer().decode(String.self) {
        self.source = source
      } else {
        let container = try decoder.container(keyedBy: Key.self)
        source = container.string(.source)
        selectors = container.list(of: Selector.self, .selector).flatMap(\.all)
      }
    }
  }

  private struct Selector: Decodable {
    var type = ""
    var value = ""
    var exact = ""
    var prefix = ""
    var suffix = ""
    /// Characters of a text.
    var characters: Range<Int>?
    private var refinements: [Selector] = []
    /// The ends of a range.
    private var ends: [Selector] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      type = container.string(.type)
      if let start = try? container.decode(Int.self, forKey: .start),
        let end = try? container.decode(Int.self, forKey: .end), start >= 0, end >= start,
        end < Int(Int32.max)
      {
        characters = start..<end
      }
      ends = [Key.startSelector, .endSelector].flatMap {
        container.list(of: Selector.self, $0).prefix(1)
      }
      value = container.string(.value)
      exact = container.string(.exact)
      prefix = container.string(.prefix)
      suffix = container.string(.suffix)
      // Bounded by the decoder, which goes no deeper than 512 levels.
      refinements = container.list(of: Selector.self, .refinedBy)
    }

    var all: [Selector] { [self] + refinements.flatMap(\.all) }

    /// The text it selects by an element or by character positions; nil if it has neither selector.
    private var text: TextSelector? {
      switch type {
      case "CssSelector":
        TextSelector(.css(value), refinements.lazy.compactMap(\.characters).first)
      case "XPathSelector":
        TextSelector(.xpath(value), refinements.lazy.compactMap(\.characters).first)
      case "TextPositionSelector": characters.map { TextSelector(.body, $0) }
      default: nil
      }
    }

    /// The words of a file that it selects.
    func words(of file: String) -> BookSelector? {
      if value.hasPrefix("epubcfi(") { return .fragment(value) }
      if ends.count == 2, let start = ends[0].text, let end = ends[1].text {
        return .text(file: file, start, end: end)
      }
      return text.map { .text(file: file, $0, end: nil) }
    }
  }

  /// A set or a page of annotations, or a collection with its first page.
  private struct Collection: Decodable {
    let items: [WebAnnotation]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if let page = try? container.nestedContainer(keyedBy: Key.self, forKey: .first) {
        items = try page.decode([WebAnnotation].self, forKey: .items)
      } else {
        items = try container.decode([WebAnnotation].self, forKey: .items)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    target =
      try container.list(of: Target.self, .target).first
      ?? container.decode(Target.self, forKey: .target)
    id = container.string(.id)
    let bodies = container.list(of: Body.self, .body)
    tags = bodies.filter { $0.purpose == WebAnnotationForm.tagging }.map(\.text)
    body =
      bodies.first { $0.purpose != WebAnnotationForm.tagging }
      ?? (try? container.decode(Body.self, forKey: .bodyValue))
    created = container.string(.created)
    modified = container.string(.modified)
    motivation = container.string(.motivation)
    let creator = try? container.nestedContainer(keyedBy: Key.self, forKey: .creator)
    author = creator?.string(.name) ?? container.string(.creator)
  }

  /// Returns the annotations of a set, a page, a list or one alone; nil if the text is none of them.
  static func all(_ bytes: [UInt8]) -> [WebAnnotation]? {
    let (decoder, data) = (JSONDecoder(), Data(bytes))
    if let set = try? decoder.decode(Collection.self, from: data) { return set.items }
    if let list = try? decoder.decode([WebAnnotation].self, from: data) {
      return list.isEmpty ? nil : list
    }
    if let sets = try? decoder.decode([Collection].self, from: data) {
      return sets.isEmpty ? nil : sets.flatMap(\.items)
    }
    return (try? decoder.decode(WebAnnotation.self, from: data)).map { [$0] }
  }

  // MARK: as a record

  /// Returns the annotation as `AnnotationRecord` reads it, at its words in a document; nil for one that names no words.
  func record(in document: CommandDocument) -> JSON? {
    let quote = target.selectors.first { !$0.exact.isEmpty }
    let named = place(in: document, quote?.exact)
    let place = named ?? quote.flatMap { Self.place(of: $0, in: document) }
    let isReply = target.selectors.isEmpty && target.source.hasPrefix("urn:")
    guard isReply || quote != nil || place != nil else { return nil }
    let page = place?.page ?? Self.page(target.selectors) ?? 0
    var fields: [(String, JSON)] = [("page", .count(page + 1))]
    if let id = Self.name(id) { fields.append(("id", .string(id))) }
    if let body { fields.append(("note", .string(body.text))) }
    fields.append(("author", .string(author)))
    if !tags.isEmpty { fields.append(("tags", .array(tags.map(JSON.string)))) }
    for (name, date) in [("created", created), ("modified", modified.isEmpty ? created : modified)]
    {
      if let seconds = BookDate.seconds(date) { fields.append((name, .number(Double(seconds)))) }
    }
    if let box = place?.point {
      let corners = [box.x0, box.y0, box.x1, box.y1].map { JSON.number(Double($0)) }
      fields += [("type", .string("note")), ("box", .array(corners))]
      if motivation == "bookmarking" { fields.append(("subject", .string("Bookmark"))) }
      return .object(fields)
    }
    if isReply, let parent = Self.name(target.source) {
      return .object(fields + [("type", .string("note")), ("replyTo", .string(parent))])
    }
    let style = body?.highlight ?? ""
    let kind = Self.kinds[style] ?? .highlight
    fields.append(("type", .string(kind.rawValue)))
    if let color = body?.color, !color.isEmpty { fields.append(("color", .string(color))) }
    // Words without a known place are looked for in all of the document.
    let quads = place?.quads ?? [Self.nowhere]
    fields.append(
      (
        "quads",
        .array(quads.map { .array($0.corners.flatMap { [.number($0.x), .number($0.y)] }) })
      ))
    if let quote {
      let words: [(String, JSON)] = [
        ("quote", .string(quote.exact)), ("before", .string(quote.prefix)),
        ("after", .string(quote.suffix)),
      ]
      fields += [("quote", .string(quote.exact)), ("anchor", .object(words))]
    }
    return .object(fields)
  }

  private static let kinds: [String: AnnotationKind] = [
    "underline": .underline, "strikethrough": .strikeOut,
  ]

  private static let nowhere = Quad(Box(x0: 0, y0: 0, x1: 1, y1: 1))

  /// The ID in a name.
  private static func name(_ urn: String) -> String? {
    let prefix = [WebAnnotationForm.uuid, WebAnnotationForm.own].first { urn.hasPrefix($0) }
    let name = urn.dropFirst(prefix?.utf8.count ?? 0)
    return name.isEmpty ? nil : String(decoding: PathBytes.unescaped(name.utf8), as: UTF8.self)
  }

  /// The page in a fragment of a PDF (RFC 3778), from 0.
  private static func page(_ selectors: [Selector]) -> Int? {
    for part in selectors.flatMap({ $0.value.split(separator: "&") }) where part.hasPrefix("page=")
    {
      if let page = Int(part.dropFirst(5)), page > 0 { return page - 1 }
    }
    return nil
  }

  /// A place in a document: words, or the character that a point is before.
  private struct Place {
    var page: Int
    var quads: [Quad]?
    var point: Box?
  }

  /// The place that the selectors name; nil if there are other words than the quoted ones.
  private func place(in document: CommandDocument, _ quote: String?) -> Place? {
    var selectors = target.selectors.compactMap { $0.words(of: target.source) }
    // Without selectors the target is the whole file.
    if target.selectors.isEmpty, !target.source.hasPrefix("urn:") {
      selectors = [.text(file: target.source, TextSelector(.body, 0..<0), end: nil)]
    }
    for selector in selectors {
      guard case .textPlace(let place?) = try? document.ask(.textPlace(selector)),
        case .text(let text) = try? document.ask(.text(page: place.page))
      else { continue }
      let characters = place.characters.clamped(to: text.scalars.indices)
      let isPoint = characters.isEmpty || motivation == "bookmarking"
      if isPoint, quote == nil || motivation == "bookmarking" {
        let box = text.boxes[safe: characters.lowerBound] ?? text.boxes.last
        return box.map { Place(page: place.page, point: Box(cellOf: $0)) }
      }
      // An element may be one of many that the selector is for.
      let isWhole = if case .text = selector { true } else { false }
      guard
        let words = Self.part(quote, of: characters, in: text.scalars, isWhole: isWhole)
      else { continue }
      let blocks = PageComposer.compose(text, size: text.size, evidence: DocumentEvidence())
      let content = PageContent(text: text, blocks: blocks, grid: [])
      var mark = Annotation(id: AnnotationID(""), page: place.page, kind: .highlight, box: .zero)
      content.flowRange(of: [words])
        .flatMap { MarkPlace($0, of: content, page: place.page) }?.take(&mark)
      if !mark.quads.isEmpty { return Place(page: place.page, quads: mark.quads) }
    }
    return nil
  }

  /// Finds a quotation among some characters, ignoring blanks; nil if it is not there. Without a quotation returns all of the characters.
  private static func part(
    _ quote: String?, of characters: Range<Int>, in text: [UInt32], isWhole: Bool
  ) -> Range<Int>? {
    guard let quote else { return characters }
    func isLetter(_ scalar: UInt32) -> Bool { !Script.isBlank(scalar) && scalar != 0x0A }
    let wanted = quote.unicodeScalars.map(\.value).filter(isLetter)
    let places = characters.filter { isLetter(text[$0]) }
    guard !wanted.isEmpty, !isWhole || wanted.count == places.count,
      let found = places.map({ text[$0] }).firstRange(of: wanted)
    else {
      return nil
    }
    return places[found.lowerBound]..<places[found.upperBound - 1] + 1
  }

  /// The context, in characters, from which a quotation is re-anchored like one of another version; with less, contexts are compared.
  private static let enough = 24

  /// The place whose context is most like that of a quotation with little context; nil for other quotations.
  private static func place(of quote: Selector, in document: CommandDocument) -> Place? {
    guard quote.prefix.count + quote.suffix.count < enough else { return nil }
    let search = TextMarks(document: document, query: SearchQuery(quote.exact), pages: nil)
    let places = (try? search.places(.all)) ?? []
    let marks = places.compactMap(\.first).map { place in
      var mark = Annotation(id: AnnotationID(""), page: 0, kind: .highlight, box: .zero)
      place.take(&mark)
      return mark
    }
    // Programs count blanks in different ways.
    func letters(_ text: String?) -> [Character] {
      Array((text ?? "").filter { !$0.isWhitespace })
    }
    let (prefix, suffix) = (letters(quote.prefix), letters(quote.suffix))
    func likeness(_ mark: Annotation) -> Int {
      zip(letters(mark.anchor?.before).reversed(), prefix.reversed()).prefix { $0 == $1 }.count
        + zip(letters(mark.anchor?.after), suffix).prefix { $0 == $1 }.count
    }
    return marks.max { likeness($0) < likeness($1) }.map {
      Place(page: $0.page, quads: $0.quads)
    }
  }
}

extension Box {
  /// The place of a character, which is no smaller than a sign can be.
  fileprivate init(cellOf box: Box) {
    self.init(x0: box.x0, y0: box.y0, x1: max(box.x1, box.x0 + 1), y1: max(box.y1, box.y0 + 1))
  }
}

extension KeyedDecodingContainer {
  /// The text of a property; empty if it has none.
  fileprivate func string(_ key: Key) -> String {
    (try? decodeIfPresent(String.self, forKey: key)) ?? ""
  }

  /// The values of a property, one or a list.
  fileprivate func list<Value: Decodable>(of type: Value.Type, _ key: Key) -> [Value] {
    (try? decode([Value].self, forKey: key))
      ?? (try? decode(Value.self, forKey: key)).map { [$0] } ?? []
  }
}
