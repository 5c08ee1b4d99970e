import DocumentModel
import Platform
import Services
import Text

/// Documents and their blocks as resources of the Model Context Protocol, by `recto://` URIs.
enum ContextResources {
  /// Resources of one page of the list.
  private static let portion = 100
  private static let type = ("mimeType", JSON.string("text/plain"))

  static let templates = JSON.object([
    (
      "resourceTemplates",
      .array([
        .object([
          ("uriTemplate", .string("recto://{+path}#page={page}")), ("name", .string("page")),
          ("description", .string("A document from a page on, as blocks with their addresses")),
          type,
        ]),
        .object([
          ("uriTemplate", .string("recto://{+path}#page={page}&char={character}")),
          ("name", .string("block")), ("description", .string("The block at an address")), type,
        ]),
      ])
    )
  ])

  static func list(
    _ parameters: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> JSON {
    let cursor = parameters["cursor"]
    guard let start = cursor.map({ $0.text.flatMap { Int($0) } }) ?? 0, start >= 0 else {
      throw ContextRefusal("this is not a cursor of the list")
    }
    let all = call.folders.documents(with: [], while: { !call.isCancelled })
    let shown = all.dropFirst(start).prefix(portion)
    let resources = shown.compactMap { entry -> JSON? in
      FileURI.readerURI(of: entry.path).map { uri in
        .object(
          [
            ("uri", .string(uri)), ("name", .string(PathParts.name(of: entry.path))),
            ("title", .text(entry.title)), ("size", .count(Int(entry.size))), type,
          ].filter { if case .null = $0.1 { false } else { true } })
      }
    }
    let next = start + portion
    return .object(
      [("resources", .array(resources))]
        + (next < all.count ? [("nextCursor", .string(String(next)))] : []))
  }

  static func read(
    _ parameters: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> JSON {
    guard let uri = parameters["uri"]?.text, FileURI.readable(uri) != nil else {
      throw ContextRefusal("name a document by its recto:// URI")
    }
    let path: String
    let address: BlockAddress?
    do throws(ContextRefusal) {
      (path, address) = try call.folders.document(uri)
    } catch {
      throw ContextRefusal(error.sentence, code: .resource)
    }
    let text = try ContextReading.blocks(
      of: path, pages: nil, from: address, isOne: address.map { $0.place != .top } ?? false, call)
    return .object([
      ("contents", .array([.object([("uri", .string(uri)), type, ("text", .string(text))])]))
    ])
  }
}
