import DocumentModel
import Files
import Glibc
import Library
import Platform
import Program
import Services
import Text

/// The folders whose documents are offered to a client.
struct ServedFolders: Sendable {
  /// Absolute paths without links.
  let paths: [String]

  /// Takes the folders named on the command line, else the indexed ones, else the current one.
  init(_ words: [String]) throws(CommandDocument.Failure) {
    var chosen = words
    if words.isEmpty {
      chosen = CommandLibrary.indexedFolders().filter { StartScreen.isFolder($0) }
      if chosen.isEmpty { chosen = CurrentFolder.path.map { [$0] } ?? [] }
    }
    var paths: [String] = []
    for word in chosen {
      guard let path = SystemPath.resolved(DocumentFile.absolute(word)), StartScreen.isFolder(path)
      else { throw CommandDocument.Failure(sentence: "\(word): there is no such folder") }
      paths.append(path)
    }
    guard !paths.isEmpty else {
      throw CommandDocument.Failure(sentence: "name a folder whose documents are to be offered")
    }
    self.paths = IndexWalk.apart(paths)
  }

  func contains(_ path: String) -> Bool {
    paths.contains { PathParts.lies(path, in: $0) }
  }

  /// Whether a document found in a folder may be offered: a link may lead out of the folders.
  func offers(_ path: String) -> Bool {
    contains(path)
      && (!SystemPath.leadsElsewhere(path) || SystemPath.resolved(path).map(contains) == true)
  }

  /// Returns the document that a program named by its path, absolute or below a folder, or by its URI, with an address of a block in it.
  func document(
    _ text: String
  ) throws(ContextRefusal) -> (path: String, address: BlockAddress?) {
    var (name, fragment) = (text, "")
    if let read = FileURI.readable(text) {
      (name, fragment) = read
    } else if !isThere(text), let hash = text.lastIndex(of: "#") {
      (name, fragment) = (String(text[..<hash]), String(text[text.index(after: hash)...]))
    }
    let places = PathParts.isAbsolute(name) ? [name] : paths.map { PathParts.joined($0, name) }
    let found = places.compactMap { SystemPath.resolved($0) }.filter(contains)
    guard let path = found.first else {
      throw ContextRefusal("there is no document \(name) in the folders that are offered")
    }
    guard found.count == 1 else {
      throw ContextRefusal("several folders have a document \(name); name it by its whole path")
    }
    guard SystemPath.status(path).map({ $0.st_mode & S_IFMT == S_IFREG }) == true else {
      throw ContextRefusal("\(name) is not a file")
    }
    return (path, BlockAddress(fragment))
  }

  private func isThere(_ name: String) -> Bool {
    PathParts.isAbsolute(name)
      ? SystemPath.isThere(name)
      : paths.contains { SystemPath.isThere(PathParts.joined($0, name)) }
  }

  /// A document in the folders.
  struct Entry {
    var path: String
    var title = ""
    var author = ""
    /// In bytes.
    var size: Int64

    var json: JSON {
      .object([
        ("path", .string(path)), ("title", .text(title)), ("author", .text(author)),
        ("bytes", .count(Int(size))),
      ])
    }
  }

  /// Returns the documents whose path, title or author have all these words, by path. Only indexed documents have titles and authors.
  func documents(with words: [Substring], while mayGoOn: () -> Bool) -> [Entry] {
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let found = IndexWalk(types: types).find(in: paths, while: mayGoOn)
    let known = (try? LibrarySearcher().documents()) ?? []
    let cards = Dictionary(known.map { ($0.path, $0) }) { $1 }
    let entries = found.files.map { file in
      let card = cards[file.path]
      return Entry(
        path: file.path, title: card?.title ?? "", author: card?.author ?? "", size: file.size)
    }
    let wanted = words.map { $0.lowercased() }
    return entries.filter { entry in
      guard offers(entry.path) else { return false }
      let text = "\(entry.path)\n\(entry.title)\n\(entry.author)".lowercased()
      return wanted.allSatisfy { text.contains($0) }
    }.sorted { $0.path < $1.path }
  }
}
