import DocumentModel
import Glibc
import Platform

/// Names, new files and folders, and the trash.
extension FileOperation {
  func rename(_ item: String, to name: String) throws(FilesError) {
    let folder = PathParts.folder(of: item)
    let target = PathParts.joined(folder, name)
    guard FileSystemKind(of: folder).takes(name) else { throw FilesError(.badName, target) }
    if PathParts.same(item, target) { return }
    try disk.rename(item, to: target)
    outcome.done.append(.init(from: item, to: target, isMove: true))
    if let witness = Witness(target) { steps.append(.move(from: target, to: item, witness)) }
  }

  func renameAll(_ pairs: [RenamePair], in folder: String) throws(FilesError) {
    let kind = FileSystemKind(of: folder)
    for pair in pairs where !kind.takes(pair.to) {
      throw FilesError(.badName, PathParts.joined(folder, pair.to))
    }
    try RenameMany.carryOut(pairs, in: folder, disk)
    var witnesses: [Witness] = []
    for pair in pairs {
      let path = PathParts.joined(folder, pair.to)
      outcome.done.append(
        .init(from: PathParts.joined(folder, pair.from), to: path, isMove: true))
      guard let witness = Witness(path) else { return }
      witnesses.append(witness)
    }
    let back = pairs.map { RenamePair(from: $0.to, to: $0.from) }
    if !back.isEmpty { steps.append(.renames(back, folder: folder, witnesses)) }
  }

  func makeFolder(_ path: String) throws(FilesError) {
    let kind = FileSystemKind(of: PathParts.folder(of: path))
    guard kind.takes(PathParts.name(of: path)) else { throw FilesError(.badName, path) }
    try disk.makeFolder(path)
    outcome.done.append(.init(from: path, to: path))
    if let witness = Witness(path) { steps.append(.removeFolder(path, witness)) }
  }

  func makeFile(_ path: String, _ contents: [UInt8]) throws(FilesError) {
    let kind = FileSystemKind(of: PathParts.folder(of: path))
    guard kind.takes(PathParts.name(of: path)) else { throw FilesError(.badName, path) }
    _ = try SafeWrite.write(contents, to: path, .new, disk: disk)
    outcome.done.append(.init(from: path, to: path))
    if let witness = Witness(path) { steps.append(.trash(path, witness)) }
  }

  func putIntoTrash(_ path: String) throws(FilesError) {
    meter.reportIfDue()
    let item = try trash.put(path, disk: disk)
    outcome.done.append(.init(from: path, to: item.path))
    steps.append(.restore(item, to: path))
    meter.addFile()
  }

  func delete(_ path: String) throws(FilesError) {
    meter.reportIfDue()
    try TreeRemoval.remove(path, disk, cancellation) { _ in meter.addFile() }
    outcome.done.append(.init(from: path, to: nil))
  }

  func restore(_ item: TrashCan.Item) throws(FilesError) {
    meter.reportIfDue()
    var place = item.origin
    var old: String?
    if let origin = place, let there = FileStatus(origin) {
      let decision = try ask(
        Clash(source: item.path, target: origin, sourceStatus: item.status, targetStatus: there))
      switch decision {
      case .skip, .stop:
        isStopped = decision == .stop
        outcome.skipped.append(item.path)
        return
      case .keepBoth:
        place = try FreeName.find(
          for: PathParts.name(of: origin), in: PathParts.folder(of: origin),
          isFolder: item.status.kind == .folder, style: .number)
      case .replace: old = origin
      }
    }
    var path = ""
    try replacing(old) { () throws(FilesError) in
      path = try trash.restore(item, to: place, makingFolders: true, disk: disk)
    }
    outcome.done.append(.init(from: item.path, to: path, isMove: true))
    if let witness = Witness(path) { steps.append(.trash(path, witness)) }
    meter.addFile()
  }
}
