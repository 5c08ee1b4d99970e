/// Mouse gestures for help and manual; keys can do all of it.
package enum MouseStrings {
  package static let all: [(gesture: String, does: String)] = [
    ("wheel", "Scroll the text, list, outline or sidebar under it"),
    (
      "click",
      "Follow a link, read an annotation, fill in a field, select a row, go to a place or part of the path"
    ),
    ("double click", "Select the word; in a list open the document or folder"),
    ("triple click", "Select the paragraph"),
    (
      "drag",
      "Select text within columns; in the browser move rows to a folder, a place or the trash"
    ),
    ("Ctrl-click on words", "Edit their source, if the document has a SyncTeX file"),
    ("Ctrl-click, Shift-click", "In the browser add a row, or all rows up to it, to the selection"),
    ("click on a heading", "Sort by that column; again: reverse"),
    ("drag a separator", "Resize the sidebar or the preview"),
    (
      "drag with a crosshair",
      "Draw a box, circle, line or ink (by pixels where the terminal reports them)"
    ),
  ]
}
