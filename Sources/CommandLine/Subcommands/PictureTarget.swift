import DocumentModel
import Files
import Pictures
import Platform
import Services
import Workers

/// The output of a picture: a file or standard output.
struct PictureTarget {
  /// Nil for standard output.
  let path: String?
  private let replaces: Bool

  /// Refuses an output that could not be written, before a page is drawn.
  init(_ parsed: Arguments, document: String, page: Int) throws {
    let named = parsed.options["output"]
    if named == "-" { try parsed.checkPipe() }
    guard named.map(DocumentFile.absolute) != DocumentFile.absolute(document) else {
      throw Arguments.Mistake(
        sentence: "\(document) is the document itself; -o writes another file")
    }
    try self.init(
      parsed, path: named == "-" ? nil : named ?? Self.name(of: document, page: page))
  }

  /// `path`: nil for standard output.
  init(_ parsed: Arguments, path: String?) throws(Arguments.Mistake) {
    replaces = parsed.options["force"] != nil
    self.path = path
    if let path { try parsed.checkNew(path) }
  }

  /// `paper.pdf` gives `paper-3.png`, in the current folder.
  private static func name(of document: String, page: Int) -> String {
    let name = PathParts.name(of: document)
    let stem = name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
    return "\(stem.isEmpty ? "page" : stem)-\(page + 1).png"
  }

  /// Writes the picture as PNG, a file as a whole or not at all.
  func write(_ picture: PagePicture, dotsPerInch: Double) throws(CommandDocument.Failure) {
    guard let path else {
      // Failures are reported by the exit status.
      if encode(picture, dotsPerInch, { Output.write($0) }) == .outOfMemory { throw Self.noMemory }
      return
    }
    var trouble: PNGFile.Failure?
    var failure: FilesError?
    do throws(FilesError) {
      let file = try SafeWrite(path, replaces ? .replace(expecting: nil) : .new)
      trouble = encode(picture, dotsPerInch) { bytes in
        do throws(FilesError) { try file.append(bytes) } catch { failure = error }
        return failure == nil
      }
      if let failure { throw failure }
      if trouble == nil { _ = try file.finish() }
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: path))
    }
    if trouble != nil { throw Self.noMemory }
    Output.write(Output.name(path) + "\n")
  }

  private static let noMemory = CommandDocument.Failure(
    sentence: "not enough memory to write the picture")

  /// Returns why the picture was not written completely; nil if it was.
  private func encode(
    _ picture: PagePicture, _ dotsPerInch: Double, _ sink: @escaping ([UInt8]) -> Bool
  ) -> PNGFile.Failure? {
    do throws(PNGFile.Failure) {
      try picture.withBytes { (bytes) throws(PNGFile.Failure) in
        try PNGFile.write(picture.facts, bytes, dotsPerInch: dotsPerInch, to: sink)
      }
      return nil
    } catch {
      return error
    }
  }
}
