import Messages
import DocumentModel
import Files
import Foundation
import Interface
import Library
import Platform
import StandIn
import Synchronization
import TestSupport
import Testing

@testable import Annotating
@testable import Services
import Workers

/// A document with a library beside it, and programs that have it open.
struct KeptPlace: ~Copyable {
  let folder: String
  var file: String { folder + "/paper.pdf" }
  var library: String { folder + "/library" }

  init(_ document: StandInDocument = .made(id: "d1", made: "m1", sentences: 0..<80)) throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    write(document.bytes)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes other pages as an edit of them does it, or those that were there before.
  func turn(to new: [UInt8], isReturn: Bool = false) throws {
    let lineage = try #require(EditLineage(bytes, of: file, library: library))
    let hash = Digest.sha256(new)
    if isReturn {
      #expect(lineage.hindrance(to: hash) == nil)
      lineage.beginReturn(hash, length: new.count)
    } else {
      lineage.begin(hash, length: new.count, movesPages: true)
    }
    write(new)
    _ = lineage.finish(hash, length: new.count, try #require(FileStamp(following: file)))
  }

  /// Puts so many annotations on a page beforehand.
  func fill(_ like: Annotation, _ count: Int) {
    let old = (0..<count).map { number in
      var one = like
      one.id = AnnotationID("old\(like.page)-\(number)")
      return AnnotationChange(before: nil, after: one)
    }
    write(bytes + StandInDocument.section(old))
  }

  /// The journal's entries of the document, and the file states it knows.
  func journal() throws -> (entries: [JournalEntry], bases: [AnnotatedDocument.Bytes]) {
    let journal = AnnotationJournal(folder: library)
    let row = try #require(try journal.latest(at: file))
    var history = AnnotationHistory()
    try journal.catchUp(&history, of: row.id)
    return (history.entries, try journal.bases(of: row.id))
  }

  var bytes: [UInt8] { Array(FileManager.default.contents(atPath: file) ?? Data()) }
  var document: StandInDocument? { StandInDocument(bytes) }

  func write(_ bytes: [UInt8]) {
    try? Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  /// A program that has the document open.
  func open(
    _ other: String? = nil, most: Int = .max, worker: StandInWorker? = nil,
    _ change: (inout AnnotationOptions) -> Void = { _ in }
  ) throws -> KeptVersionBench {
    var options = AnnotationOptions()
    options.rest = 10
    change(&options)
    let listener = KeptListener()
    let file = other ?? file
    let store = AnnotationStore(
      folder: library, worker: worker ?? StandInWorker(most: most), options: options,
      tell: listener.tell)
    store.open(file)
    let loaded = try #require(listener.loaded())
    return KeptVersionBench(store: store, listener: listener, file: file, loaded: loaded)
  }
}

struct KeptVersionBench {
  let store: AnnotationStore
  let listener: KeptListener
  let file: String
  let loaded: [Annotation]

  /// Does something, and gives what was changed by it.
  @discardableResult
  func act(_ body: () -> Void) throws -> [AnnotationChange] {
    let heard = listener.all.count
    body()
    return try #require(listener.changed(from: heard))
  }

  @discardableResult
  func make(
    _ annotation: Annotation?, shown: StandInDocument? = nil
  ) throws -> [AnnotationChange] {
    let made = try #require(annotation)
    let texts = shown.map { document in
      document.pages.indices.map { ($0, document.text(of: $0)) }
    }
    return try act {
      store.edit(
        file, AnnotationEdit([AnnotationChange(before: nil, after: made)]),
        shown: Dictionary(uniqueKeysWithValues: texts ?? []))
    }
  }

  func edit(_ before: Annotation, _ after: Annotation?) throws {
    try act {
      store.edit(file, AnnotationEdit([AnnotationChange(before: before, after: after)]))
    }
  }

  func undo() throws { try #require(done { store.undo(file, completion: $0) } != nil) }

  func redo() throws { try #require(done { store.redo(file, completion: $0) } != nil) }

  /// The status once everything possible is written.
  @discardableResult
  func settled() throws -> SaveStatus {
    let answer = Answer<SaveStatus?>()
    store.settle(file) { answer.give($0) }
    return try #require(answer.wait())
  }

  /// Has something done that need not be shown, and gives what came of it.
  func done(
    _ body: (@escaping AnnotationStore.Completion) -> Void
  ) -> AnnotationEdit? {
    let answer = Answer<AnnotationEdit?>()
    body { answer.give($0) }
    return answer.wait()
  }

  /// Saves, waits until the words of the annotations are in the journal, and returns the status reported.
  @discardableResult
  func save() throws -> SaveStatus {
    let heard = listener.all.count
    store.save(file)
    let status = try #require(listener.saveStatus(from: heard) { $0.isSaved || $0.obstacle != nil })
    let answer = Answer<Bool>()
    store.whenCompared(file) { answer.give(true) }
    _ = answer.wait()
    return status
  }

  /// All that is shown, by ids.
  func shown() throws -> [AnnotationID: Annotation] {
    let heard = listener.all.count
    store.tellAll(file)
    let all = try #require(listener.loaded(from: heard))
    return Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The annotations of the previous version, once known.
  var carried: CarriedAnnotations? {
    let answer = Answer<Bool>()
    store.tellAll(file)
    store.whenCompared(file) { answer.give(true) }
    _ = answer.wait()
    return listener.all.reversed().lazy.compactMap { news -> CarriedAnnotations?? in
      if case .carried(let carried) = news { .some(carried) } else { nil }
    }.first ?? nil
  }

  /// Carries over the annotations of the previous version; returns how many have a place.
  @discardableResult
  func carryOver(withClosest: Bool = false, always: Bool = false) -> Int {
    _ = carried
    let answer = Answer<Int>()
    store.carryOver(file, withClosest: withClosest, always: always) { answer.give($0) }
    return answer.wait()
  }

  var detached: [Annotation] {
    listener.all.reversed().lazy.compactMap {
      if case .detached(let annotations) = $0 { annotations } else { nil }
    }.first ?? []
  }
}

/// A highlight of a sentence by its number.
func highlight(
  _ document: StandInDocument?, _ number: Int, contents: String = ""
) -> Annotation? {
  // The number of a sentence is nowhere else.
  document?.highlight(
    "Sentence \(number * 7919 % 10_007)", id: "h\(number)", contents: contents)
}

/// A program opens the document, highlights a sentence, saves and goes.
func session(_ place: borrowing KeptPlace, highlighting number: Int) throws {
  let desk = try place.open()
  try desk.make(highlight(place.document, number))
  try desk.save()
}

/// The document as it is when its first page is cut.
func withoutFirstPage(_ whole: StandInDocument?) throws -> StandInDocument {
  var document = try #require(whole)
  document.pages.removeFirst()
  document.annotations = document.annotations.filter { $0.page > 0 }.map { annotation in
    var annotation = annotation
    annotation.page -= 1
    return annotation
  }
  return document
}

/// A document that has its annotations in a section of its own.
func annotatedBytes(_ document: StandInDocument) -> [UInt8] {
  let plain = StandInDocument(id: document.id, made: document.made, pages: document.pages)
  return plain.bytes
    + StandInDocument.section(
      document.annotations.map { AnnotationChange(before: nil, after: $0) })
}
