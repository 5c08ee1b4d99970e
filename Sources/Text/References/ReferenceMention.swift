import DocumentModel

/// Words of a text that name something, before it is known where that is.
struct ReferenceMention: Sendable {
  enum Target: Sendable, Hashable {
    case part(Reference.Kind, sort: UInt8, PartNumber)
    /// An entry of the bibliography by its label in lower case.
    case entry([UInt32])
    case work(WorkNames)
    case titled(WorkNames, Title)
    /// The last work that a note cites, `ibid.`; the note is known by the serial number of its paragraph.
    case again(note: Int)
    /// A note on the same page, or an entry of the bibliography that is cited by raised numbers.
    case raised([UInt32])
    case uri(String)
  }

  /// The authors and the year of a work as a text names them.
  struct WorkNames: Sendable, Hashable {
    /// Folded words of names, in order.
    var names: [[UInt32]]
    /// Where each of them begins in the text.
    var starts: [Int]
    var year: [UInt32]
    var hasOthers: Bool
  }

  /// The beginning of a work's title, as a note names it.
  struct Title: Sendable, Hashable {
    /// Its letters and digits, folded.
    var key: [UInt32]
    /// Whether it is in quotation marks; else it may be another name, or a publisher after a place.
    var isQuoted: Bool

    /// Returns a title without the article at its beginning, which notes leave out.
    static func withoutArticle(_ title: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
      let word = title.prefix(while: Script.isLetter)
      guard word.count <= 4, articles.contains(word.map(Script.lower)) else { return title }
      return title.dropFirst(word.count)
    }

    private static let articles = ReferenceWord.words(
      "the a an der die das ein eine le la les un une el los las il lo i gli")
  }

  /// Why a mention counts only if the whole document has more of its form.
  enum Doubt: Sendable {
    /// `[1, 4] and [3, 6]`
    case interval
    /// `GANs[25][28]`
    case joined
    /// `Ref. 3`, which counts always but says nothing about the style of citation.
    case named
    /// `(3)`, `(4–6)`
    case round
    /// `(Smith and Doe)`
    case undated
    /// The page in an index.
    case index
  }

  var target: Target
  var range: Range<Int>
  var doubt: Doubt?
  /// The first part of `Figures 1-3`, unless a part is numbered `1-3`.
  var first: PartNumber?
  /// The author and the year that the label of an entry may be.
  var work: WorkNames?

  /// Whether it has names without a year.
  var isUndated: Bool {
    switch target {
    case .titled: true
    case .work(let work): work.year.isEmpty
    default: false
    }
  }

  /// Where the names of a work begin in the text; nil for other mentions.
  var starts: [Int]? {
    switch target {
    case .work(let work), .titled(let work, _): work.starts
    default: nil
    }
  }

  /// Whether it is an address of the web rather than of a person.
  var isOfWeb: Bool {
    if case .uri(let address) = target { !address.hasPrefix("mailto:") } else { false }
  }
}
