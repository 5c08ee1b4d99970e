import Dispatch
package import DocumentModel
package import Files
import Library

/// Jobs that make copies with all annotations.
extension AnnotationStore {
  /// Writes the document with all its annotations to another path, repaired if damaged.
  ///
  /// `step` goes into the copy only; `mode` says what may be overwritten. Returns the pages whose edits do not fit, ascending.
  package nonisolated func saveCopy(
    of path: String, to target: String, adding step: AnnotationEdit = AnnotationEdit(),
    _ mode: SafeWrite.Mode = .new,
    completion: @escaping @Sendable (Result<[Int], CopyFailure>) -> Void
  ) {
    perform { store in
      guard let document = store.document(path) else {
        return completion(.failure(.annotations(.noFile)))
      }
      store.later { store in completion(await store.copied(document, to: target, step, mode)) }
    }
  }

  package enum CopyFailure: Error, Sendable {
    case annotations(SaveBlocker)
    case file(FilesError)
  }

  private func copied(
    _ document: AnnotatedSession, to target: String, _ added: AnnotationEdit,
    _ mode: SafeWrite.Mode
  ) async -> Result<[Int], CopyFailure> {
    do throws(CopyFailure) {
      let (whole, fullPages) = try await composed(document, added)
      reportSaveStatus(document)
      do throws(FilesError) {
        _ = try await blocking { [options] () throws(FilesError) in
          try SafeWrite.write(whole, to: target, mode, disk: options.disk)
        }
      } catch {
        throw .file(error)
      }
      return .success(fullPages)
    } catch {
      return .failure(error)
    }
  }

  /// Returns what permanently prevents a copy; nil if one can be made.
  func lasting(in document: AnnotatedSession) async -> SaveBlocker? {
    do throws(CopyFailure) {
      _ = try await composed(document)
      return nil
    } catch {
      guard case .annotations(let obstacle) = error else { return nil }
      return Self.lasting[obstacle]
    }
  }

  /// Permanent blockers of a repaired copy, and how they are reported.
  static let lasting: [SaveBlocker: SaveBlocker] = [
    .damaged: .unmendable, .unverified: .unmendable, .encryption: .encryption,
  ]

  /// Returns the bytes of a copy with all annotations and one edit more, and the pages whose edits do not fit; repaired if nothing can be
  /// appended to the file.
  private func composed(
    _ document: AnnotatedSession, _ added: AnnotationEdit = AnnotationEdit()
  ) async throws(CopyFailure) -> (bytes: [UInt8], fullPages: [Int]) {
    let file: WholeFile
    do throws(FilesError) { file = try await self.file(document) } catch { throw .file(error) }
    let isDamaged = document.reading?.obstacle == .damaged || document.reading == nil
    var step = AnnotationEdit(
      AnnotationChange.folded(document.pending + added.changes),
      fields: FieldChange.folded(document.pendingFields + added.fields))
    var source = document.source
    source.bytes = file.bytes
    do throws(SaveBlocker) {
      if !isDamaged {
        do throws(SaveBlocker) {
          return try await extended(
            source, file.bytes, by: step, of: document, isMadeForIt: !added.isEmpty && !step.isEmpty
          )
        } catch  where error == .damaged {}
      }
      let whole = try await blocking { [worker, source] () throws(SaveBlocker) in
        try worker.repaired(source)
      }
      source.bytes = whole
      let base = Self.known(try await read(source))
      step = Self.rebased(step, base.annotations, base.fields)
      return try await extended(
        source, whole, by: step, of: document, isMadeForIt: !added.isEmpty && !step.isEmpty)
    } catch {
      throw .annotations(error)
    }
  }

  /// Returns the bytes with verified updates appended: what does not fit into one update goes into the next.
  private func extended(
    _ source: AnnotationSource, _ bytes: [UInt8], by step: AnnotationEdit,
    of document: AnnotatedSession, isMadeForIt: Bool
  ) async throws(SaveBlocker) -> (bytes: [UInt8], fullPages: [Int]) {
    var (source, whole, left, leftOut) = (source, bytes, step, LeftOutEdits())
    var isOnce = false
    repeat {
      source.bytes = whole
      let fit: (step: AnnotationEdit, section: [UInt8])
      do throws(SaveBlocker) {
        fit = try await fitting(left, source, of: document, isCopy: true, &leftOut)
        guard !fit.step.isEmpty else { break }
        if try await verified(fit, after: source) == .once { isOnce = true }
      } catch {
        let found =
          error == .unverified ? await self.odd(of: left, after: source, isCopy: true) : []
        guard !found.isEmpty else { throw error }
        leftOut.add(unverifiable: found)
        left = leftOut.verifiable(of: left)
        continue
      }
      whole += fit.section
      let ids = Set(fit.step.changes.compactMap(\.id))
      left = AnnotationEdit(left.changes.filter { $0.id.map { !ids.contains($0) } ?? false })
      leftOut.begin()
    } while !left.isEmpty && (leftOut.mayFitBehind || leftOut.blocker == .unverified)
    // The edit it is made for would be missing.
    guard !isMadeForIt || whole.count > bytes.count else {
      throw leftOut.blocker ?? .tooManyAnnotations
    }
    document.isSeenOnce = isOnce
    return (whole, Set(leftOut.fullPages + leftOut.pages(.unverified)).sorted())
  }
}
