package import DocumentModel
import Glibc
import Platform

/// One operation on files, run completely on the caller's thread.
///
/// Nothing is overwritten without an answer; a failure of one file is reported and the others continue; at each moment a file is
/// complete in its old place, its new place, or both.
package final class FileOperation {
  package struct Surroundings: Sendable {
    package var trash: TrashCan
    package var disk = Disk()
    /// Decides about a taken name; may take time.
    package var decide: @Sendable (Clash) -> ClashAnswer
    package var progress: @Sendable (TaskProgress) -> Void
    /// Reads documents and archives; nil if nothing can.
    package var contents: (any ContentReading)?

    package init(
      trash: TrashCan, disk: Disk = Disk(),
      decide: @escaping @Sendable (Clash) -> ClashAnswer = { _ in ClashAnswer(.skip) },
      progress: @escaping @Sendable (TaskProgress) -> Void = { _ in },
      contents: (any ContentReading)? = nil
    ) {
      self.trash = trash
      self.disk = disk
      self.decide = decide
      self.progress = progress
      self.contents = contents
    }
  }

  let trash: TrashCan
  let disk: Disk
  let contents: (any ContentReading)?
  var cancellation: Cancellation
  let decide: @Sendable (Clash) -> ClashAnswer
  private let kind: FileJob.Kind
  var meter: ProgressMeter
  var outcome = Outcome()
  /// Steps that undo the work so far, in order.
  var steps: [Undo.Step] = []
  var answerForAll: ClashAnswer.Decision?
  var isStopped = false
  /// Folders whose leftovers were swept.
  private var swept: Set<[UInt8]> = []

  private init(_ kind: FileJob.Kind, _ around: Surroundings, _ cancellation: Cancellation) {
    trash = around.trash
    disk = around.disk
    contents = around.contents
    decide = around.decide
    self.kind = kind
    self.cancellation = cancellation
    meter = ProgressMeter(around.progress)
  }

  /// Does a job; never throws: what went wrong is in the outcome.
  package static func run(
    _ job: FileJob, _ around: Surroundings, cancellation: Cancellation = Cancellation()
  ) -> Outcome {
    let operation = FileOperation(job.kind, around, cancellation)
    operation.run(job)
    return operation.finish()
  }

  /// Runs an undo or redo if nothing prevents it; completely or not at all.
  package static func run(
    _ undo: Undo, _ around: Surroundings, cancellation: Cancellation = Cancellation()
  ) -> Outcome {
    let operation = FileOperation(undo.kind, around, cancellation)
    operation.outcome.failures = undo.obstacles()
    if operation.outcome.failures.isEmpty { operation.takeBack(undo) }
    return operation.finish()
  }

  private func finish() -> Outcome {
    if !steps.isEmpty {
      outcome.undo = Undo(kind: kind, count: max(1, outcome.done.count), steps: steps.reversed())
    }
    outcome.wasCancelled = cancellation.isCancelled || isStopped
    meter.finish()
    return outcome
  }

  private func run(_ job: FileJob) {
    switch job {
    case .copy(let items, let folder):
      expect(items)
      each(items) { item throws(FilesError) in try bring(item, into: folder, isMove: false) }
    case .move(let items, let folder):
      expectMoves(items, into: folder)
      each(items) { item throws(FilesError) in try bring(item, into: folder, isMove: true) }
    case .duplicate(let items):
      expect(items)
      each(items) { item throws(FilesError) in try duplicate(item) }
    case .rename(let item, let name):
      each([item]) { item throws(FilesError) in try rename(item, to: name) }
    case .renameMany(let folder, let pairs):
      each([folder]) { folder throws(FilesError) in try renameAll(pairs, in: folder) }
    case .newFolder(let path):
      each([path]) { path throws(FilesError) in try makeFolder(path) }
    case .newFile(let path, let contents):
      each([path]) { path throws(FilesError) in try makeFile(path, contents) }
    case .export(let items, let folder):
      expect(items)
      each(items) { item throws(FilesError) in try export(item, into: folder) }
    case .extract(let items, let folder):
      expect(items.map { Export($0, asText: true) })
      each(items) { item throws(FilesError) in try extract(item, into: folder) }
    case .trash(let items):
      meter.expect(files: items.count, bytes: 0)
      each(items) { item throws(FilesError) in try putIntoTrash(item) }
    case .delete(let items):
      expect(items, bytes: false)
      each(items) { item throws(FilesError) in try delete(item) }
    case .restore(let items):
      meter.expect(files: items.count, bytes: 0)
      each(items) { item throws(FilesError) in try restore(item) }
    case .empty(let items):
      meter.expect(files: items.count, bytes: 0)
      each(items) { item throws(FilesError) in
        try trash.delete(item, disk: disk, cancellation: cancellation)
        outcome.done.append(.init(from: item.path, to: nil))
        meter.addFile()
      }
    }
  }

  /// Does something with each item until it is stopped; what fails is noted.
  private func each<Item>(_ items: [Item], _ body: (Item) throws(FilesError) -> Void) {
    for item in items {
      if cancellation.isCancelled || isStopped { return }
      do throws(FilesError) {
        try body(item)
      } catch {
        if error.reason != .cancelled { outcome.failures.append(error) }
      }
    }
  }

  // MARK: What it will come to

  private func expect(_ items: [String], bytes: Bool = true) {
    for item in items { expect(item, bytes) }
  }

  private func expect(_ path: String, _ bytes: Bool) {
    guard !cancellation.isCancelled, let status = FileStatus(path) else { return }
    meter.expect(files: 1, bytes: bytes && status.kind == .file ? Int(status.stamp.size) : 0)
    guard status.kind == .folder else { return }
    for entry in (try? FolderReader.names(in: path, followingLink: false)) ?? [] {
      // Files are asked after only where their bytes are counted.
      if !bytes, entry.kind != .folder, entry.kind != .unknown {
        meter.expect(files: 1, bytes: 0)
      } else {
        expect(PathParts.joined(path, entry.name), bytes)
      }
    }
  }

  /// On the same file system a folder of any size is moved in one step.
  private func expectMoves(_ items: [String], into folder: String) {
    let device = FileStamp(following: folder)?.device
    for item in items {
      if FileStatus(item)?.stamp.device == device {
        meter.expect(files: 1, bytes: 0)
      } else {
        expect(item, true)
      }
    }
  }

  /// Removes what killed copies left in a folder that we write to, once.
  func sweep(_ folder: String) {
    if swept.insert(Array(folder.utf8)).inserted { UnfinishedName.sweepAll(in: folder, disk) }
  }
}
