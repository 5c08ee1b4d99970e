import Glibc

/// A book and a folder of documents made from the project's samples, used by default.
struct SampleLibrary {
  var book: String
  var library: String

  private static let (bookPages, partPages) = (500, 10)

  /// Expects the samples in the current directory, the project's root.
  init(in folder: String) throws(ProgramRun.Failure) {
    let samples = "Resources/samples"
    book = folder + "/book.pdf"
    library = folder + "/library"
    try PageCopies.write(of: samples + "/guide.pdf", Self.bookPages, to: book)
    _ = try ProgramRun("cp", "-r", samples, library).time()
    _ = try ProgramRun("qpdf", book, "--split-pages=\(Self.partPages)", library + "/part-%d.pdf")
      .time()
  }
}
