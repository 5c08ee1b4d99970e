package import DocumentModel
package import Files
package import Interface

/// What the keeper of annotations tells of a document, by its path.
package enum AnnotationNews: Sendable {
  /// All annotations, those of the library over those of the file.
  case loaded([Annotation], SaveStatus)
  /// Kept; where a page is given that is where something was undone or redone.
  case changed([AnnotationChange], page: Int?, SaveStatus)
  /// All fields of its form, those of the library over those of the file; told before `loaded`.
  case form([FormField])
  /// Fields were filled in, and that is kept.
  case filled([FieldChange], page: Int?, SaveStatus)
  case standing(SaveStatus)
  /// Those that found no place in this version.
  case detached([Annotation])
  /// Annotations of the previous version that may be carried over; nil: there are none, or none any more.
  case carried(CarriedAnnotations?)
  /// So many annotations of the previous version were carried over, because the user wants that for this file.
  case carriedOver(count: Int)
  /// What was undone or redone of annotations that are on no page of this version, as it was done first or taken back.
  case reversedUnseen([AnnotationChange])
  /// An edit could not be kept, and is not done.
  case refused(file: String, reason: String)
}

/// How annotations are kept and saved.
package struct AnnotationOptions: Sendable {
  package var saving = Preferences.AnnotationSaving.afterMoment
  /// Milliseconds without an edit before the file is written.
  package var rest = 1_000
  /// Larger files are not written, in bytes.
  package var bound = 1 << 30
  package var disk = Disk()
  /// What the user wants carried over to each version of a file is so without being asked.
  package var carriesOver = true
  package var alarm = Alarm.system
  /// Told of each file that is about to be written what it is and how it will be, so that nobody takes that for another's doing.
  package var announce: @Sendable (_ path: String, _ from: FileStamp, _ to: FileStamp) -> Void = {
    _, _, _ in
  }
  /// Annotations of other programs whose words are remembered: of a document with more a command that ends soon remembers none.
  package var mostForeign = 5_000
  package var leavesManyForeign = false
  /// What pages and sections of a document are called, where that is known without opening it.
  package var waymarks: @Sendable (_ path: String) -> DocumentWaymarks? = { _ in nil }
  /// Called in front of each step of keeping and saving; a test ends the process there.
  package var step: @Sendable (String) -> Void = { _ in }

  package init() {}
}
