package import DocumentModel
import Platform
package import Text

/// Documents of a shared library that are kept on this machine, to be searched while its server does not answer.
///
/// They have an index of their own, since the index of this machine drops what is not a file. A path in it is `COLLECTION/PATH`, and the reader of a
/// document is its hash.
package final class KeptLibrary {
  private let name: String
  private let folder: String
  private let index: LibraryIndex

  /// Returns the folder for a library's identifier, which is the server's.
  package static func folder(of id: String, in root: String = LibraryIndex.defaultFolder())
    -> String
  {
    root + "/kept/" + Digest.sha256(Array(id.utf8)).prefix(32)
  }

  /// Opens or creates the index of a library that is joined under a name.
  package init(
    _ id: String, named name: String, in root: String = LibraryIndex.defaultFolder()
  ) throws(LibraryIndex.Failure) {
    self.name = name
    folder = Self.folder(of: id, in: root)
    index = try LibraryIndex(folder: folder)
  }

  /// Opens what is kept of a library; nil if nothing is.
  package convenience init?(
    keptOf id: String, named name: String, in root: String = LibraryIndex.defaultFolder()
  ) {
    guard LibraryIndex.isThere(Self.folder(of: id, in: root)) else { return nil }
    do throws(LibraryIndex.Failure) { try self.init(id, named: name, in: root) } catch {
      return nil
    }
  }

  /// Returns the hashes of all documents by path.
  package func hashes() throws(LibraryIndex.Failure) -> [String: String] {
    Dictionary(try index.files().map { ($0.sighting.path, $0.reader) }) { $1 }
  }

  /// Keeps a document.
  package func put(_ document: IndexedDocument) throws(LibraryIndex.Failure) {
    try index.put([document])
  }

  /// Removes the documents of other collections.
  package func remove(except collections: [String]) throws(LibraryIndex.Failure) {
    let others = try hashes().keys.filter { path in
      !collections.contains { path.hasPrefix($0 + "/") }
    }
    if !others.isEmpty { try remove(Set(others)) }
  }

  package func remove(_ paths: Set<String>) throws(LibraryIndex.Failure) {
    try index.remove(try index.files().filter { paths.contains($0.sighting.path) }.map(\.id))
  }

  /// Returns the documents and pages that are kept, by collection.
  package func counts() throws(LibraryIndex.Failure) -> [String: (documents: Int, pages: Int)] {
    var counts: [String: (documents: Int, pages: Int)] = [:]
    for entry in try LibrarySearcher(folder: folder).documents() {
      let collection = String(entry.path.prefix { $0 != "/" })
      let so = counts[collection] ?? (0, 0)
      counts[collection] = (so.documents + 1, so.pages + entry.pageCount)
    }
    return counts
  }

  package static func path(of place: SharedPlace) -> String { "\(place.collection)/\(place.path)" }

  /// Runs a search as `LibrarySearcher` does; places are those of the shared library.
  package func find(
    _ query: LibraryQuery, _ bounds: LibrarySearcher.Bounds = .init(),
    while mayGoOn: () -> Bool = { true }, found tell: (LibraryFindings) -> Void
  ) throws(LibrarySearcher.Failure) {
    let (hashes, searcher) = try opened()
    try searcher.find(query, bounds, while: mayGoOn) { findings in
      var findings = findings
      findings.documents = findings.documents.compactMap { hits in
        guard let place = SharedPlace("\(name):\(hits.path)") else { return nil }
        var hits = hits
        hits.place = .shared(place, hash: hashes[hits.path] ?? "")
        return hits
      }
      tell(findings)
    }
  }

  package func hits(
    of place: SharedPlace, _ query: LibraryQuery
  ) throws(LibrarySearcher.Failure) -> [LibraryHit] {
    try opened().searcher.hits(of: DocumentPlace(Self.path(of: place)), query)
  }

  private func opened() throws(LibrarySearcher.Failure) -> (
    hashes: [String: String], searcher: LibrarySearcher
  ) {
    do throws(LibraryIndex.Failure) {
      return (try hashes(), try LibrarySearcher(folder: folder))
    } catch {
      throw .index(error)
    }
  }

  /// Returns a document with a hash; nil if it is not kept.
  package func document(
    at place: SharedPlace, hash: String
  ) throws(LibraryIndex.Failure) -> StoredDocument? {
    let path = Self.path(of: place)
    guard try hashes()[path] == hash else { return nil }
    return try index.keptDocument(path)
  }

  /// Passes the text of each page of a document to a body as `SharedSearcher` does; false if it is not kept.
  package func read(
    _ place: SharedPlace, page: Int?, _ body: (String) -> Void
  ) throws(LibraryIndex.Failure) -> Bool {
    guard try index.keptDocument(Self.path(of: place)) != nil else { return false }
    try pages(of: place, from: page ?? 0) { number, _, flat in
      if page == nil || page == number { body(flat.paragraphs) }
      return page == nil
    }
    return true
  }

  /// Passes the number, label and passages of a document's pages from an index on to a body until that returns false.
  package func pages(
    of place: SharedPlace, from first: Int, _ body: (Int, String, FlatText) -> Bool
  ) throws(LibraryIndex.Failure) {
    try index.pages(of: Self.path(of: place), from: first, body)
  }
}
