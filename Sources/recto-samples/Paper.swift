/// Writes a paper in two columns with hyphenated words, footnote, figure, list and references.
enum Paper {
  private static let serif = "Linux Libertine O"
  private static let page = (width: 595.0, height: 842.0)
  private static let margin = 54.0
  private static let gutter = 20.0

  private static let body = Face(font: serif + " 10", below: 0, indent: 12, isJustified: true)
  private static let first = Face(font: serif + " 10", below: 0, isJustified: true)
  private static let heading = Face(font: serif + " Bold 12", above: 12, below: 5, keptLines: 3)
  private static let small = Face(font: serif + " 8.5", below: 2, isJustified: true)

  /// Hyphenation points of words in the text.
  private static let hyphens: [String: String] = [
    "hyphenation": "hy·phen·ation", "hyphenated": "hy·phen·ated", "characters": "char·ac·ters",
    "positions": "po·si·tions", "paragraph": "para·graph", "paragraphs": "para·graphs",
    "documents": "doc·u·ments", "document": "doc·u·ment", "reading": "read·ing",
    "information": "in·for·ma·tion", "typesetting": "type·set·ting", "recognised": "rec·og·nised",
    "columns": "col·umns", "computers": "com·put·ers", "consider": "con·sider",
    "described": "de·scribed", "describes": "de·scribes", "dictionary": "dic·tio·nary",
    "different": "dif·fer·ent", "distances": "dis·tances", "measured": "mea·sured",
    "following": "fol·low·ing", "ordinary": "or·di·nary", "remembers": "re·mem·bers",
    "searching": "search·ing", "separated": "sep·a·rated", "separates": "sep·a·rates",
    "sentence": "sen·tence", "sentences": "sen·tences", "therefore": "there·fore",
    "vertical": "ver·ti·cal", "horizontal": "hor·i·zon·tal", "projection": "pro·jec·tion",
    "rectangle": "rect·an·gle", "rectangles": "rect·an·gles", "several": "sev·eral",
    "sometimes": "some·times", "together": "to·gether", "written": "writ·ten",
    "whitespace": "white·space", "algorithm": "al·go·rithm", "algorithms": "al·go·rithms",
    "alignment": "align·ment", "available": "avail·able", "beginning": "be·gin·ning",
    "question": "ques·tion", "questions": "ques·tions", "surprisingly": "sur·pris·ingly",
    "evidence": "ev·i·dence", "footnote": "foot·note", "footnotes": "foot·notes",
    "happens": "hap·pens", "carefully": "care·fully", "everything": "ev·ery·thing",
    "language": "lan·guage", "languages": "lan·guages", "problem": "prob·lem",
    "problems": "prob·lems", "terminal": "ter·mi·nal", "between": "be·tween",
    "another": "an·other", "becomes": "be·comes", "because": "be·cause", "person": "per·son",
  ]

  private enum Piece {
    case heading(String, String)
    case start(String)
    case text(String)
    case item(String)
    case figure
    case reference(String, String)
  }

  static func write(to path: String) {
    let sheet = Sheet(
      path: path, width: page.width, height: page.height,
      title: "Where Does a Paragraph Go?", author: "The Recto authors")
    let column = (page.width - 2 * margin - gutter) / 2
    var frames = head(sheet, column)
    let setter = Typesetter(sheet, first: frames.removeFirst()) {
      if frames.isEmpty {
        sheet.beginPage(label: "\(sheet.pageCount + 1)")
        furniture(sheet)
        frames = columns(top: 66, bottom: page.height - 66, column)
      }
      return frames.removeFirst()
    }
    for piece in pieces { set(piece, setter) }
    sheet.finish()
  }

  private static func columns(top: Double, bottom: Double, _ width: Double) -> [TextFrame] {
    [margin, margin + width + gutter].map {
      TextFrame(x: $0, y: top, width: width, height: bottom - top)
    }
  }

  private static func furniture(_ sheet: Sheet) {
    let number = "\(sheet.pageCount)"
    Typesetter.line(
      sheet.pageCount % 2 == 0 ? "The Recto authors" : "Where does a paragraph go?",
      font: serif + " Italic 9", on: sheet, x: margin, y: 38, width: page.width - 2 * margin,
      isCentred: true)
    Typesetter.line(
      number, font: serif + " 9", on: sheet, x: margin, y: page.height - 48,
      width: page.width - 2 * margin, isCentred: true)
  }

  /// Sets title, authors and abstract across both columns; returns the columns below them and the footnote's frame below the first.
  private static func head(_ sheet: Sheet, _ column: Double) -> [TextFrame] {
    sheet.beginPage(label: "1")
    let whole = TextFrame(x: margin, y: 66, width: page.width - 2 * margin, height: 300)
    let setter = Typesetter(sheet, first: whole) { whole }
    sheet.destination("title", x: margin, y: 60)
    setter.set(
      "Where Does a Paragraph Go?", Face(font: serif + " Bold 20", below: 8, isCentred: true))
    setter.set(
      "The Recto authors", Face(font: serif + " 11", below: 14, isCentred: true))
    setter.set("<b>Abstract</b>", Face(font: serif + " 10", below: 3, isCentred: true))
    setter.set(
      abstract,
      Face(font: serif + " 9.5", below: 16, left: 36, isJustified: true), hyphens: hyphens)
    sheet.outline("Abstract", level: 1, destination: "title")
    Typesetter.line(
      "1", font: serif + " 9", on: sheet, x: margin, y: page.height - 48, width: whole.width,
      isCentred: true)
    let footnote = TextFrame(x: margin, y: page.height - 112, width: column, height: 60)
    let below = Typesetter(sheet, first: footnote) { footnote }
    below.set(
      "<sup>1</sup> The format's own way to tell them, tagged structure, is optional, and most papers go without it.",
      small, hyphens: hyphens)
    var frames = columns(top: setter.y, bottom: page.height - 66, column)
    frames[0].height -= 52
    return frames
  }

  private static func set(_ piece: Piece, _ setter: Typesetter) {
    switch piece {
    case .heading(let title, let name):
      let top = setter.reserve(0)
      setter.sheet.destination(name, x: setter.left, y: top)
      setter.sheet.outline(
        title, level: title.prefix { $0 != " " }.contains(".") ? 2 : 1, destination: name)
      setter.set(title, heading)
    case .start(let text): setter.set(text, first, hyphens: hyphens)
    case .text(let text): setter.set(text, body, hyphens: hyphens)
    case .item(let text):
      setter.set(
        "•  " + text,
        Face(font: serif + " 10", above: 3, below: 2, indent: -10, left: 10, isJustified: true),
        hyphens: hyphens)
    case .figure: Figure.draw(setter)
    case .reference(let name, let text):
      setter.sheet.destination(name, x: setter.left, y: setter.reserve(0))
      setter.set(text, Face(font: serif + " 9", below: 3, indent: -14, left: 14), hyphens: hyphens)
    }
  }

  private static let abstract = """
    A page of a PDF holds glyphs and their positions, and nothing that says which of them make a word, a line or a \
    paragraph. Every reader that shows, searches or copies text has to find that out again. We describe in plain words \
    what there is to go by, which of it can be trusted, and why a program that remembers the whole document does better \
    than one that looks at a page alone.
    """

  private static let pieces: [Piece] = [
    .heading("1 Introduction", "introduction"),
    .start(
      "A person who opens a printed paper sees a title, two columns and a handful of paragraphs. A program that opens the same paper as a file sees a few thousand glyphs, each with a font, a size and a place on the page. The two are separated by everything that typesetting has thrown away.<sup>1</sup> The blank between two words is a distance. The end of a paragraph is a line that happens to be short. A hyphenated word is two pieces of which neither is in any dictionary."
    ),
    .text(
      "What follows is not new. Surveys of the field are older than the format itself, and the best of the algorithms have been described many times [[[1]|ref-1]]. It is a list of what we had to find out when we wrote a reader for the terminal, where text is all there is: no picture of the page stands behind the words to help a person when the program has read the columns across."
    ),
    .heading("2 Lines and columns", "lines"),
    .start(
      "Glyphs that stand on one baseline and close to each other make a line. Close means less than about a third of the size they are set in, because justified text has wide blanks, and the blanks in a column of numbers are wider still. The gap that separates two columns is no wider than some of them. What sets it apart is that it goes on: it is white from the top of the page to its foot, through all the lines that stand beside it."
    ),
    .text(
      "This is the idea behind the projection profile [[[2]|ref-2]] and behind the covering of whitespace by rectangles [[[3]|ref-3]]: look for what is empty, not for what is printed. A gutter is a tall and narrow rectangle that no glyph enters. A heading that goes over both columns cuts it into two, and so does a figure; therefore the page is cut at such lines first, and each part is looked at for itself (Figure [[1|figure-1]])."
    ),
    .figure,
    .heading("2.1 The order of parts", "order"),
    .start(
      "When the parts are known, their order is surprisingly easy. A part comes before another if it is above it and they share some of their width, or if it is to the left of it and they share some of their height. Where neither is true the order does not matter to most readers, and a program may keep the order in which the glyphs were drawn. That order is the producer's, and it is right more often than one expects."
    ),
    .heading("3 Paragraphs", "paragraphs"),
    .start("There are four signs that a paragraph ends, and no document uses all of them:"),
    .item("the last line is shorter than the column;"),
    .item("the next line is indented, or hangs;"),
    .item("the distance between the two lines is larger than between others;"),
    .item("the font, its size or its weight is a different one."),
    .text(
      "A program that knows one page can only guess which of them the author uses. One that has seen several pages has evidence. If nine of ten lines that follow a short line are indented, then indents are the sign, and the tenth line is a list, a quotation or a formula. If none is, then the vertical distances should be measured."
    ),
    .text(
      "A paragraph does not end because the column does. When the last line of a column is full and does not close with a full stop, and the first line of the next one is not indented, they are one paragraph, whatever stands between them: a footnote, a figure, the number of the page and the running head of the next. Running heads are recognised by their being the same on page after page, in the same place; page numbers, by their counting."
    ),
    .heading("4 Words", "words"),
    .start(
      "At the end of a line a hyphen means one of two things. Either the word was cut, and the hyphen must go when the pieces are put together, or the word is written with a hyphen in any place, as in “well-known”, and it must stay. No rule of the language decides between the two. The document does: if “hyphenation” is written somewhere else on one line, then “hyphen-” and “ation” are one word without any doubt. Where the document is silent, a reader that is searching has a way out that a reader who copies has not: it can try both."
    ),
    .text(
      "Chinese and Japanese lines end anywhere, also in the middle of a word, and no hyphen tells. There the pieces are joined without a blank, except where both sides are Latin letters or figures. Ligatures are one glyph and several characters; they are easy as long as the font says what they stand for, and a matter of luck where it does not."
    ),
    .heading("5 What to measure", "measure"),
    .start(
      "It is easy to write such rules and hard to know whether they help. We set documents of our own, so that the true text was known, and counted two things: the share of the characters that come out right, and the share of the paragraphs that come out whole. The second falls much sooner than the first. A single gutter that was not seen costs no character and all the paragraphs of its page, and a person who reads in a terminal sees at once what the first number hides."
    ),
    .text(
      "The lesson that surprised us was how little is gained on one page and how much on a hundred. Everything that makes a page hard to read for a program, its heads, its footnotes, its habits of indent and alignment, becomes easy when it is seen for the tenth time. Documents are written by people who want to be understood, and they repeat themselves."
    ),
    .heading("References", "references"),
    .reference(
      "ref-1",
      "[1] R. Cattoni, T. Coianiz, S. Messelodi, C. M. Modena. <i>Geometric layout analysis techniques for document image understanding: a review.</i> ITC-irst, 1998."
    ),
    .reference(
      "ref-2",
      "[2] G. Nagy, S. Seth, M. Viswanathan. <i>A prototype document image analysis system for technical journals.</i> Computer 25(7), 1992."
    ),
    .reference(
      "ref-3",
      "[3] T. M. Breuel. <i>Two geometric algorithms for layout analysis.</i> Document Analysis Systems, 2002."
    ),
    .reference(
      "ref-4",
      "[4] ISO 32000-1. <i>Document management: Portable document format, part 1: PDF 1.7.</i> 2008. [[https://www.iso.org/standard/51502.html|https://www.iso.org/standard/51502.html]]"
    ),
  ]
}
