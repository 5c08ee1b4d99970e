import Foundation
import Glibc
import PseudoTerminal
import TestSupport

/// A user's home for one session: documents, and Recto's memory.
struct SoakFolder {
  let folder: String
  let documents: String
  let ledger: String
  private let tools: String

  /// Takes all of it away, names of any bytes too.
  static func remove(_ folder: String) {
    _ = try? BoundedRun("/bin/rm", ["-rf", "--", folder], environment: [:])
  }

  /// Documents are copied from `collection`; without one there are only our own.
  init(_ folder: String, collection: [String]) throws {
    self.folder = folder
    documents = folder + "/documents"
    tools = folder + "/tools"
    ledger = documents + "/ledger.pdf"
    let files = FileManager.default
    Self.remove(folder)
    for path in [documents + "/more/deeper", tools, folder + "/share"] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      atPath: folder + "/share/mime", withDestinationPath: "/usr/share/mime")
    for (index, path) in collection.enumerated() {
      let name = (path as NSString).lastPathComponent
      let place = index % 3 == 0 ? documents + "/more/" : documents + "/"
      try? files.copyItem(atPath: path, toPath: place + name)
      chmod(place + name, 0o644)
    }
    try put(SmallDocument.bytes(pages: 12), documents + "/small.pdf")
    try put(SmallDocument.bytes(pages: 9, title: "Ledger"), ledger)
    try put(
      Data("# One\n\ntext [link](small.pdf#page=3)\n\n## Two\n\n- a\n- b\n".utf8),
      documents + "/notes.md")
    try put(Data(String(repeating: "a line of text\n", count: 400).utf8), documents + "/long.txt")
    try put(Data("%PDF-1.7\nbroken".utf8), documents + "/broken.pdf")
    try put(Data(), documents + "/empty.pdf")
    // An editor that writes a line and ends.
    try put(Data("#!/bin/sh\nfor f; do :; done\necho edited >>\"$f\"\n".utf8), tools + "/editor")
    chmod(tools + "/editor", 0o755)
  }

  private func put(_ data: Data, _ path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  var environment: [String: String] {
    [
      "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": tools + ":/usr/bin:/bin",
      "EDITOR": tools + "/editor", "XDG_DATA_DIRS": folder + "/share",
    ]
  }

  /// The names of the documents there are now.
  var paths: [String] {
    let names = FileManager.default.enumerator(atPath: documents)?.allObjects as? [String] ?? []
    return names.sorted().map { documents + "/" + $0 }
  }

  /// Does to a file what another program might.
  func disturb(_ random: inout SeededGenerator) {
    let all = paths.filter { $0 != ledger && ($0.hasSuffix(".pdf") || $0.hasSuffix(".md")) }
    guard let path = all.randomElement(using: &random) else { return }
    let files = FileManager.default
    let pages = Int.random(in: 1...20, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try? files.removeItem(atPath: path)
    case 1: truncate(path, off_t(Int.random(in: 0...2_000, using: &random)))
    case 2:
      try? SmallDocument.bytes(pages: pages).write(to: URL(fileURLWithPath: path), options: .atomic)
    case 3: try? SmallDocument.bytes(pages: pages).write(to: URL(fileURLWithPath: path))
    case 4: utimes(path, nil)
    default: try? files.moveItem(atPath: path, toPath: path + ".moved.pdf")
    }
  }
}
