import Dispatch
package import DocumentModel
package import Files
import Interface
import Library

/// On the saving queue: copies with all annotations.
extension AnnotationKeeper {
  /// Writes the document with all its annotations to another path, over nothing; repaired where it is damaged.
  ///
  /// The step goes into the copy only; what is written over is said by `mode`.
  package func saveCopy(
    of path: String, to target: String, adding step: AnnotationStep = AnnotationStep(),
    _ mode: SafeWrite.Mode = .new,
    completion: @escaping @Sendable (Result<Void, CopyFailure>) -> Void
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
    case annotations(AnnotationObstacle)
    case file(FilesError)
  }

  private func copied(
    _ document: KeptDocument, to target: String, _ added: AnnotationStep,
    _ mode: SafeWrite.Mode
  ) -> Result<Void, CopyFailure> {
    do throws(CopyFailure) {
      let whole = try composed(document, added)
      keeping.sync { tell(document.path, .standing(document.standing)) }
      do throws(FilesError) {
        _ = try SafeWrite.write(whole, to: target, mode, disk: options.disk)
      } catch {
        throw .file(error)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// What keeps a copy from being made for good, whatever is tried; nil where one can be.
  func lasting(in document: KeptDocument) -> AnnotationObstacle? {
    do throws(CopyFailure) {
      _ = try composed(document)
      return nil
    } catch {
      guard case .annotations(let obstacle) = error else { return nil }
      return Self.lasting[obstacle]
    }
  }

  /// What stands in the way of a repaired copy for good, as it is told of the document then.
  static let lasting: [AnnotationObstacle: AnnotationObstacle] = [
    .damaged: .unmendable, .unverified: .unmendable, .encryption: .encryption,
  ]

  /// The bytes of a copy with all annotations and a step more; repaired where nothing can be put behind the file.
  private func composed(
    _ document: KeptDocument, _ added: AnnotationStep = AnnotationStep()
  ) throws(CopyFailure) -> [UInt8] {
    let file: WholeFile
    do throws(FilesError) {
      file = try WholeFile(document.path, atMost: options.bound, options.disk)
    } catch {
      throw .file(error)
    }
    var (source, step, isDamaged) = keeping.sync {
      (
        document.source, AnnotationStep(document.pending, fields: document.pendingFields),
        document.reading?.obstacle == .damaged || document.reading == nil
      )
    }
    step = AnnotationStep(
      AnnotationChange.folded(step.changes + added.changes),
      fields: FieldChange.folded(step.fields + added.fields))
    source.bytes = file.bytes
    do throws(AnnotationObstacle) {
      if !isDamaged {
        do throws(AnnotationObstacle) {
          return try file.bytes + section(for: source, step, of: document)
        } catch  where error == .damaged {}
      }
      let whole = try worker.repaired(source)
      source.bytes = whole
      let base = Self.known(try worker.read(source))
      step = Self.rebased(step, base.annotations, base.fields)
      return try whole + section(for: source, step, of: document)
    } catch {
      throw .annotations(error)
    }
  }

  /// What has to stand behind a copy's bytes, verified; nothing where nothing is to be done.
  private func section(
    for source: AnnotationSource, _ step: AnnotationStep, of document: KeptDocument
  ) throws(AnnotationObstacle) -> [UInt8] {
    guard !step.isEmpty else { return [] }
    let section = try worker.section(for: source, step, isCopy: true)
    let sight = try worker.verify(section, behind: source, step)
    keeping.sync { document.isSeenOnce = sight == .once }
    return section
  }
}
