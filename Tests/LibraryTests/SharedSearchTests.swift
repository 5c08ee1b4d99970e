import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Library
@testable import Text

/// Searching a shared library finds exactly what the local index finds.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedSearchTests {
  private static let words =
    "amber raft consensus leader election log entry quorum naïve façade Straße wave-length re-use 検索 東京 図書館 한국 of the and in"
    .split(separator: " ").map(String.init)

  private static func documents(
    _ count: Int, _ generator: inout SeededGenerator
  ) -> [String: IndexedDocument] {
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }
    var documents: [String: IndexedDocument] = [:]
    for number in 0..<count {
      let path = "\(["old", "new/deep", "Essays"][number % 3])/\(words[number % 8])-\(number).pdf"
      let pages = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        "# \(text(2))\n\(text(25))\n\(text(12))"
      }
      documents[path] = IndexTests.document(
        "/root/\(path)", pages, title: number % 4 == 0 ? text(3) : "",
        author: number % 5 == 0 ? "Ada Lovelace" : "",
        created: Int64(number) * 86_400 * 90, notes: number % 6 == 0 ? [0: text(2)] : [:])
      // At one height, so that the characters decide.
      documents[path]?.sections = ["Top", "Below"].enumerated().map { number, title in
        DocumentSection(title: title, page: 0, y: 0, character: number * 1_000)
      }
    }
    return documents
  }

  private static func query(_ generator: inout SeededGenerator) -> String {
    func word() -> String { words.randomElement(using: &generator) ?? "" }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: return word()
    case 1: return "\(word()) \(word())"
    case 2: return "\"\(word()) \(word())\""
    case 3: return "\"\(word()) \(word()) \(word())\""
    case 4: return "\(word()) -\(word())"
    case 5: return "\(word()) OR \(word()) \(word())"
    case 6: return "near:\"\(word()) \(word())\""
    case 7: return "page:\"\(word()) \(word())\" \(word())"
    case 8: return "/\(word().prefix(2)).*\(word())/"
    case 9: return "title:\(word()) \(word())"
    case 10: return "author:ada \(word())"
    case 11: return "note:\(word())"
    case 12: return "in:essays \(word())"
    default: return "\(word().prefix(Int.random(in: 1...3, using: &generator)))"
    }
  }

  /// The parts of a document that both answers must have in common.
  private static func facts(_ hits: DocumentHits, _ path: String) -> String {
    let places = hits.hits.map {
      "\($0.kind) \($0.page) \($0.start) \($0.label) \($0.section) \($0.text)"
    }
    return "\(path): \(hits.count), \(hits.title), \(hits.year); \(places)"
  }

  @Test func manyAlternativesAreSearched() throws {
    let ground = try SharedLibraryBench()
    try ground.store([
      "a.pdf": IndexTests.document("/root/a.pdf", ["some needle300x"]),
      "b.pdf": IndexTests.document("/root/b.pdf", ["some needle301x"]),
    ])
    let words = (1...300).map { "needle\($0)x" }.joined(separator: "|")
    #expect(try ground.find("/(\(words))/") == ["lab:papers/a.pdf: 1"])
  }

  /// The library is in one database, and in two.
  @Test func localAndSharedSearchesAgree() throws {
    var generator = SeededGenerator(seed: 31)
    let documents = Self.documents(30, &generator)
    let folder = FileManager.default.temporaryDirectory.path + "/recto-twins-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let index = try LibraryIndex(folder: folder)
    try index.put(documents.values.sorted { $0.sighting.path < $1.sighting.path })
    let local = try LibrarySearcher(folder: folder, library: folder)
    let (one, two) = (
      try SharedLibraryBench(slicePages: 50), try SharedLibraryBench(slicePages: 50)
    )
    try one.store(documents)
    #expect(try one.number("SELECT count(*) FROM recto.slice") >= 3)
    let other = try two.addDatabase(slicePages: 30)
    try two.storeInAll(documents)
    #expect(try two.number("SELECT count(*) FROM recto.slice") >= 1)
    let slices = try two.cluster.run(script: "SELECT count(*) FROM recto.slice", in: other)
    #expect(Int(slices) ?? 0 >= 2)
    let twins = try [one, two].map {
      SharedSearcher(try $0.openAll(), name: "lab", library: folder)
    }
    var bounds = LibrarySearcher.Bounds()
    bounds.mostHits = 1_000
    let count = TestTier.runsLong ? 2_000 : 120
    var nonempty = 0
    // Few words make many equal queries: each is asked once.
    let queries = Set((0..<count).map { _ in Self.query(&generator) }).sorted()
    for text in queries {
      guard let query = try? LibraryQuery(text) else { continue }
      var expected: Set<String> = []
      try local.find(query, bounds) { findings in
        for hits in findings.documents { expected.insert(Self.facts(hits, hits.path)) }
      }
      for shared in twins {
        var found: [String] = []
        let missing = try shared.find(query, bounds) { findings in
          found += findings.documents.map {
            Self.facts($0, $0.path.replacing("lab:papers/", with: "/root/"))
          }
        }
        #expect(missing.isComplete)
        #expect(Set(found).count == found.count, "\(text): a document comes twice")
        let difference = Set(found).symmetricDifference(expected).sorted()
        #expect(difference.isEmpty, "\(text): \(difference.prefix(2))")
      }
      if !expected.isEmpty { nonempty += 1 }
    }
    #expect(nonempty > queries.count / 2)
  }

  /// Documents that are kept on this machine answer as their server does.
  @Test func cachedDocumentsAnswerLikeTheServer() throws {
    var generator = SeededGenerator(seed: 8)
    let documents = Self.documents(20, &generator)
    let folder = FileManager.default.temporaryDirectory.path + "/recto-kept-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ground = try SharedLibraryBench(collections: ["papers", "other"], slicePages: 50)
    try ground.store(documents)
    try ground.store(["x.pdf": IndexTests.document("/root/x.pdf", ["raft"])], in: "other")
    let shared = SharedSearcher(SharedDatabases(ground.keeper), name: "lab", library: folder)
    let (places, areAll) = try shared.places(of: "papers")
    #expect(places.count == 20 && Set(places).count == 20 && areAll)
    #expect(KeptLibrary(keptOf: "id", named: "lab", in: folder) == nil)
    let kept = try KeptLibrary("id", named: "lab", in: folder)
    for case .shared(let place, let hash) in places {
      try kept.put(try #require(try shared.whole(place, hash: hash)))
      #expect(try shared.whole(place, hash: "other") == nil)
    }
    var bounds = LibrarySearcher.Bounds()
    bounds.mostHits = 1_000
    var nonempty = 0
    for _ in 0..<80 {
      let text = Self.query(&generator)
      guard let query = try? LibraryQuery(text) else { continue }
      var (there, here): (Set<String>, Set<String>) = ([], [])
      _ = try shared.find(query, bounds) { findings in
        for hits in findings.documents where !hits.path.contains(":other/") {
          there.insert(Self.facts(hits, "\(hits.place)"))
        }
      }
      try kept.find(query, bounds) { findings in
        for hits in findings.documents { here.insert(Self.facts(hits, "\(hits.place)")) }
      }
      #expect(there == here, "\(text)")
      if !here.isEmpty { nonempty += 1 }
    }
    #expect(nonempty > 30)
    guard case .shared(let place, let hash) = places[0] else { return }
    var (pages, kepts): ([String], [String]) = ([], [])
    try shared.pages(of: try #require(try shared.document(at: place)), from: 0) { _, _, flat in
      pages.append(flat.text)
      return true
    }
    try kept.pages(of: place, from: 0) { _, _, flat in
      kepts.append(flat.text)
      return true
    }
    #expect(pages == kepts && !pages.isEmpty)
    #expect(try kept.document(at: place, hash: hash) != nil)
    #expect(try kept.document(at: place, hash: "other") == nil)
    try kept.remove([KeptLibrary.path(of: place)])
    #expect(try kept.document(at: place, hash: hash) == nil)
  }

  /// Row security, an extension or a sealed slice must not keep the planner from the index.
  @Test func theQueryPlanUsesTheGramIndex() throws {
    var generator = SeededGenerator(seed: 5)
    let ground = try SharedLibraryBench(slicePages: 200)
    try ground.store(Self.documents(120, &generator))
    for extended in [false, true] {
      if extended { try ground.cluster.run(script: "CREATE EXTENSION intarray", in: ground.name) }
      for need in [
        #"{"grams":[5,9]}"#, #"{"any":[{"grams":[5]},{"all":[{"grams":[7]},{"grams":[8]}]}]}"#,
      ] {
        let condition = try ground.cluster.run(
          script: "SELECT recto.condition('\(need)', 0)", in: ground.name)
        let plan = try ground.cluster.run(
          script: """
            SET enable_seqscan = off;
            EXPLAIN SELECT id >> 24, array_agg(id) FROM recto.gram_1 WHERE \(condition)
            AND collection = ANY ('{1,2}'::int[]) AND (NULL::bigint IS NULL OR id >> 24 < 0) GROUP BY 1 ORDER BY 1 DESC LIMIT 14
            """, in: ground.name)
        #expect(plan.contains("Bitmap Index Scan on gram_1_grams"), "\(plan)")
      }
      for call in [
        #"candidates(1, '{"grams":[5,9]}', NULL, 14)"#, #"candidates(1, '{"grams":[5]}', 90, 14)"#,
        #"rows(1, 3, '{"grams":[5]}')"#, #"fronts('{"grams":[5,9]}', NULL, 14)"#,
        "texts(1, ARRAY[3 << 24, (3 << 24) + 1]::bigint[])", "texts_from(1, 3, 0, 10)",
      ] {
        let plans = try ground.cluster.plans(
          of: "SELECT * FROM recto.\(call)", in: ground.name)
        #expect(plans.contains("Index Scan"), "\(call): \(plans)")
        #expect(
          plans.firstMatch(of: /Seq Scan on (gram|page|front)/) == nil, "\(call): \(plans)")
      }
      #expect(try ground.find("raft consensus").isEmpty == false)
    }
    try ground.keeper.tidy()
    #expect(try ground.number("SELECT count(*) FROM recto.slice WHERE is_sealed") >= 1)
    #expect(try ground.find("raft consensus").isEmpty == false)
  }

  /// The newest documents of a slice are looked through before the others, and none is missing or comes twice.
  @Test func candidatesComeInOrderHoweverManyAreAskedFor() throws {
    let ground = try SharedLibraryBench()
    var documents: [String: IndexedDocument] = [:]
    for number in 0..<420 {
      let words = (number % 50 == 7 ? "rare " : "") + (number % 2 == 0 ? "common" : "other")
      documents["\(number).pdf"] = IndexTests.document("/root/\(number).pdf", [words, "second"])
    }
    try ground.store(documents)
    let source = SharedCandidates(
      database: ground.keeper, name: "lab", roots: [:], patience: .seconds(10))
    for word in ["rare", "common", "missing"] {
      let need = try #require(GramNeed(literal: word).json)
      let all = try source.candidates(need, in: 1, before: nil, most: 10_000).map(\.document)
      #expect(all.count == ["rare": 9, "common": 210, "missing": 0][word])
      for most in [1, 3, 8, 14, 63, 64] {
        var (found, before) = ([Int](), Int?.none)
        repeat {
          let part = try source.candidates(need, in: 1, before: before, most: most)
          found += part.map(\.document)
          before = part.count == most ? part.last?.document : nil
        } while before != nil
        #expect(found == all, "\(word), \(most)")
      }
    }
  }

  /// Each search would look through the lists of new entries.
  @Test func tidyingEmptiesTheListsOfNewEntries() throws {
    let ground = try SharedLibraryBench()
    func listedPages() throws -> [Int] {
      try ["front_grams", "gram_1_grams"].map {
        try ground.number("SELECT gin_clean_pending_list('recto.\($0)'::regclass)")
      }
    }
    try ground.store(["a.pdf": IndexTests.document("/root/a.pdf", ["needle"])])
    // Counting empties them.
    #expect(try listedPages() == [1, 1])
    try ground.store(["b.pdf": IndexTests.document("/root/b.pdf", ["needle"])])
    try ground.keeper.tidy()
    #expect(try listedPages() == [0, 0])
  }

  @Test func newDocumentsReplaceOldOnes() throws {
    let ground = try SharedLibraryBench()
    let first = IndexTests.document("/root/a.pdf", ["needle one", "second page"])
    try ground.store(["a.pdf": first, "b.pdf": IndexTests.document("/root/b.pdf", ["needle two"])])
    #expect(try ground.find("needle") == ["lab:papers/a.pdf: 1", "lab:papers/b.pdf: 1"])
    var changed = IndexTests.document("/root/a.pdf", ["thread"])
    changed.sighting.modified += 1
    try ground.keeper.offer([("a.pdf", changed.sighting)], to: "papers", reader: "test")
    let file = try #require(try ground.keeper.lease(from: ["papers"], machine: "here").first)
    #expect(try ground.keeper.begin(file))
    #expect(try ground.keeper.store(changed, hash: "another", of: file))
    #expect(try ground.find("needle") == ["lab:papers/b.pdf: 1"])
    #expect(try ground.find("thread") == ["lab:papers/a.pdf: 1"])
    // The same bytes at another path are one document.
    try ground.keeper.offer([("c.pdf", first.sighting)], to: "papers", reader: "test")
    let copy = try #require(try ground.keeper.lease(from: ["papers"], machine: "here").first)
    #expect(try ground.keeper.begin(copy))
    #expect(try ground.keeper.adopt(copy, hash: "papersb.pdf", reader: "test"))
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 2)
    try ground.keeper.prune(["b.pdf"], from: "papers")
    #expect(try ground.find("needle") == ["lab:papers/c.pdf: 1"])
    try ground.keeper.prune(["a.pdf", "c.pdf"], from: "papers")
    #expect(try ground.number("SELECT count(*) FROM recto.page_1") == 0)
    #expect(try ground.number("SELECT pages FROM recto.slice") == 0)
  }

  @Test func hitsAndTextOfOneDocumentAreRead() throws {
    let ground = try SharedLibraryBench()
    let long = IndexTests.document(
      "/root/a.pdf", (0..<9).map { "# needle \($0)\nand needle thread \($0)" }, title: "Long")
    try ground.store(["a.pdf": long, "b.pdf": IndexTests.document("/root/b.pdf", ["needle"])])
    let place = SharedPlace(library: "lab", collection: "papers", path: "a.pdf")
    let searcher = SharedSearcher(
      SharedDatabases(ground.keeper), name: "lab", library: "/nonexistent")
    let query = try LibraryQuery("needle thread")
    let hits = try searcher.hits(of: .shared(place, hash: "papersa.pdf"), query)
    let folder = FileManager.default.temporaryDirectory.path + "/recto-hits-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try LibraryIndex(folder: folder).put([long])
    let local = try LibrarySearcher(folder: folder, library: folder)
    #expect(try local.hits(of: DocumentPlace("/root/a.pdf"), query) == hits)
    #expect(Set(hits.map(\.page)) == Set(0..<9))
    #expect(try searcher.hits(of: .shared(place, hash: "other"), query).isEmpty)
    #expect(try searcher.document(at: place, hash: "other") == nil)
    let document = try #require(try searcher.document(at: place, hash: "papersa.pdf"))
    #expect(document.title == "Long")
    #expect(abs(Double(document.stored) - Date().timeIntervalSince1970) < 3_600)
    var pages: [Int] = []
    try searcher.pages(of: document, from: 4) { number, _, flat in
      pages.append(number)
      #expect(flat.text(of: 0) == "needle \(number)")
      #expect(flat.start(of: 0)?.page == number)
      return number < 6
    }
    #expect(pages == [4, 5, 6])
    _ = try ground.keeper.admit("ada_\(ground.name)", to: "papers", mayWrite: false)
    let reader = SharedSearcher(
      SharedDatabases(try ground.open(as: "ada_\(ground.name)")), name: "lab",
      library: "/nonexistent")
    #expect(try reader.document(at: place) != nil)
    try ground.cluster.run(
      script: "DELETE FROM recto.membership WHERE who LIKE 'ada%'", in: ground.name)
    #expect(try reader.document(at: place) == nil)
    #expect(throws: SharedSearcher.Failure.self) {
      _ = try reader.hits(of: .shared(place, hash: "papersa.pdf"), query)
    }
  }

  /// A slice whose grams this version does not know is reported, not guessed.
  @Test func slicesOfOtherVersionsAreReportedAsMissing() throws {
    let ground = try SharedLibraryBench()
    try ground.store(["a.pdf": IndexTests.document("/root/a.pdf", ["needle"])])
    try ground.cluster.run(script: "UPDATE recto.slice SET grams = 99", in: ground.name)
    let searcher = SharedSearcher(
      SharedDatabases(ground.keeper), name: "lab", library: "/nonexistent")
    let missing = try searcher.find(try LibraryQuery("needle")) { _ in }
    #expect(missing.unknown == 1 && !missing.isComplete)
    try ground.cluster.run(script: "UPDATE recto.library SET form = 99", in: ground.name)
    #expect(throws: SharedLibraryError.newer(form: 99)) { _ = try ground.open() }
    let empty = try ground.cluster.makeDatabase()
    #expect(throws: SharedLibraryError.notALibrary) {
      _ = try SharedDatabase(ground.cluster.address(empty))
    }
  }
}
