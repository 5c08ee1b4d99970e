import Annotating
import DocumentModel
import Files
import Interface
import Messages
import Platform
import Services
import Workers

/// `recto sync --merge`: merges the annotations of a conflict copy into its original.
enum ConflictCommand {
  static func run(_ copy: String, _ parsed: Arguments) throws -> Int32 {
    guard SystemPath.isThere(DocumentFile.absolute(copy)) else {
      throw Arguments.Mistake(sentence: "\(copy): there is no such file")
    }
    let name = PathParts.name(of: copy)
    let original: String
    if let into = parsed.options["into"] {
      original = into
    } else if let found = ConflictCopyName.original(of: name) {
      let folder = PathParts.folder(of: copy)
      original = copy.contains("/") ? PathParts.joined(folder, found) : found
    } else {
      throw Arguments.Mistake(
        sentence: "\(copy) is not named like a conflict copy; --into FILE names the original")
    }
    guard DocumentFile.absolute(copy) != DocumentFile.absolute(original) else {
      throw Arguments.Mistake(sentence: "\(copy) is the document itself")
    }
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    let password = try parsed.password()
    let document = try CommandDocument(original, password: password, lanes: 2, pool: pool)
    try CommandAnnotations.check(document)
    let kept = try CommandAnnotations(document, path: original, password: password)
    let reading = try reading(document, copy, password)
    var builder = AnnotationBuilder()
    let merge = reading.merge(into: kept.look.annotations) { builder.nextID() }
    let isDry = parsed.options["dry-run"] != nil
    if !merge.isEmpty, !isDry {
      try DocumentTerms.check(kept.saveStatus(), document, parsed)
    }
    Output.write(Output.line("\(document.name): \(SyncStrings.words(merge))") + "\n")
    guard !isDry else { return merge.isEmpty ? 1 : 0 }
    var status: Int32 = 1
    if !merge.isEmpty {
      let done = try kept.perform(.edit(merge.edit)).annotations
      status = try DocumentTerms.save(kept, document, .ofUser, done)
    }
    if !merge.clashingFields.isEmpty, parsed.options["trash"] != nil {
      Output.complain("\(copy) was not moved to the trash: it alone has its values")
      return status
    }
    if parsed.options["trash"] != nil, status != 2 {
      do throws(PlatformError) { try Trash.put(DocumentFile.absolute(copy)) } catch {
        throw CommandDocument.Failure(
          sentence: "\(copy) cannot be moved to the trash: \(error.message)")
      }
    }
    return status
  }

  private static func reading(
    _ document: CommandDocument, _ copy: String, _ password: [UInt8]
  ) throws(CommandDocument.Failure) -> ConflictReading {
    func source(_ path: String) -> AnnotationSource {
      AnnotationSource(path: DocumentFile.absolute(path), password: password)
    }
    do throws(ConflictReading.Refusal) {
      return try ConflictReading(
        original: source(document.name), copy: source(copy),
        worker: SandboxedAnnotationWorker(document.pool))
    } catch {
      throw CommandDocument.Failure(
        sentence: Sentences.text(error, copy: copy, original: document.name))
    }
  }
}
