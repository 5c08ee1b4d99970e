/// What the mouse does, for help and manual; everything it does, keys do too.
package enum MouseStrings {
  package static let all: [(gesture: String, does: String)] = [
    ("wheel", "Scroll what is under it: text, list, outline, sidebar"),
    (
      "click",
      "Follow a link, read an annotation, fill in a field; choose a row; go to a place or a part of the path"
    ),
    ("double click", "In the text select the word; in a list open the document or the folder"),
    ("triple click", "Select the paragraph"),
    (
      "drag",
      "In the text select, over columns too; in the browser take rows to a folder, a place or the trash"
    ),
    ("Ctrl-click, Shift-click", "In the browser choose one more row, or all up to it"),
    ("click on a heading", "Order the list by that column, and again the other way round"),
    ("drag a separator", "Make the sidebar or the preview wider"),
    (
      "drag under a cross",
      "Draw a box, a circle, a line or ink (in pixels where the terminal tells them)"
    ),
  ]
}
