/// Whether a document takes annotations into its file, and how far they are in it.
package struct AnnotationStanding: Sendable, Hashable {
  /// Why the file cannot be written: annotations are kept in the library and shown, and a copy can be saved.
  package var obstacle: AnnotationObstacle?
  /// The same for what is filled into forms, which some documents allow that allow no annotations.
  package var formObstacle: AnnotationObstacle?
  /// What a person is warned of before the first edit.
  package var cautions: Set<AnnotationCaution> = []
  /// All edits are in the file, but for what was filled into fields that are missing there.
  package var isSaved = true
  /// All that was filled into its form is; the rest may not be.
  package var isFormSaved = true
  /// What was filled into fields that this version of the file does not have: it is kept until they are there again or it is taken back.
  package var missingFields: [FieldEdit] = []
  /// All that is not in the file yet was filled into its form.
  package var isFormOnly = false
  /// What was written was seen through by libqpdf alone: poppler does not read the document's own pages, or does not get through them.
  package var isSeenOnce = false
  /// Pages of which some edits are not in the file, for the obstacle's reason, while the rest is; ascending, indices from 0.
  package var leftOutPages: [Int] = []
  package var canUndo = false
  package var canRedo = false

  package init() {}

  /// What stands against writing what waits.
  package var hindrance: AnnotationObstacle? { isFormOnly ? formObstacle : obstacle }
}

/// Why annotations do not get into a file.
package enum AnnotationObstacle: String, Error, Sendable, Hashable, Codable, CaseIterable {
  /// It is no PDF.
  case format
  case readOnlyFile
  case readOnlyFolder
  case diskFull
  /// It is read from a pipe, or is gone.
  case noFile
  /// Its table of objects had to be guessed: only a repaired copy can be written.
  case damaged
  /// So damaged that no repaired copy can be written either.
  case unmendable
  /// Encrypted in a way Recto cannot write.
  case encryption
  /// The document does not allow it (PDF 32000-1, table 22).
  case forbidden
  /// A signature certifies it without annotations (DocMDP 1 or 2; PDF 32000-1, 12.8.2.2).
  case certified
  /// The file is, or what is to be put into it.
  case tooLarge
  /// The lists of the pages that are edited have too many entries.
  case tooManyAnnotations
  /// What was made of it was not what was wanted, and was not written.
  case unverified
  /// Another program changes it again and again, or the system gave another reason.
  case failed
}

/// What an edit may cost.
package enum AnnotationCaution: String, Sendable, Hashable, Codable, CaseIterable {
  /// Signed: what was signed stays as it is, but programs say that something was added.
  case signed
  /// Certified by a signature that allows annotations, or filling in at least.
  case certified
  /// Usage rights (`/UR3`) that some programs drop after changes.
  case usageRights
  /// The file has other names, which keep the old contents.
  case hardLinks
  /// Its form has an XFA part too, which some programs show in place of the fields that Recto fills in.
  case xfa
}

extension Set<AnnotationCaution> {
  /// Those that count for annotations, or for filling in a form.
  package func counting(forForms: Bool) -> Set {
    forForms ? self : subtracting([.xfa])
  }
}
