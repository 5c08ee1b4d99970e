import Glibc

/// A book and a folder of documents made of the project's samples, for who names none.
struct SampleShelf {
  var book: String
  var library: String

  private static let (bookPages, partPages) = (500, 10)

  /// The samples are looked for where the project lies one stands in.
  init(in folder: String) throws(Command.Failure) {
    let samples = "Resources/samples"
    book = folder + "/book.pdf"
    library = folder + "/library"
    try PageCopies.write(of: samples + "/guide.pdf", Self.bookPages, to: book)
    _ = try Command("cp", "-r", samples, library).time()
    _ = try Command("qpdf", book, "--split-pages=\(Self.partPages)", library + "/part-%d.pdf")
      .time()
  }
}
