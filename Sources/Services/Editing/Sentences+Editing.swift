package import DocumentModel
package import Files

extension Sentences {
  /// Why a document was not edited.
  package static func text(_ reason: EditRefusal.Reason, file: String) -> String {
    switch reason {
    case .unreadable: "\(file) is not a PDF, or too damaged to edit"
    case .passwordWrong: "\(file) needs a password; use --password-file or RECTO_PASSWORD"
    case .damaged: "\(file) is damaged and was not overwritten"
    case .signed: "\(file) is signed, and the edit makes its signatures invalid"
    case .signatureFollowed: "\(file) is signed, and programs will report the addition"
    case .certified: "\(file) is certified, and its certification allows no such edit"
    case .forbidden: "\(file) does not allow this without its owner's password"
    case .encryption: "\(file) is encrypted in a way that cannot be preserved"
    case .page: "\(file) has no such page"
    case .noPageLeft: "\(file) would have no pages left"
    case .entry: "\(file) has no such entry in its outline"
    case .severalEntries:
      "\(file) has several entries of that title; #N names the Nth line of recto outline"
    case .underItself: "an entry of the outline cannot go under itself"
    case .tooLarge: "\(file) is too large to edit"
    case .unverified: "\(file): the result could not be verified; nothing was written"
    case .failed: "\(file) could not be edited; nothing was written"
    }
  }

  /// Returns the message about an edit that must be undone first.
  package static func text(_ hindrance: EditLineage.Hindrance, file: String) -> String {
    let (command, what) = hindrance.isOfForm ? ("form", "form") : ("annotate", "annotations")
    let isPlain = file.utf8.allSatisfy { byte in
      Self.plainBytes.contains(byte) || byte >= 0x80
    }
    let path = file.hasPrefix("-") ? "./" + file : file
    let argument = isPlain ? path : OwnActions.quoted(path)
    let times = hindrance.count == 1 ? "" : " \(hindrance.count) times"
    return
      "\(file): its \(what) changed since; undo that first: recto \(command) \(argument) --undo\(times) (U on the screen)"
  }

  /// The bytes of names that need no quotes in a shell.
  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%".utf8)

  /// Returns messages about properties the new file lacks.
  package static func texts(_ warnings: [SafeWrite.Warning], file: String) -> [String] {
    warnings.compactMap { warning in
      switch warning {
      case .hardLinksParted(let count):
        "\(file) had \(count) other \(count == 1 ? "name, which keeps" : "names, which keep") what it was"
      case .ownerLost: "\(file) could not be returned to its owner and belongs to you now"
      case .attributesLost(let names): "\(file) has lost \(names.joined(separator: ", "))"
      case .folderNotSynced: nil
      }
    }
  }

  /// Returns the warning about an edit.
  package static func text(_ caution: EditCaution, file: String) -> String {
    switch caution {
    case .metadataKept:
      "\(file) also has XMP metadata, which are unchanged; some programs show those"
    case .signatureBroken: "\(file) is signed; the signatures of the edited version are invalid"
    case .signatureFollowed:
      "\(file) is signed: the signed bytes stay unchanged, but programs will report an addition"
    case .insertedSignatureBroken: "pages from another file have signatures, which are invalid here"
    case .repaired: "\(file) is damaged; the copy has what could be recovered"
    case .usageRightsEnd:
      "\(file) is extended for Adobe Reader (UR3); Adobe's programs drop the extension after this change"
    case .structureMissing:
      "pages from another file lost their structure for screen readers"
    }
  }
}
