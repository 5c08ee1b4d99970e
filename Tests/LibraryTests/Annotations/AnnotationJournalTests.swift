import DocumentModel
import Foundation
import Store
import Testing

@testable import Library

struct AnnotationJournalTests {
  func note(_ id: String, _ contents: String = "", page: Int = 0) -> Annotation {
    Annotation(
      id: AnnotationID(id), page: page, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      contents: contents, author: "Ada")
  }

  func made(_ id: String, _ contents: String = "") -> AnnotationEdit {
    AnnotationEdit([AnnotationChange(before: nil, after: note(id, contents))])
  }

  @discardableResult
  func add(
    _ journal: AnnotationJournal, _ document: Int, _ history: inout AnnotationHistory,
    _ step: AnnotationEdit, _ kind: JournalEntry.Kind = .edit
  ) throws -> JournalEntry? {
    try journal.add(to: document, &history) { _, row in
      AnnotationJournal.Entry(kind, step, version: row.version)
    }
  }

  /// Libraries on disk call the last entry of some bytes a deed.
  @Test func bytesOfEarlierVersionsAreRead() throws {
    let row = #"{"length":9,"hash":"h","deed":3}"#
    let bytes = AnnotatedDocument.Bytes(length: 9, hash: "h", lastEntry: 3)
    #expect(JSONText.content(row, as: AnnotatedDocument.Bytes.self) == bytes)
  }

  @Test func entriesSurviveAcrossPrograms() throws {
    let bench = try Bench()
    let folder = bench.folder + "/library"
    let path = try bench.make("a.pdf")
    let identity = FileEvidence(path: path, stamp: path, permanentID: "ab")
    let journal = AnnotationJournal(folder: folder)
    let row = try journal.ensure(identity, title: "A")
    var history = AnnotationHistory()
    try add(journal, row.id, &history, made("one", "first \u{1F600} \"words\"\nand more"))
    try add(journal, row.id, &history, made("two"))
    let other = AnnotationJournal(folder: folder)
    var found = AnnotationHistory()
    let known = try #require(try other.match(identity))
    try other.catchUp(&found, of: known.id)
    #expect(found.entries == history.entries)
    #expect(found.annotations.map(\.id.name) == ["one", "two"])
    #expect(found.annotations.first?.contents == "first \u{1F600} \"words\"\nand more")
  }

  @Test func nonFiniteNumbersAreStored() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    var history = AnnotationHistory()
    var odd = note("odd")
    odd.box = Box(x0: .nan, y0: -.infinity, x1: .infinity, y1: 0)
    try add(journal, row.id, &history, AnnotationEdit([AnnotationChange(before: nil, after: odd)]))
    var found = AnnotationHistory()
    try journal.catchUp(&found, of: row.id)
    #expect(found.annotations.first?.box.x0.isNaN == true)
    #expect(found.annotations.first?.box.x1 == .infinity)
  }

  @Test func twoProgramsAddToOneHistory() throws {
    let bench = try Bench()
    let (one, other) = (
      AnnotationJournal(folder: bench.folder + "/library"),
      AnnotationJournal(folder: bench.folder + "/library")
    )
    let row = try one.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    var (first, second) = (AnnotationHistory(), AnnotationHistory())
    try add(one, row.id, &first, made("one"))
    _ = other.hasChanged()
    try add(other, row.id, &second, made("two"))
    #expect(
      second.annotations.map(\.id.name) == ["one", "two"], "others' rows come before one's own")
    #expect(one.hasChanged())
    #expect(!one.hasChanged())
    try one.catchUp(&first, of: row.id)
    #expect(first.entries == second.entries)
  }

  @Test func annotationsAreFoundAfterTheirFileIsGone() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let (a, b) = (try bench.make("a.pdf", "one"), try bench.make("b.pdf", "two"))
    let row = try journal.ensure(FileEvidence(path: a, stamp: a), title: "A")
    let other = try journal.ensure(FileEvidence(path: b, stamp: b), title: "B")
    var (history, others) = (AnnotationHistory(), AnnotationHistory())
    try add(journal, row.id, &history, made("one", "kept"))
    try add(journal, other.id, &others, made("two", "kept"))
    // The first is moved over the second: the library's rows of both files become one.
    let store = try LibraryStore(file: bench.folder + "/library/library.db")
    let file = try #require(try store.files.record(at: a))
    try store.files.move([(id: file.id, path: b)], areSameFiles: true)
    try FileManager.default.removeItem(atPath: b)
    var found: [String] = []
    try journal.find("kept") { path, _, annotation, _ in
      found.append("\(path) \(annotation.id.name)")
      return true
    }
    #expect(found.sorted() == ["\(b) one", "\(b) two"])
    #expect(try journal.document(row.id)?.path == b)
  }

  /// Documents come by their newest annotation, those of each by page.
  @Test func documentsAreOrderedByTheirNewestAnnotation() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    for (path, dates) in [("/old.pdf", [5, 4, 6]), ("/new.pdf", [1, 9, 2])] {
      let row = try journal.ensure(FileEvidence(path: path, stamp: path), title: "")
      let all = dates.enumerated().reversed().map { page, date in
        var made = note("\(page)", "words", page: page)
        made.modified = Int64(date)
        return made
      }
      try journal.show(all, stamp: "s", of: row.id)
    }
    var found: [String] = []
    try journal.find("words") { path, _, annotation, _ in
      found.append("\(path) \(annotation.page)")
      return true
    }
    #expect(found == ["/new.pdf", "/old.pdf"].flatMap { path in (0..<3).map { "\(path) \($0)" } })
  }

  /// Those that are far from the newest too, each document once and whole.
  @Test func olderDocumentsFollowOnceAndWhole() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    // The first is new and old, the second full, the third old alone.
    for (number, dates) in [[9_999, 1], Array(3_000..<6_000), [7, 2]].enumerated() {
      let row = try journal.ensure(
        FileEvidence(path: "/\(number).pdf", stamp: "/\(number).pdf"), title: "")
      let all = dates.enumerated().map { page, date in
        var made = note("\(number)-\(page)", date < 10 ? "old words" : "words", page: 9_999 - page)
        made.modified = Int64(date)
        return made
      }
      try journal.show(all, stamp: "s", of: row.id)
    }
    func found(_ words: String, limit: Int = 20_000) throws -> [String] {
      var found: [String] = []
      try journal.find(words, limit: limit, mostOfOne: 5_000) { path, _, annotation, _ in
        found.append("\(path) \(annotation.id.name)")
        return true
      }
      return found
    }
    let all = try found("words")
    #expect(all.count == 3_004 && Set(all).count == 3_004)
    #expect(all.prefix(2) == ["/0.pdf 0-1", "/0.pdf 0-0"])
    #expect(all.dropFirst(2).prefix(2) == ["/1.pdf 1-2999", "/1.pdf 1-2998"])
    #expect(all.suffix(2) == ["/2.pdf 2-1", "/2.pdf 2-0"])
    #expect(try found("old") == ["/2.pdf 2-1", "/2.pdf 2-0", "/0.pdf 0-1"])
    #expect(try found("words", limit: 3) == Array(all.prefix(3)))
    #expect(try found("", limit: 3_003).count == 3_003)
    var reported: [String: Int] = [:]
    var more: [String: Int] = [:]
    try journal.find("words", mostOfOne: 1_000) { path, _, _, _ in
      reported[path, default: 0] += 1
      return true
    } more: { path, _, count in
      more[path] = count
    }
    #expect(reported == ["/0.pdf": 2, "/1.pdf": 1_000, "/2.pdf": 2] && more == ["/1.pdf": 2_000])
  }

  /// An edited, or deleted and recreated, annotation is still found by the words it lies on.
  @Test func editedAnnotationsKeepTheirAnchor() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    let old = note("one", "remark")
    try journal.show([old], stamp: "s", of: row.id)
    let anchor = TextAnchor(quote: "winged words", before: "", after: "")
    try journal.set(anchors: [old.id: anchor], version: 0, in: row.id)
    func found() throws -> [String] {
      var found: [String] = []
      try journal.find("winged") { _, _, annotation, _ in
        found.append(annotation.contents)
        return true
      }
      return found
    }
    #expect(try found() == ["remark"])
    var history = AnnotationHistory()
    var new = old
    new.contents = "another"
    for change in [
      AnnotationChange(before: old, after: new), AnnotationChange(before: new, after: nil),
      AnnotationChange(before: nil, after: new),
    ] {
      _ = try journal.add(to: row.id, &history) { _, row in
        .init(.edit, AnnotationEdit([change]), version: row.version)
      }
      #expect(try found() == [change.after?.contents].compactMap(\.self))
    }
  }

  /// A word may be of the document's name or title, the others of its annotations.
  @Test func documentNamesAndTitlesFindAnnotations() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    for (path, title, words) in [
      ("/deep/kiela.pdf", "Über Brücken", "important"), ("/kiela/other.pdf", "", "important"),
      ("/deep/third.pdf", "Third", "kiela is important"),
    ] {
      let row = try journal.ensure(FileEvidence(path: path, stamp: path), title: title)
      try journal.show([note("one", words), note("two", "else")], stamp: "s", of: row.id)
    }
    func found(_ words: String) throws -> [String] {
      var found: [String] = []
      try journal.find(words) { path, _, annotation, _ in
        found.append("\(path) \(annotation.id.name)")
        return true
      }
      return found.sorted()
    }
    #expect(
      try found("kiela") == ["/deep/kiela.pdf one", "/deep/kiela.pdf two", "/deep/third.pdf one"])
    #expect(try found("kiela else") == ["/deep/kiela.pdf two"])
    #expect(try found("BRUCKEN important") == ["/deep/kiela.pdf one"])
    #expect(try found("deep").isEmpty)
  }

  @Test func theSearchInAllDocumentsFoldsText() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    for (number, words) in ["Über die Brücke", "the bridge", "bridges of % and _"].enumerated() {
      let row = try journal.ensure(
        FileEvidence(path: "/\(number).pdf", stamp: "/\(number).pdf"), title: "T\(number)")
      try journal.show([note("n", words)], stamp: "s", of: row.id)
    }
    func find(_ words: String) throws -> [String] {
      var found: [String] = []
      try journal.find(words) { path, _, _, _ in
        found.append(path)
        return true
      }
      return found.sorted()
    }
    #expect(try find("uber BRUCKE") == ["/0.pdf"])
    #expect(try find("bridge") == ["/1.pdf", "/2.pdf"])
    #expect(try find("%") == ["/2.pdf"])
    #expect(try find("ada bridge the") == ["/1.pdf"])
    #expect(try find("").count == 3)
    #expect(try find("nothing of that").isEmpty)
  }

  @Test func newEditsAreFoundAndDeletedOnesAreNot() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    var history = AnnotationHistory()
    let step = made("one", "quicksilver")
    try add(journal, row.id, &history, step)
    var count = 0
    let finder = AnnotationJournal(folder: bench.folder + "/library")
    try finder.find("quicksilver") { _, _, _, _ in
      count += 1
      return true
    }
    #expect(count == 1)
    try add(journal, row.id, &history, step.inverse, .undo)
    try finder.find("quicksilver") { _, _, _, _ in
      count += 1
      return true
    }
    #expect(count == 1)
  }

  /// Detached annotations are found by the words they lay on, marked as such, and last; once placed they are like the others.
  @Test func detachedAnnotationsAreFoundAsDetached() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    var history = AnnotationHistory()
    func find(_ words: String) throws -> [String] {
      var found: [String] = []
      try journal.find(words) { _, _, annotation, isDetached in
        found.append((isDetached ? "lost " : "") + annotation.id.name)
        return true
      }
      return found
    }
    try add(journal, row.id, &history, made("one", "quicksilver"))
    try add(journal, row.id, &history, made("two", "quicksilver"))
    let anchor = TextAnchor(quote: "the heron waits", before: "", after: "")
    try journal.set(anchors: [AnnotationID("one"): anchor], version: 0, in: row.id)
    let lost = [AnnotationChange(before: note("one", "quicksilver"), after: nil)]
    try add(journal, row.id, &history, AnnotationEdit(lost), .detached)
    #expect(try find("quicksilver") == ["two", "lost one"])
    #expect(try find("heron") == ["lost one"])
    // The file is read again and has only the other one.
    try journal.show([note("two", "quicksilver")], stamp: "s", of: row.id)
    #expect(try find("quicksilver") == ["two", "lost one"])
    #expect(try journal.shown(of: row.id).map(\.id.name) == ["two"])
    try journal.show(detached: history.detached, of: row.id)
    #expect(try find("") == ["two", "lost one"])
    // The changed text is found there, and the old one is not.
    let changed = AnnotationChange(
      before: note("one", "quicksilver"), after: note("one", "mercury"))
    try add(journal, row.id, &history, AnnotationEdit([], unplaced: [changed]))
    #expect(try find("mercury") == ["lost one"])
    #expect(try find("quicksilver") == ["two"])
    let back = AnnotationChange(before: changed.after, after: changed.before)
    try add(journal, row.id, &history, AnnotationEdit([], unplaced: [back]))
    #expect(try find("quicksilver") == ["two", "lost one"])
    try add(journal, row.id, &history, made("one", "quicksilver"), .placed)
    #expect(try find("quicksilver").sorted() == ["one", "two"])
    try add(journal, row.id, &history, AnnotationEdit(lost), .detached)
    try add(journal, row.id, &history, AnnotationEdit(lost))
    #expect(try find("quicksilver") == ["two"])
  }

  @Test func aLibraryOfALaterVersionIsLeftAlone() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    _ = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "")
    let other = try LibraryStore(file: bench.folder + "/library/library.db")
    try other.connection.execute("PRAGMA user_version = 99")
    let late = AnnotationJournal(folder: bench.folder + "/library")
    #expect(throws: LibraryTrouble.self) {
      try late.ensure(FileEvidence(path: "/b.pdf", stamp: "/b.pdf"), title: "")
    }
  }
}
