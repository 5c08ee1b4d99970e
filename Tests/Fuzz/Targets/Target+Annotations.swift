import Annotating
import CommandLine
import DocumentModel
import Interface
import Messages
import Annotating
import CommandLine
import Wire

/// Annotations as somebody hands them in, and the note beside a document that anybody may have edited.
extension Target {
  static let annotations = [
    Target(name: "annotation-records", seeds: { records.map { Array($0.utf8) } }, words: keys) {
      bytes in
      guard let records = try? AnnotationRecord.all(bytes) else { return nil }
      for record in records {
        guard let made = try? record.applied(to: annotation, Preferences()) else { continue }
        let edit = AnnotationPatch(id: made.id, oldPage: nil, after: made)
        _ = AnnotationPatches.encoded(SectionEdits(annotations: [edit]))
        guard (0...1).contains(made.opacity), made.box.x0 <= made.box.x1 else {
          return "an annotation that is none"
        }
      }
      return nil
    },
    Target(name: "annotation-notes", seeds: { notes.map { Array($0.utf8) } }, words: marks) {
      bytes in
      let read = AnnotationNote(bytes.text)
      let again = AnnotationNote(read.text)
      // A line end is one character with a preceding combining one, and is written as one.
      if again.text != read.text, !bytes.contains(0x0D) {
        return "a note is another one when it was written"
      }
      return nil
    },
  ]

  private static let records = [
    """
    [{"id":"a","page":1,"type":"highlight","color":"#ffd400","opacity":0.5,"note":"x","author":"A",
    "created":1700000000,"replyTo":null,"box":[1,2,3,4],"quads":[[1,2,3,2,1,4,3,4]],"strokes":[[1,2,3,4]],
    "anchor":{"quote":"q","before":"b","after":"a","offset":{"x":1,"y":2}},"hidden":true}]
    """, "{\"page\":1,\"type\":\"note\"}\n{\"id\":\"b\",\"removed\":true}\n",
  ]
  private static let keys = [
    "\"id\":", "\"page\":", "\"quads\":[[", "\"color\":", "null", "[]", "{}", "1e400", "-1", "true",
  ]

  private static let notes = [
    """
    # My notes

    <!-- recto:annotation a -->
    > **Author**, p. 1

    What I wrote.

    <!-- recto:conflict: the document says -->

    Something else

    <!-- recto:end -->
    <!-- recto:base
    a 0123456789abcdef
    -->

    """,
    "prose\r\n<!-- recto:annotation b%2D-x -->\n<!-- recto:annotation b -->\n<!-- recto:end -->",
  ]
  private static let marks = [
    "<!-- recto:annotation a -->", "<!-- recto:end -->", "<!-- recto:base", "-->", "\\<!-- recto:",
    "<!-- recto:conflict: the document says -->", "\n", "> ", "a 0123456789abcdef",
  ]
}
