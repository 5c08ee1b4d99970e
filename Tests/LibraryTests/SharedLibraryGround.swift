import DocumentModel
import Foundation
import Library
import Postgres
import TestSupport
import Text

/// A shared library in a database of its own, with what tests do as other programs would.
final class SharedLibraryGround {
  let cluster: PostgresCluster
  let name: String
  /// As the role that set it up.
  let keeper: SharedDatabase

  /// `slicePages` is the size of slices, so that a few documents make several.
  init(collections: [String] = ["papers"], slicePages: Int = 250_000) throws {
    cluster = try PostgresCluster.shared.get()
    name = try cluster.makeDatabase()
    keeper = try SharedDatabase.settingUp(cluster.address(name)).database
    try cluster.run(script: "UPDATE recto.library SET slice_pages = \(slicePages)", in: name)
    for collection in collections {
      try keeper.makeCollection(collection)
      _ = try keeper.admit("postgres", to: collection, mayWrite: true, isKeeper: true)
    }
  }

  func open(as role: String = "postgres") throws -> SharedDatabase {
    try SharedDatabase(cluster.address(name, as: role))
  }

  /// Reads files that have no disk: what a worker would have read of each is in `documents`, by path.
  func store(_ documents: [String: IndexedDocument], in collection: String = "papers") throws {
    try keeper.offer(
      documents.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sighting) }, to: collection,
      reader: "test")
    while true {
      let files = try keeper.lease(from: [collection], machine: "here")
      guard !files.isEmpty else { return }
      for file in files {
        guard let document = documents[file.path], try keeper.begin(file) else { continue }
        _ = try keeper.store(document, hash: collection + file.path, of: file)
      }
    }
  }

  /// Returns a number that a statement answers, run by the superuser.
  func number(_ statement: String) throws -> Int {
    Int(try cluster.run(script: statement, in: name)) ?? -1
  }

  /// Returns what a search finds, as `path: hits`.
  func find(_ text: String, as role: String = "postgres") throws -> [String] {
    var found: [String] = []
    let searcher = SharedSearcher(
      try open(as: role), name: "lab", library: "/nonexistent")
    _ = try searcher.find(try LibraryQuery(text)) { findings in
      found += findings.documents.map { "\($0.path): \($0.count)" }
    }
    return found.sorted()
  }
}
