/// Whether annotations can be saved to a document's file, and how many of them have been.
package struct SaveStatus: Sendable, Hashable {
  /// Why the file cannot be written. Annotations are kept in the library and shown, and a copy can be saved.
  package var obstacle: SaveBlocker?
  /// The same for form values, which some documents allow without allowing annotations.
  package var formObstacle: SaveBlocker?
  /// Warnings to show before the first edit.
  package var cautions: Set<AnnotationCaution> = []
  /// Whether all edits are in the file, except values of fields that are missing in the file.
  package var isSaved = true
  /// Whether all form values are in the file; other edits may not be.
  package var isFormSaved = true
  /// Values of fields that this version of the file lacks. They are kept until the fields return or the edit is undone.
  package var missingFields: [FieldEdit] = []
  /// Whether all unsaved edits are form values.
  package var isFormOnly = false
  /// Whether only libqpdf verified the written file, because poppler cannot read the document's own pages or takes too long for them.
  package var isSeenOnce = false
  /// Page indices from 0, ascending, of pages with edits that `obstacle` keeps out of the file while all else is saved.
  package var leftOutPages: [Int] = []
  package var canUndo = false
  package var canRedo = false

  package init() {}

  /// The obstacle to saving the pending edits.
  package var hindrance: SaveBlocker? { isFormOnly ? formObstacle : obstacle }
}

/// Why annotations cannot be saved to a file.
package enum SaveBlocker: String, Error, Sendable, Hashable, Codable, CaseIterable {
  /// The file is no PDF.
  case format
  case readOnlyFile
  case readOnlyFolder
  case diskFull
  /// The document is read from a pipe, or its file is gone.
  case noFile
  /// The cross-reference table had to be reconstructed, so only a repaired copy can be written.
  case damaged
  /// The file is too damaged even for a repaired copy.
  case unmendable
  /// The encryption is of a kind Recto cannot write.
  case encryption
  /// The document's permissions forbid it (PDF 32000-1, table 22).
  case forbidden
  /// A signature certifies the document without annotations (DocMDP 1 or 2; PDF 32000-1, 12.8.2.2).
  case certified
  /// The file, or the data to write to it, is too large.
  case tooLarge
  /// The `/Annots` arrays of the edited pages have too many entries.
  case tooManyAnnotations
  /// The new file failed verification and was not written.
  case unverified
  /// Another program keeps changing the file, or the system reported another error.
  case failed
}

/// Possible consequences of an edit.
package enum AnnotationCaution: String, Sendable, Hashable, Codable, CaseIterable {
  /// The document is signed: the signed content stays, but programs report an addition.
  case signed
  /// A signature certifies the document and allows annotations, or at least filling in forms.
  case certified
  /// The document has usage rights (`/UR3`), which some programs drop after changes.
  case usageRights
  /// The file has further hard links, which keep the old contents.
  case hardLinks
  /// The form also has an XFA part, which some programs show instead of the fields Recto fills in.
  case xfa
}

extension Set<AnnotationCaution> {
  /// Returns the cautions that apply to annotations, or to filling in a form.
  package func counting(forForms: Bool) -> Set {
    forForms ? self : subtracting([.xfa])
  }
}
