import DocumentModel
import Files
import Library
import Services

/// The output of `recto index --status`: what is indexed, and what could not be read.
struct IndexStatus {
  private let folders: [String]
  private let types: DocumentTypes

  init(_ folders: [String], _ types: DocumentTypes) {
    self.folders = folders
    self.types = types
  }

  func tell(asJSON: Bool) throws(CommandDocument.Failure) -> Int32 {
    let index: LibraryIndex
    let counts: IndexCounts
    let troubles: [(path: String, state: IndexedState, reason: String)]
    do throws(LibraryIndex.Failure) {
      index = try LibraryIndex(mends: false)
      counts = try index.counts()
      troubles = try index.troubles()
    } catch {
      let advice = error.isDamage ? "; recto index sets it aside and builds another" : ""
      throw CommandDocument.Failure(sentence: "\(error.file): \(error.message)\(advice)")
    }
    let unread = IndexWalk(types: types).find(in: folders) { true }.unread
    let progress = IndexLock.publishedProgress()
    if asJSON {
      Output.write(
        JSON.object([
          ("folders", .array(folders.map(JSON.string))), ("documents", .count(counts.documents)),
          ("pages", .count(counts.pages)), ("bytes", .count(Int(index.byteCount))),
          ("file", .string(index.folder + "/index.db")), ("isBeingWritten", .bool(progress != nil)),
          (
            "troubles",
            .array(
              troubles.map { trouble in
                .object([
                  ("path", .string(trouble.path)), ("state", .string("\(trouble.state)")),
                  ("reason", .string(trouble.reason)),
                ])
              }
                + unread.map { error in
                  .object([
                    ("path", .string(error.path)), ("state", .string("\(IndexedState.failed)")),
                    ("reason", .string(Sentences.text(error, file: error.path))),
                  ])
                })
          ),
        ]).text + "\n")
      return Output.status(0)
    }
    for folder in folders { Output.write(Output.name(folder) + "\n") }
    let size = index.byteCount >> 20
    Output.write(
      "\(counts.documents) documents, \(counts.pages) pages; the index takes \(size) MB\(progress == nil ? "" : " and is being written")\n"
    )
    for trouble in troubles {
      // Most reasons begin with the file's name.
      let name = PathParts.name(of: trouble.path)
      let isNamed = [":", " "].contains { trouble.reason.hasPrefix(name + $0) }
      let start =
        isNamed ? PathParts.joined(PathParts.folder(of: trouble.path), "") : trouble.path + ": "
      Output.write(Output.line(start + trouble.reason) + "\n")
    }
    for error in unread {
      Output.write(Output.line(Sentences.text(error, file: error.path)) + "\n")
    }
    return Output.status(0)
  }
}
