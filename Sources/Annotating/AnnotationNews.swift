package import DocumentModel
package import Files

/// A report of the annotation store about a document, by its path.
package enum AnnotationNews: Sendable {
  /// All annotations, those of the library over those of the file.
  case loaded([Annotation], SaveStatus)
  /// Kept; where a page is given that is where something was undone or redone.
  case changed([AnnotationChange], page: Int?, SaveStatus)
  /// All form fields, with the library's values over the file's; sent before `loaded`.
  case form([FormField])
  /// Fields were filled in, and that is kept.
  case filled([FieldChange], page: Int?, SaveStatus)
  case standing(SaveStatus)
  /// Annotations without a place in this version.
  case detached([Annotation])
  /// Annotations of the previous version that may be carried over; nil: there are none, or none any more.
  case carried(CarriedAnnotations?)
  /// So many annotations of the previous version were carried over, because the user wants that for this file.
  case carriedOver(count: Int)
  /// Undone or redone edits of annotations that are on no page of this version.
  case reversedUnseen([AnnotationChange])
  /// An edit could not be kept, and is not done.
  case refused(file: String, reason: String)
}

/// How annotations are kept and saved.
package struct AnnotationOptions: Sendable {
  package var saving = AnnotationSaving.afterMoment
  /// Milliseconds without an edit before the file is written.
  package var rest = 1_000
  /// Larger files are not written, in bytes.
  package var bound = 1 << 30
  package var disk = Disk()
  /// Carries annotations over without asking for files the user chose that for.
  package var carriesOver = true
  package var alarm = Alarm.system
  /// Called before a file is written, with its old and new stamp, so that the change is not taken for another program's.
  package var announce: @Sendable (_ path: String, _ from: FileStamp, _ to: FileStamp) -> Void = {
    _, _, _ in
  }
  /// Annotations of other programs whose words are remembered: of a document with more a command that ends soon remembers none.
  package var mostForeign = 5_000
  package var leavesManyForeign = false
  /// Returns the names of pages and sections of a document, if known without opening it.
  package var waymarks: @Sendable (_ path: String) -> DocumentWaymarks? = { _ in nil }
  /// Called in front of each step of keeping and saving; a test ends the process there.
  package var step: @Sendable (String) -> Void = { _ in }

  package init() {}
}
