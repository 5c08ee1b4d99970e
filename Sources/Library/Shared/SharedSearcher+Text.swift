package import DocumentModel
import Text

extension SharedSearcher {
  /// Passes the text of each page of a document to a body, a paragraph per line with blank lines between, or of one page; false if there is no such document.
  package func read(
    _ place: SharedPlace, page: Int?, _ body: (String) -> Void
  ) throws(SharedLibraryError) -> Bool {
    let documents = try source.documents(at: place.path, of: place.collection)
    guard let document = try source.entries(of: documents).values.first else { return false }
    var first = page ?? 0
    while mayGoOn() {
      let last = try source.leaves(
        of: document.entry.id, in: document.slice, from: first, most: page == nil ? 200 : 1
      ) { id, _, passages in
        let number = id & (1 << SharedSchema.pageBits - 1)
        guard page == nil || page == number else { return }
        var flat = FlatText()
        flat.add(packed: passages, page: number)
        body(CleanText.lines(Array(flat.text.replacing("\n", with: "\n\n").utf8)))
      }
      guard let last, page == nil else { return true }
      first = last + 1
    }
    return true
  }
}
