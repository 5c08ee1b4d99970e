import DocumentModel
import Foundation
import Library
import Platform
import Postgres
import TestSupport
import Text

/// A shared library in a database of its own, with the actions of other programs.
final class SharedLibraryBench {
  let cluster: PostgresCluster
  let name: String
  /// As the role that set it up.
  let keeper: SharedDatabase

  /// `slicePages` is the size of slices, so that a few documents make several.
  init(
    collections: [String] = ["papers"], slicePages: Int = 250_000, in other: PostgresCluster? = nil
  ) throws {
    cluster = try other ?? PostgresCluster.shared.get()
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

  /// Opens all databases of the library.
  func openAll(as role: String = "postgres") throws -> SharedDatabases {
    try SharedDatabases(cluster.address(name, as: role), id: keeper.id)
  }

  /// Adds a database in the same cluster or another one, and returns its name.
  func addDatabase(slicePages: Int = 250_000, in other: PostgresCluster? = nil) throws -> String {
    let other = other ?? cluster
    let name = try other.makeDatabase()
    _ = try openAll().add(other.address(name))
    try other.run(script: "UPDATE recto.library SET slice_pages = \(slicePages)", in: name)
    return name
  }

  /// Reads files as `store` does, into all databases.
  func storeInAll(_ documents: [String: IndexedDocument]) throws {
    let databases = try openAll()
    try databases.offer(
      documents.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sighting, nil) }, to: "papers",
      reader: "test")
    try databases.each { part, database throws(SharedLibraryError) in
      while case let files = try database.lease(from: ["papers"], machine: "here"), !files.isEmpty {
        for file in files {
          guard let document = documents[file.path], try database.begin(file) else { continue }
          let hash = Digest.sha256(Array(file.path.utf8))
          _ = try databases.first().home(of: hash, in: "papers", askedBy: part.number)
          _ = try database.store(document, hash: hash, of: file)
        }
      }
    }
  }

  /// Reads files without a disk: the contents that a worker would have read are in `documents`, by path.
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
      SharedDatabases(try open(as: role)), name: "lab", library: "/nonexistent")
    _ = try searcher.find(try LibraryQuery(text)) { findings in
      found += findings.documents.map { "\($0.path): \($0.count)" }
    }
    return found.sorted()
  }
}
