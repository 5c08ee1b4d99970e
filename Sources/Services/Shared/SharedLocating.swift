import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// Looks for a document of a shared library on this machine. Every file is compared with the document's hash before it is opened.
struct SharedLocating {
  let place: SharedPlace
  let hash: String
  let request: LocateRequest
  let library: JoinedLibrary
  let mounts: MountTable
  let command: [String]
  let cache: SharedCache
  let mayGoOn: () -> Bool

  /// Returns the file, or else a text; nil if that is not wanted any more.
  func run() -> LocatedDocument? {
    var reason = "its file is not within reach"
    var opened: Result<SharedSearcher, SharedLibraryError>?
    if SharedCache.isHash(hash) {
      if let path = ownFile ?? mounted(&reason) { return .file(path: path) }
      if let path = cached { return inCache(path) }
      let searcher = opening()
      opened = searcher
      if let path = stored(searcher) { return inCache(path) }
      if !command.isEmpty {
        do throws(FetchCommand.Failure) {
          return inCache(
            try FetchCommand(command).run(place, hash: hash, in: cache, while: mayGoOn))
        } catch {
          guard case .failed(let sentence) = error else { return nil }
          reason = sentence
        }
      }
    }
    guard mayGoOn() else { return nil }
    let located = text(reason, opened ?? opening())
    return mayGoOn() ? located : nil
  }

  private func inCache(_ path: String) -> LocatedDocument {
    cache.mark(path, of: library.id)
    return .file(path: path, isCached: true)
  }

  private func has(_ path: String) -> Bool { Digest.sha256(file: path, while: mayGoOn) == hash }

  /// The path of a file with the same bytes in the index of this machine.
  private var ownFile: String? {
    OwnCopies(mounts, while: mayGoOn).path(of: hash, size: request.document.size)
  }

  /// Returns the path in the collection's folder; if another file is there, `reason` says so.
  private func mounted(_ reason: inout String) -> String? {
    guard let root = library.roots[place.collection], let path = place.path(below: root) else {
      return nil
    }
    guard SystemPath.isThere(root) else {
      reason = "\(Paths.shown(root)), the folder of \(place.collection), is missing"
      return nil
    }
    guard let status = SystemPath.status(path), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    if has(path) { return path }
    reason = "\(Paths.shown(path)) is another version"
    return nil
  }

  /// The path in the cache.
  private var cached: String? {
    let path = cache.path(of: hash, named: place.path)
    guard SystemPath.isThere(path) else { return nil }
    guard has(path) else {
      if mayGoOn() { cache.remove(path) }
      return nil
    }
    cache.use(path)
    return path
  }

  /// Connects to the library.
  private func opening() -> Result<SharedSearcher, SharedLibraryError> {
    Result { () throws(SharedLibraryError) in
      SharedSearcher(try library.openAll(while: mayGoOn), name: library.name, while: mayGoOn)
    }
  }

  /// Brings the file that the library's databases have; nil if they have none, or another one.
  private func stored(_ searcher: Result<SharedSearcher, SharedLibraryError>) -> String? {
    guard let searcher = try? searcher.get() else { return nil }
    let sum = RunningDigest()
    return cache.keep(cache.path(of: hash, named: place.path)) { append in
      let isWhole = try? searcher.file(
        of: hash, in: place.collection, most: SharedCache.budget
      ) { bytes in
        sum.add(bytes)
        return append(bytes)
      }
      return isWhole == true && sum.hex == hash
    }
  }

  // MARK: text

  /// In bytes.
  private static let mostText = 32 << 20

  /// Makes a text of the passages that were read. If the server does not answer, it is of those that are kept, or the last one is used.
  private func text(
    _ reason: String, _ opened: Result<SharedSearcher, SharedLibraryError>
  ) -> LocatedDocument {
    do throws(SharedLibraryError) {
      let searcher = try opened.get()
      guard let document = try searcher.document(at: place, hash: hash) else {
        cache.remove(textPath)
        return .unavailable(
          "\(CleanText.line(place.text)) is not there any more, or in a collection that you are not admitted to"
        )
      }
      return located(
        "read on \(day(document)); \(reason)", document,
        try SharedTextFile(
          document, name, heading: "The text as it was read on \(day(document)); \(reason).",
          around: request.page
        ) { first, body throws(SharedLibraryError) in
          try searcher.pages(of: document, from: first, body)
        })
    } catch {
      guard error.isTransient, let known = kept ?? last else {
        return .unavailable(SharedStrings.text(error, library.name))
      }
      return known
    }
  }

  private var textPath: String { cache.path(ofText: place, hash: hash, in: library.id) }
  private var name: String { CleanText.line(PathParts.name(of: place.path)) }

  /// The text that is kept of the library.
  private var kept: LocatedDocument? {
    guard let kept = KeptLibrary(keptOf: library.id, named: library.name),
      let document = try? kept.document(at: place, hash: hash),
      let text = try? SharedTextFile(
        document, name, heading: "The text as it was kept on \(day(document)).",
        around: request.page,
        pages: { first, body throws(LibraryIndex.Failure) in
          try kept.pages(of: place, from: first, body)
        })
    else { return nil }
    return located("kept on \(day(document)); \(silence)", document, text)
  }

  /// The text that was made when the server answered last.
  private var last: LocatedDocument? {
    guard let bytes = SystemPath.read(textPath, most: Self.mostText) else { return nil }
    cache.use(textPath)
    return located(bytes, "the text as it was read; \(silence)")
  }

  private func day(_ document: StoredDocument) -> String {
    CalendarDate.day(document.stored + LocalTime.current.zone, now: LocalTime.now)
  }

  private var silence: String { "\(library.name) does not answer" }

  private func located(
    _ origin: String, _ document: StoredDocument, _ text: SharedTextFile
  ) -> LocatedDocument {
    // An open one is not read again if nothing has changed.
    if SystemPath.read(textPath, most: Self.mostText) == text.bytes {
      cache.use(textPath)
    } else if cache.keep(textPath, { append in append(text.bytes) }) == nil {
      return .unavailable("the cache \(Paths.shown(SharedCache.root)) cannot be written")
    }
    let part = document.hasPages ? "page" : "text"
    return located(text.bytes, "the \(part) as it was \(origin)")
  }

  private func located(_ html: [UInt8], _ notice: String) -> LocatedDocument {
    cache.mark(textPath, of: library.id)
    return .text(
      path: textPath,
      anchor: SharedTextFile.anchor(in: html, page: request.page, start: request.start),
      notice: "\(CleanText.line(place.text)): \(notice)")
  }
}
