import Dispatch
package import DocumentModel
package import Files
import Library

/// On the saving queue: copies with all annotations.
extension AnnotationStore {
  /// Writes the document with all its annotations to another path, repaired if damaged.
  ///
  /// `step` goes into the copy only; `mode` says what may be overwritten. Returns the pages whose edits do not fit, ascending.
  package func saveCopy(
    of path: String, to target: String, adding step: AnnotationEdit = AnnotationEdit(),
    _ mode: SafeWrite.Mode = .new,
    completion: @escaping @Sendable (Result<[Int], CopyFailure>) -> Void
  ) {
    keeping.async { [self] in
      guard let document = document(path) else {
        return completion(.failure(.annotations(.noFile)))
      }
      saving.async { [self] in
        completion(copied(document, to: target, step, mode))
      }
    }
  }

  package enum CopyFailure: Error, Sendable {
    case annotations(SaveBlocker)
    case file(FilesError)
  }

  private func copied(
    _ document: AnnotatedSession, to target: String, _ added: AnnotationEdit,
    _ mode: SafeWrite.Mode
  ) -> Result<[Int], CopyFailure> {
    do throws(CopyFailure) {
      let (whole, fullPages) = try composed(document, added)
      keeping.sync { tell(document.path, .standing(document.standing)) }
      do throws(FilesError) {
        _ = try SafeWrite.write(whole, to: target, mode, disk: options.disk)
      } catch {
        throw .file(error)
      }
      return .success(fullPages)
    } catch {
      return .failure(error)
    }
  }

  /// Returns what permanently prevents a copy; nil if one can be made.
  func lasting(in document: AnnotatedSession) -> SaveBlocker? {
    do throws(CopyFailure) {
      _ = try composed(document)
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
  ) throws(CopyFailure) -> (bytes: [UInt8], fullPages: [Int]) {
    let file: WholeFile
    do throws(FilesError) {
      file = try WholeFile(document.path, atMost: options.bound, options.disk)
    } catch {
      throw .file(error)
    }
    var (source, step, isDamaged) = keeping.sync {
      (
        document.source, AnnotationEdit(document.pending, fields: document.pendingFields),
        document.reading?.obstacle == .damaged || document.reading == nil
      )
    }
    step = AnnotationEdit(
      AnnotationChange.folded(step.changes + added.changes),
      fields: FieldChange.folded(step.fields + added.fields))
    source.bytes = file.bytes
    do throws(SaveBlocker) {
      if !isDamaged {
        do throws(SaveBlocker) {
          return try extended(
            source, file.bytes, by: step, of: document, isMadeForIt: !added.isEmpty)
        } catch  where error == .damaged {}
      }
      let whole = try worker.repaired(source)
      source.bytes = whole
      let base = Self.known(try worker.read(source))
      step = Self.rebased(step, base.annotations, base.fields)
      return try extended(source, whole, by: step, of: document, isMadeForIt: !added.isEmpty)
    } catch {
      throw .annotations(error)
    }
  }

  /// Returns the bytes with verified updates appended: what does not fit into one update goes into the next.
  private func extended(
    _ source: AnnotationSource, _ bytes: [UInt8], by step: AnnotationEdit,
    of document: AnnotatedSession, isMadeForIt: Bool
  ) throws(SaveBlocker) -> (bytes: [UInt8], fullPages: [Int]) {
    var (source, whole, left, full) = (source, bytes, step, OverfullPages())
    var odd = UnverifiableEdits()
    var isOnce = false
    repeat {
      source.bytes = whole
      let fit: (step: AnnotationEdit, section: [UInt8])
      do throws(SaveBlocker) {
        fit = try fitting(left, source, of: document, isCopy: true, &full)
        guard !fit.step.isEmpty else { break }
        isOnce = try worker.verify(fit.section, behind: source, fit.step) == .once || isOnce
      } catch {
        let found = error == .unverified ? self.odd(of: left, behind: source, isCopy: true) : []
        guard !found.isEmpty else { throw error }
        odd.add(found)
        left = odd.left(of: left)
        continue
      }
      whole += fit.section
      let ids = Set(fit.step.changes.compactMap(\.id))
      left = AnnotationEdit(left.changes.filter { $0.id.map { !ids.contains($0) } ?? false })
      full.begin()
    } while !left.isEmpty && (full.mayFitBehind || !odd.isEmpty && full.all.isEmpty)
    // The edit it is made for would be missing.
    guard !isMadeForIt || whole.count > bytes.count else {
      throw odd.isEmpty ? .tooManyAnnotations : .unverified
    }
    keeping.sync { [isOnce] in document.isSeenOnce = isOnce }
    return (whole, Set(full.all + odd.pages).sorted())
  }
}
