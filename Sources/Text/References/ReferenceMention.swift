import DocumentModel

/// Words of a text that name something, before it is known where that is.
struct ReferenceMention: Sendable {
  enum Target: Sendable, Hashable {
    case part(Reference.Kind, sort: UInt8, PartNumber)
    /// An entry of the bibliography by its label in lower case.
    case entry([UInt32])
    case work(WorkNames)
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

  /// Whether it is an address of the web rather than of a person.
  var isOfWeb: Bool {
    if case .uri(let address) = target { !address.hasPrefix("mailto:") } else { false }
  }
}
