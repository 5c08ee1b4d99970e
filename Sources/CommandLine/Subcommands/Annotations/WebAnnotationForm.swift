import DocumentModel
import Interface
import Platform
import Services

/// Annotations as a set of W3C Web Annotations, which Thorium, Readium and Zotero read: each with the words it is on, and a canonical
/// fragment identifier in a book or the place on the page of a PDF.
enum WebAnnotationForm {
  static func text(_ reports: [AnnotationReport]) -> String {
    let sets = reports.map { set($0).text }
    return sets.count == 1 ? sets[0] + "\n" : "[\n" + sets.joined(separator: ",\n") + "\n]\n"
  }

  private static func set(_ report: AnnotationReport) -> JSON {
    let authors = report.authors.isEmpty ? [report.author] : report.authors
    let creators = authors.filter { !$0.isEmpty }.map(JSON.string)
    return .object([
      ("@context", .string(context)), ("type", .string("AnnotationSet")),
      ("generator", .object([("type", .string("Software")), ("name", .string("Recto"))])),
      (
        "about",
        .object(
          [("dc:title", .string(report.title))]
            + (creators.isEmpty ? [] : [("dc:creator", .array(creators))]))
      ),
      ("items", .array(report.entries.flatMap { items($0, report) })),
    ])
  }

  private static let context = "http://www.w3.org/ns/anno.jsonld"

  /// An annotation with its group and its replies.
  private static func items(_ entry: AnnotationReport.Entry, _ report: AnnotationReport) -> [JSON] {
    var members = [item(entry, report)]
    for (member, quote, anchor) in entry.members {
      var own = entry
      (own.annotation, own.quote, own.anchor) = (member, quote, anchor)
      (own.place, own.context) = (nil, nil)
      members.append(item(own, report))
    }
    return members
      + entry.replies.map { reply, _ in
        let parent = reply.replyTo ?? entry.annotation.id
        return .object(
          heads(reply, motivation: "replying")
            + [("body", body(reply)), ("target", .string(urn(parent)))])
      }
  }

  private static func item(_ entry: AnnotationReport.Entry, _ report: AnnotationReport) -> JSON {
    let annotation = entry.annotation
    let motivation = annotation.contents.isEmpty ? "highlighting" : "commenting"
    let headings: [JSON] =
      entry.section.isEmpty
      ? [] : [.object([("level", .count(1)), ("txt", .string(entry.section))])]
    let page: [(String, JSON)] = entry.isOnPage ? [("page", .string(entry.label))] : []
    return .object(
      heads(annotation, motivation: motivation) + [
        ("body", body(annotation)),
        (
          "target",
          .object([
            ("source", .string(entry.place?.file ?? report.name)),
            ("meta", .object([("headings", .array(headings))] + page)),
            ("selector", .array(selectors(entry, report))),
          ])
        ),
      ])
  }

  private static func heads(_ annotation: Annotation, motivation: String) -> [(String, JSON)] {
    var heads: [(String, JSON)] = [
      ("@context", .string(context)), ("id", .string(urn(annotation.id))),
      ("type", .string("Annotation")), ("motivation", .string(motivation)),
    ]
    if let created = annotation.created { heads.append(("created", date(created))) }
    if let modified = annotation.modified { heads.append(("modified", date(modified))) }
    if !annotation.author.isEmpty {
      heads.append(
        (
          "creator",
          .object([("type", .string("Person")), ("name", .string(annotation.author))])
        ))
    }
    return heads
  }

  private static func date(_ seconds: Int64) -> JSON { .string(BookDate.text(seconds)) }

  private static func body(_ annotation: Annotation) -> JSON {
    var body: [(String, JSON)] = [
      ("type", .string("TextualBody")), ("value", .string(annotation.contents)),
      ("format", .string("text/plain")),
    ]
    if let color = annotation.color {
      body.append(("color", .string(AnnotationStyleStrings.hexadecimal(color))))
    }
    if let style = highlights[annotation.kind] { body.append(("highlight", .string(style))) }
    guard let tags = annotation.tags else { return .object(body) }
    return .array(
      [.object(body)]
        + tags.map { tag in
          .object([
            ("type", .string("TextualBody")), ("purpose", .string(tagging)),
            ("value", .string(tag)),
          ])
        })
  }

  /// The purpose of bodies that are tags (Web Annotation Vocabulary, 3.3.1).
  static let tagging = "tagging"

  /// The names of Readium's styles.
  static let highlights: [AnnotationKind: String] = [
    .highlight: "solid", .underline: "underline", .squiggly: "underline",
    .strikeOut: "strikethrough", .box: "outline",
  ]

  private static func selectors(
    _ entry: AnnotationReport.Entry, _ report: AnnotationReport
  ) -> [JSON] {
    var selectors: [JSON] = []
    if let place = entry.place {
      selectors.append(fragment(cfi, place.fragment))
    } else if report.hasPages, !entry.isDetached {
      let box = entry.annotation.box
      let frame = [box.x0, box.y0, box.width, box.height].map { JSON.number(Double($0)).text }
      let page = entry.annotation.page + 1
      selectors.append(
        fragment(pdf, "page=\(page)&viewrect=" + frame.joined(separator: ",")))
    }
    if !entry.quote.isEmpty {
      let anchor = entry.anchor
      let context = entry.context ?? (anchor?.before ?? "", anchor?.after ?? "")
      selectors.append(
        .object([
          ("type", .string("TextQuoteSelector")),
          ("exact", .string(anchor?.quote ?? entry.quote)),
          ("prefix", .string(context.before)), ("suffix", .string(context.after)),
        ]))
    }
    return selectors
  }

  private static func fragment(_ standard: String, _ value: String) -> JSON {
    .object([
      ("type", .string("FragmentSelector")), ("conformsTo", .string(standard)),
      ("value", .string(value)),
    ])
  }

  private static let cfi = "http://www.idpf.org/epub/linking/cfi/epub-cfi.html"
  private static let pdf = "http://tools.ietf.org/rfc/rfc3778"

  private static func urn(_ id: AnnotationID) -> String {
    let isUUID = id.name.utf8.count == 36 && id.name.allSatisfy { $0.isHexDigit || $0 == "-" }
    return (isUUID ? uuid : own) + PathBytes.escaped(id.name)
  }

  /// The beginnings of names: of UUIDs (RFC 9562), and of other IDs.
  static let (uuid, own) = ("urn:uuid:", "urn:recto:")
}
