import DocumentModel
import Program
import Services
import Workers

/// `recto info --set`: changes a document's metadata.
enum InfoEdits {
  private typealias Failure = CommandDocument.Failure

  static func run(_ parsed: Arguments) throws -> Int32 {
    guard let file = parsed.documents.first?.path else {
      throw Failure(sentence: "name one PDF before the metadata to set")
    }
    var edits: [DocumentEdit] = []
    for text in parsed.values(of: "set") + parsed.words.dropFirst() {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let field = InfoField(rawValue: parts[0].lowercased()) else {
        let names = InfoField.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(sentence: "“\(text)” is not a metadata field such as title=…: \(names)")
      }
      edits.append(.describe(field, String(parts[1])))
    }
    try parsed.checkOutput(of: [file])
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    let piped = try file == "-" ? PipedDocument(file) : nil
    try DocumentEditor(pool).edit(
      [file], edits, parsed.target, password: try parsed.password(), piped: piped)
    return 0
  }
}
