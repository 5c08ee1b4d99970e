package import DocumentModel

/// The texts about a reason for which edits cannot be saved to their file, and the ways that remain.
package struct SaveBlockerText: Sendable {
  /// A clause that begins with a capital letter.
  package var reason: String
  /// The reason for form values, if it differs.
  package var formReason: String?
  /// How edits can leave the library, to append to the reason on the screen.
  package var cure = ""
  /// The words that a command appends to the reason when it refuses the edit; nil where the edit is kept in the library.
  package var refusal: String?
  /// Whether a copy can have the edits.
  package var copy = Copy.possible

  package enum Copy: Sendable {
    case possible
    /// A copy does not have the obstacle.
    case cures
    /// A copy has the same obstacle.
    case impossible
  }

  private static let saveCopy = "; :save-copy writes a copy with them"

  package static let all: [SaveBlocker: SaveBlockerText] = [
    .format: SaveBlockerText(
      reason: "Files of this format are never changed", formReason: "Only PDFs have forms",
      copy: .impossible),
    .readOnlyFile: SaveBlockerText(reason: "The file is read-only", cure: saveCopy),
    .readOnlyFolder: SaveBlockerText(reason: "The folder is read-only", cure: saveCopy),
    .diskFull: SaveBlockerText(
      reason: "The disk is full",
      cure: " until there is room; :save-copy writes a copy with them elsewhere"),
    .noFile: SaveBlockerText(
      reason: "There is no file to write to", cure: saveCopy, refusal: ""),
    .damaged: SaveBlockerText(
      reason: "The file is damaged", cure: "; :save-copy writes a repaired copy with them",
      refusal: "; -o writes a repaired copy", copy: .cures),
    .unmendable: SaveBlockerText(
      reason: "The file is too damaged to be written or repaired", copy: .impossible),
    .encryption: SaveBlockerText(
      reason: "The file is encrypted in a way Recto cannot write", copy: .impossible),
    .forbidden: SaveBlockerText(
      reason: "The document does not allow annotations",
      formReason: "The document does not allow filling in its form", copy: .impossible),
    .certified: SaveBlockerText(
      reason: "The certification of this document allows no annotations",
      formReason: "A signature certifies the document as it is",
      cure: "; :save-copy writes a copy with them, which the signature does not cover",
      refusal: "; -o writes a copy, which the signature does not cover", copy: .cures),
    .tooLarge: SaveBlockerText(
      reason: "The file or the update is too large to be written safely", copy: .impossible),
    .tooManyAnnotations: SaveBlockerText(
      reason: "The pages with edits have too many annotations to be written"),
    .unverified: SaveBlockerText(
      reason: "The update could not be verified and was not written"),
    .failed: SaveBlockerText(
      reason: "The file could not be written",
      cure: "; :save-annotations tries again, :save-copy writes a copy with them"),
  ]
}

extension SaveBlocker {
  package var text: SaveBlockerText { SaveBlockerText.all[self] ?? SaveBlockerText(reason: "") }
}
