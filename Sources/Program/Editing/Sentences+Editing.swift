import DocumentModel

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
    case .page: "\(file) has no such page, or would have none left"
    case .entry: "\(file) has no such entry in its outline"
    case .severalEntries:
      "\(file) has several entries of that title; #N names the Nth line of recto outline"
    case .underItself: "an entry of the outline cannot go under itself"
    case .tooLarge: "\(file) is too large to be edited"
    case .unverified: "\(file): what was made of it is not what was wanted; nothing was written"
    case .failed: "\(file) could not be edited; nothing was written"
    }
  }

  /// What an edit has cost.
  static func text(_ caution: EditCaution, file: String) -> String {
    switch caution {
    case .metadataKept:
      "\(file) has XMP metadata too, which say what they said; some programs show those"
    case .signatureBroken: "\(file) is signed; in the copy its signatures hold no longer"
    case .repaired: "\(file) is damaged; the copy has what could be found in it"
    case .structureMissing:
      "pages from another file came without their structure, by which programs read aloud"
    }
  }
}
