import Annotating
import DocumentModel
import Files
import Interface
import Messages
import Services

/// XFDF and FDF files of annotations and form values, for subcommands.
enum AnnotationExchange {
  typealias Failure = CommandDocument.Failure

  /// The edit that a file makes, and the parts of the file that do not come along.
  struct Import {
    var merge: AnnotationMerge
    var losses: [ExchangeLoss: Int]

    /// Runs what makes the edit, and then reports what came along: a refusal comes first.
    func made(_ name: String, _ body: (AnnotationEdit) throws -> Int32) rethrows -> Int32 {
      if merge.edit.isEmpty { tell(name) }
      let status = try body(merge.edit)
      if !merge.edit.isEmpty { tell(name) }
      return status
    }

    private func tell(_ name: String) {
      Output.complain("\(name): \(ExchangeStrings.sentence(merge))")
      for clause in ExchangeStrings.losses(losses, of: merge) {
        Output.complain("\(name): not imported: \(clause)")
      }
    }
  }

  /// Reads a file, or standard input for `-`, and merges it with the document's annotations and fields.
  static func imported(
    _ path: String, into kept: CommandAnnotations, ofValuesOnly: Bool = false
  ) throws(Failure) -> Import {
    let bytes = try AnnotationImport.bytes(path)
    let shown = path == "-" ? "standard input" : path
    var imported: ImportedAnnotations
    do throws(ExchangeRefusal) { imported = try kept.imported(bytes) } catch {
      throw Failure(sentence: "\(shown): \(ExchangeStrings.reason(error)); nothing was imported")
    }
    if ofValuesOnly { (imported.annotations, imported.losses) = ([], [:]) }
    let merge = AnnotationMerge(
      imported, into: kept.look.annotations + kept.look.detached, fields: kept.look.fields)
    return Import(merge: merge, losses: imported.losses)
  }

  /// Returns annotations and values as a file, and reports what it lacks.
  static func exported(
    _ export: ExchangeExport, of kept: CommandAnnotations, _ name: String
  ) throws(Failure) -> [UInt8] {
    do throws(ExchangeRefusal) {
      let file = try kept.exported(export)
      for clause in ExchangeStrings.losses(file.losses) {
        Output.complain("\(name): not exported: \(clause)")
      }
      return file.bytes
    } catch {
      throw Failure(sentence: "\(name): cannot export: \(ExchangeStrings.reason(error))")
    }
  }

  /// Writes a new file, or to standard output for `-` or without a path.
  static func write(_ bytes: [UInt8], _ parsed: Arguments) throws(Failure) {
    guard let path = parsed.options["output"], path != "-" else {
      Output.write(words: bytes)
      return
    }
    let mode: SafeWrite.Mode = parsed.options["force"] == nil ? .new : .replace(expecting: nil)
    do throws(FilesError) { _ = try SafeWrite.write(bytes, to: path, mode) } catch {
      throw Failure(sentence: Sentences.text(error, file: path))
    }
  }
}

extension CommandAnnotations {
  func imported(_ bytes: [UInt8]) throws(ExchangeRefusal) -> ImportedAnnotations {
    try worker.imported(bytes, into: source)
  }

  func exported(_ export: ExchangeExport) throws(ExchangeRefusal) -> ExchangedFile {
    try worker.exported(export, of: source)
  }
}
