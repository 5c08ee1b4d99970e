import Dispatch
import DocumentModel
import Files
import Library
import Platform

/// Work that waits for files, workers or other programs; the store takes edits meanwhile.
extension AnnotationStore {
  /// Runs blocking work with files and workers on another queue.
  func blocking<Value: Sendable, Failure: Error>(
    in line: JobLine = .saving, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let queue = line == .saving ? saving : mending
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Waits some milliseconds for the right to write a document's annotations.
  func lock(_ row: AnnotatedDocument, for milliseconds: Int) async -> SavingLock? {
    await blocking { [folder] in
      SavingLock.waiting(milliseconds, folder: folder, document: row.id)
    }
  }

  /// Reads a document's file, or the one that was read last where that is gone.
  func file(
    _ document: AnnotatedSession, from opened: OpenedFile? = nil
  ) async throws(FilesError) -> WholeFile {
    let (path, options) = (opened?.path ?? document.path, options)
    defer { withExtendedLifetime(opened) {} }
    return try await blocking { () throws(FilesError) in
      try WholeFile(path, atMost: options.bound, options.disk)
    }
  }

  /// Reads a document's file, with its SHA-256 digest.
  func digested(
    _ document: AnnotatedSession, from opened: OpenedFile? = nil
  ) async throws(FilesError) -> (WholeFile, String) {
    let file = try await file(document, from: opened)
    return (file, await blocking { Digest.sha256(file.bytes) })
  }

  /// Returns the stamp of a document's file; nil if there is none. The disk may not answer for a while.
  func stamp(of document: AnnotatedSession) async -> FileStamp? {
    await blocking { [path = document.path] in FileStamp(following: path) }
  }

  /// Reads a document in a worker.
  func read(_ source: AnnotationSource) async throws(SaveBlocker) -> AnnotationReading {
    try await blocking { [worker] () throws(SaveBlocker) in try worker.read(source) }
  }

  /// Verifies an update by another worker than made it.
  func verified(
    _ update: (step: AnnotationEdit, section: [UInt8]), after base: AnnotationSource
  ) async throws(SaveBlocker) -> SectionVerifiers {
    try await blocking { [worker] () throws(SaveBlocker) in
      try worker.verify(update.section, after: base, update.step)
    }
  }
}
