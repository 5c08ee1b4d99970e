import DocumentModel
import Files

extension Sentences {
  /// Why a document was not edited.
  static func text(_ reason: EditRefusal.Reason, file: String) -> String {
    switch reason {
    case .unreadable: "\(file) is no PDF, or too damaged to be edited"
    case .passwordWrong: "\(file) needs a password; give it by --password-file or RECTO_PASSWORD"
    case .damaged: "\(file) is damaged and is not written over"
    case .signed: "\(file) is signed, and an edit would end the signature"
    case .forbidden: "\(file) does not allow this without its owner's password"
    case .encryption: "\(file) is encrypted in a way that would not stay as it is"
    case .page: "\(file) has no such page"
    case .noPageLeft: "\(file) would have no pages left"
    case .entry: "\(file) has no such entry in its outline"
    case .severalEntries:
      "\(file) has several entries of that title; #N names the Nth line of recto outline"
    case .underItself: "an entry of the outline cannot go under itself"
    case .tooLarge: "\(file) is too large to be edited"
    case .unverified: "\(file): what was made of it is not what was wanted; nothing was written"
    case .failed: "\(file) could not be edited; nothing was written"
    }
  }

  /// What stands on an edit that was to be taken back or done again.
  static func text(_ hindrance: EditLineage.Hindrance, file: String) -> String {
    let (command, what) = hindrance.isOfForm ? ("form", "form") : ("annotate", "annotations")
    let isPlain = file.utf8.allSatisfy { byte in
      Self.plainBytes.contains(byte) || byte >= 0x80
    }
    let path = file.hasPrefix("-") ? "./" + file : file
    let argument = isPlain ? path : OwnActions.quoted(path)
    let times = hindrance.count == 1 ? "" : " \(hindrance.count) times"
    return
      "\(file): its \(what) changed since; take that back first: recto \(command) \(argument) --undo\(times) (U on the screen)"
  }

  /// Of a name that a shell takes as it is.
  private static let plainBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%".utf8)

  /// What a file has not that took another's place.
  static func texts(_ warnings: [SafeWrite.Warning], file: String) -> [String] {
    warnings.compactMap { warning in
      switch warning {
      case .hardLinksParted(let count):
        "\(file) had \(count) other \(count == 1 ? "name, which keeps" : "names, which keep") what it was"
      case .ownerLost: "\(file) could not be given back to its owner and is yours"
      case .attributesLost(let names): "\(file) has lost \(names.joined(separator: ", "))"
      case .folderNotSynced: nil
      }
    }
  }

  /// What an edit has cost.
  static func text(_ caution: EditCaution, file: String) -> String {
    switch caution {
    case .metadataKept:
      "\(file) has XMP metadata too, which say what they said; some programs show those"
    case .signatureBroken: "\(file) is signed; in the copy its signatures hold no longer"
    case .repaired: "\(file) is damaged; the copy has what could be found in it"
    case .usageRightsEnd:
      "\(file) is extended for Adobe Reader (UR3); Adobe's programs drop the extension now that it was changed"
    case .structureMissing:
      "pages from another file came without their structure, by which programs read aloud"
    }
  }
}
