import Annotating
import Dispatch
import DocumentModel
import Files
import Messages

/// Imports and exports of annotations for the screen, which never waits for them.
extension AnnotationRunner {
  private static let mostBytes = 64 << 20

  func importFile(
    _ id: DocumentID, _ generation: Int, from typed: String, into document: String,
    existing: [Annotation], fields: [FormField]
  ) {
    let path = DocumentFile.absolute(Paths.typed(typed))
    let name = DocumentFile.name(path)
    finding.async { [self] in
      switch ExchangedBytes.read(path, atMost: Self.mostBytes) {
      case .failure(let error): fail(id, generation, Sentences.text(error, file: path))
      case .success(let bytes):
        store.importing(bytes, into: document) { [self] result in
          switch result {
          case .failure(let refusal):
            fail(id, generation, "cannot import \(path): \(ExchangeStrings.reason(refusal))")
          case .success(let imported):
            let merge = AnnotationMerge(imported, into: existing, fields: fields)
            let report = ImportReport(name: name, merge: merge, losses: imported.losses)
            mailbox.post(.annotations(.imported(id, generation: generation, report)))
          }
        }
      }
    }
  }

  func exportFile(
    _ id: DocumentID, _ generation: Int, _ export: ExchangeExport, of document: String,
    to typed: String
  ) {
    let path = DocumentFile.absolute(Paths.typed(typed))
    store.exporting(export, of: document) { [self] result in
      switch result {
      case .failure(let refusal):
        fail(id, generation, "cannot write \(path): \(ExchangeStrings.reason(refusal))")
      case .success(let file): write(file, to: path, id, generation)
      }
    }
  }

  func write(_ file: ExchangedFile, to path: String, _ id: DocumentID, _ generation: Int) {
    guard !file.bytes.isEmpty else {
      let clauses = ExchangeStrings.losses(file.losses).joined(separator: ", ")
      return fail(id, generation, "\(path) was not written: \(clauses)")
    }
    do throws(FilesError) {
      _ = try SafeWrite.write(file.bytes, to: path, .new)
      mailbox.post(.annotations(.exported(id, path: path, losses: file.losses)))
    } catch {
      fail(id, generation, Sentences.text(error, file: path))
    }
  }

  /// Reads the picture of a stamp.
  func readStamp(_ typed: String) {
    let path = DocumentFile.absolute(Paths.typed(typed))
    finding.async { [mailbox] in
      let bytes = ExchangedBytes.read(path, atMost: StampPicture.mostBytes)
      let picture = (try? bytes.get()).flatMap(StampPicture.init)
      mailbox.post(.annotations(.stampRead(path: path, picture)))
    }
  }

  private func fail(_ id: DocumentID, _ generation: Int, _ sentence: String) {
    mailbox.post(.failed(id, generation: generation, page: nil, sentence))
  }
}
