/// The guide's text, with the markup of `Typesetter.set`.
enum GuideText {
  static let pieces: [Guide.Piece] = [
    .heading(1, "Part One: Reading", "part-reading"),
    .heading(2, "1  The first five minutes", "first-minutes"),
    .text(
      "You are reading this in Recto, or you could be: it is one of its sample documents. Press <b>Space</b> to go on by a window and <b>b</b> to come back. Press <b>q</b> when you have had enough; the next time, <tt>recto</tt> without a name brings you back to this line. That is all one needs to know, and the rest of this book is about comfort."
    ),
    .text(
      "Recto shows documents as text. That is no picture of the page but what the author wrote: paragraphs reflowed to your window, headings bold, links coloured. Where the layout of the page matters, as in a table or a form, <b>gl</b> shows every word at its place, and <b>gl</b> again returns. The page itself is behind <b>p</b>: a picture of it, then both beside each other, then text again."
    ),
    .heading(3, "1.1  Moving", "moving"),
    .text(
      "The keys are those of less and vim. Lines: <b>j</b> and <b>k</b>. Half windows: <b>d</b> and <b>u</b>. Pages of the document: <b>J</b> and <b>K</b>. The beginning and the end: <b>gg</b> and <b>G</b>. A number before a command repeats it, or names a page: <b>12G</b> goes to the twelfth page of the file."
    ),
    .text(
      "Pages have names as well as numbers. The page before the first chapter of this book is called ii, and <b>:ii</b> finds it. The status line shows both: the name that is printed on the page, and the place in the file."
    ),
    .heading(3, "1.2  Jumping, and coming back", "jumping"),
    .text(
      "Every jump can be undone. <b>Ctrl-o</b> goes back to where you jumped from, <b>Tab</b> forth again, as often as you like; <b>gh</b> lists the places. A mark is a place with a letter: <b>ma</b> sets the mark a, <b>'a</b> goes to it, on this day or the next."
    ),
    .heading(2, "2  The outline", "outline"),
    .text(
      "<b>o</b> opens the outline beside the text. It stands on the section you are in, and the text shows where an entry leads while you move in it. <b>Enter</b> goes there; <b>Escape</b> goes back to where you were. You move with <b>j</b> and <b>k</b>; branches fold with <b>h</b> and unfold with <b>l</b>, and what you folded stays folded. Press <b>/</b> and a few letters of what you are looking for: the letters must come in this order, nothing else is asked of them."
    ),
    .text(
      "Without opening it, <b>]]</b> and <b>&#91;&#91;</b> go to the next and the previous section. A document that has no outline gets one made from its headings."
    ),
    .heading(3, "2.1  A list to try it on", "outline-try"),
    .item("Open the outline, type <b>/house</b>, press Enter: you are at [[The house|the-house]]."),
    .item("Press <b>Ctrl-o</b>: you are here again."),
    .item("Press <b>f</b>: every link in sight gets a letter. Type the letter of the link above."),
    .item("Press <b>F</b> instead, and you look without going."),
    .heading(2, "3  Links", "links"),
    .text(
      "Some links lead to another page, as this one to [[the table of keys|keys-table]], and are followed at once. Others lead out of the document, as this one to [[the home of the poppler library|https://poppler.freedesktop.org/]]. Recto shows you the address first. <b>Enter</b> opens it with your browser, <b>y</b> copies it, any other key leaves it alone. No link ever runs a program."
    ),
    .sideways,
    .heading(2, "4  Several documents", "several"),
    .text(
      "Name as many files as you like, drop one on the window, or type <b>:open</b> and a path. <b>gt</b> and <b>gT</b> go through them, <b>gb</b> lists them. <b>Ctrl-w v</b> gives the document a second view beside the first, with a place of its own: the proof here, the definition there. <b>Ctrl-w w</b> changes sides."
    ),
    .heading(1, "Part Two: How it works", "part-works"),
    .heading(2, "5  The house", "the-house"),
    .text(
      "A document is a program written by a stranger. The library that reads it is old and large and has had its accidents. Recto therefore is two programs ([[the folded sheet|plate]] shows them). The one that owns your terminal knows nothing of PDF. The one that knows everything of PDF owns nothing: before it is handed the first byte, it gives up the right to open files, to talk to the network, to start programs."
    ),
    .text(
      "When a document makes the second program crash, or turn in circles, it is ended and another one takes its place. You see one sentence on the status line, and the page you were reading."
    ),
    .foldout,
    .heading(3, "5.1  What the cage is made of", "cage"),
    .item("<b>Limits</b> on memory, on files, on processes."),
    .item("<b>Landlock</b>: of the whole file system only the fonts are left, to be read."),
    .item("<b>Seccomp</b>: of some three hundred system calls about thirty are left."),
    .text("Ask what your system can give:"),
    .code("$ recto doctor\ncage        complete: Landlock, seccomp, limits"),
    .heading(2, "6  Text", "text"),
    .text(
      "A page holds glyphs and places. Words, lines, columns and paragraphs are found by looking at the gaps, at the indents, at what the pages before had in common. The paper among these samples tells more of it. The same text is yours without the screen:"
    ),
    .code(
      "$ recto text guide.pdf --pages 3-5\n$ recto text paper.pdf --mode layout | less\n$ recto outline guide.pdf --json | jq '.[].title'\n$ curl -s https://example.org/a.pdf | recto text - | wc -w"
    ),
    .text(
      "Pages end with a form feed, so that other tools can count them. What is data goes to standard output and what is meant for you to standard error; the exit status is 0, or 1 when nothing was found, or 2 when something went wrong."
    ),
    .heading(3, "6.1  Numbers and names", "numbers"),
    .text(
      "A file can be opened at a page: <tt>recto guide.pdf#page=12</tt>, or shorter <tt>recto guide.pdf:12</tt>. It can be opened at a place that has a name: <tt>recto guide.pdf#nameddest=links</tt> opens this book at the chapter on links."
    ),
    .heading(2, "7  What is remembered", "remembered"),
    .text(
      "For each document Recto remembers the line you were at, your marks, the places you jumped from, the branches you folded and the theme you chose. It knows a document again by the identifier its maker gave it, else by its content, else by its path, so that it may be renamed, moved, or typeset again. All of it is kept in one small database below <tt>~/.local/share/recto</tt>, and nothing of it leaves your machine."
    ),
    .heading(1, "Part Three: Making it yours", "part-yours"),
    .heading(2, "8  Keys", "keys"),
    .text(
      "Keys are data. The file <tt>~/.config/recto/keys.json5</tt> adds to those Recto comes with, or changes them; a key without a command is taken away:"
    ),
    .code(
      "{\n  \"ctrl+j\": \"next-section\",\n  \"ctrl+k\": \"previous-section\",\n  \"g o\": \"\",\n}"
    ),
    .text("The palette, <b>:</b>, lists the names of all commands with their keys."),
    .heading(2, "9  Colours", "colours"),
    .text(
      "Themes are data too, in <tt>themes.json5</tt> beside the keys: six colours each. The background of your terminal chooses between dark and light. A document can have a theme of its own, by <b>gc</b> or <b>:theme sepia</b>; some books want to be read on paper."
    ),
    .heading(3, "9.1  Terminals of few colours", "few-colours"),
    .text(
      "Where there are no colours, or where <tt>NO_COLOR</tt> asks for none, bold, underlined and reversed text say what colours say elsewhere."
    ),
    .heading(2, "10  Going on", "going-on"),
    .text(
      "Words are looked for with <b>/</b>, while you type them; <b>n</b> goes to the next place, <b>gn</b> lists all of them, and <b>S</b> looks in all documents. <b>v</b> sets a caret and <b>v</b> again selects from there: <b>y</b> copies what is selected, <b>aa</b> marks it, <b>an</b> writes a note on it. <b>A</b> lists what was marked."
    ),
    .text(
      "Everything else is behind <b>?</b>. Press it when you are at a loss. A document is changed only where you mark something in it, fill in its form or edit its pages and its outline; what you marked and filled in <b>U</b> takes back, what you edited <b>u</b>."
    ),
  ]
}
