internal import CDjVu
import DocumentModel
import Glibc
import Wire

/// Reads a document's metadata: keys are those of PDF or of BibTeX, in any case.
enum DjVuMetadata {
  private static let mostKeys = 1_000

  static func read(_ session: DjVuSession, pageCount: Int) -> Metadata {
    var metadata = Metadata()
    metadata.format = "DjVu, \(pageCount) \(pageCount == 1 ? "page" : "pages")"
    var values: [String: String] = [:]
    // Older documents have it in annotations that their pages share, and those of one page in the
    // page's own.
    for isOfPage in pageCount == 1 ? [false, true] : [false] where values.isEmpty {
      let annotations = try? session.expression {
        isOfPage ? ddjvu_document_get_pageanno($0, 0) : ddjvu_document_get_anno($0, 1)
      }
      guard let annotations else { continue }
      values = Self.values(of: annotations)
      session.release(annotations)
    }
    func value(_ keys: String...) -> String {
      keys.lazy.compactMap { values[$0] }.first { !$0.isEmpty } ?? ""
    }
    metadata.title = value("title", "booktitle")
    metadata.author = value("author", "editor")
    metadata.subject = value("subject", "note")
    metadata.keywords = value("keywords", "keyword")
    metadata.creator = value("creator")
    metadata.producer = value("producer")
    metadata.created = seconds(value("creationdate", "date", "year"))
    metadata.modified = seconds(value("moddate"))
    return metadata
  }

  /// The values by their keys in lower case; the first of several counts.
  private static func values(of annotations: DjVuExpression) -> [String: String] {
    guard let keys = ddjvu_anno_get_metadata_keys(annotations.raw) else { return [:] }
    defer { free(keys) }
    var values: [String: String] = [:]
    var next = keys
    while let key = next.pointee, values.count < mostKeys {
      next += 1
      guard let name = DjVuExpression(key).name,
        let raw = ddjvu_anno_get_metadata(annotations.raw, key), strlen(raw) <= Limit.string
      else { continue }
      let bytes = Array(UnsafeRawBufferPointer(start: raw, count: strlen(raw)))
      let key = name.lowercased()
      values[key] = values[key] ?? CleanText.line(DjVuExpression.text(bytes)).trimmed
    }
    return values
  }

  /// Dates as PDF or ISO 8601 have them.
  static func seconds(_ text: String) -> Int64? {
    guard !text.isEmpty else { return nil }
    return BookDate.seconds(text) ?? PDFDate.seconds(Array(text.utf8))
  }
}
