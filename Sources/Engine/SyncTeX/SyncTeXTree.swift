import DocumentModel

/// The contents of a SyncTeX file: the boxes of each page, and which line of a source each part comes from (synctex(5)).
///
/// Lengths are in the file's own units until they are given out.
struct SyncTeXTree {
  enum Kind: UInt8 {
    case sheet, vbox, hbox, emptyVBox, emptyHBox, kern, glue, math, rule, boundary
    /// The edge of a horizontal box, which no record of the file stands for.
    case edge
    /// A reference to a form, until its contents are put there.
    case reference
    case form

    var isBox: Bool { isContainer || self == .emptyVBox || self == .emptyHBox }
    /// Whether forward search lists it at its source line when the record is read.
    var isListed: Bool { self == .kern || self == .glue || self == .math || self == .rule }
    /// Whether it is a box with something in it.
    var isContainer: Bool { self == .vbox || self == .hbox }
  }

  /// One record; `parent`, `child` and `sibling` are indices, -1 for none.
  struct Node {
    var kind: Kind
    var tag: Int32 = 0
    var line: Int32 = 0
    var column: Int32 = 0
    var h: Int32 = 0
    var v: Int32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
    var depth: Int32 = 0
    var parent: Int32 = -1
    var child: Int32 = -1
    var sibling: Int32 = -1
    /// The index of its page in `sheets`; -1 in a form.
    var sheet: Int32 = -1

    /// The box it fills on the page.
    var frame: Frame {
      Frame(
        h0: Int(h), h1: Int(h) + abs(Int(width)), v0: Int(v) - abs(Int(height)),
        v1: Int(v) + abs(Int(depth)))
    }
  }

  /// A rectangle, v down.
  struct Frame {
    var h0: Int
    var h1: Int
    var v0: Int
    var v1: Int

    var area: Double { Double(h1 - h0) * Double(v1 - v0) }

    func moved(by origin: (h: Int, v: Int)) -> Frame {
      Frame(h0: h0 + origin.h, h1: h1 + origin.h, v0: v0 + origin.v, v1: v1 + origin.v)
    }

    mutating func extend(by other: Frame) {
      (h0, h1) = (min(h0, other.h0), max(h1, other.h1))
      (v0, v1) = (min(v0, other.v0), max(v1, other.v1))
    }
  }

  /// A page: its number from 1, and its own node.
  struct Sheet {
    var number: Int
    var root: Int
  }

  /// A node that forward search finds, and the line it was listed under: its own may be corrected later.
  struct Mark {
    var node: Int32
    var line: Int32
  }

  var nodes: [Node] = []
  /// In the order in which they were read; the contents of forms are the last.
  var marks: [Mark] = []
  /// The horizontal boxes of all pages, each after those within it; those of forms are the last.
  var hboxes: [Int32] = []
  /// The index of the first node that was copied from a form.
  var firstCopy = Int.max
  /// The last line of each source that a record names, by tag.
  var lastLines: [Int32: Int32] = [:]
  /// The frames of horizontal boxes with all that sticks out of them, by the index of the box.
  var frames: [Int32: Frame] = [:]
  var sheets: [Sheet] = []
  /// The names of sources by their tags.
  var inputs: [Int32: String] = [:]
  /// The length of one unit, in points of 1/72 inch.
  var unit = 1 / 65_781.76
  /// In points.
  var offset = Point(x: 0, y: 0)

  /// The frame of a node as it is seen.
  func frame(of node: Int) -> Frame { frames[Int32(node)] ?? nodes[node].frame }

  /// The children of a node, in order.
  func children(of node: Int) -> some Sequence<Int> {
    sequence(state: nodes[node].child) { next in
      guard next >= 0 else { return nil }
      defer { next = nodes[Int(next)].sibling }
      return Int(next)
    }
  }

  func hasChildren(_ node: Int) -> Bool { nodes[node].child >= 0 }

  /// A point of the page, with the precision of the synctex program: back from there must lead to the same line.
  func point(h: Int, v: Int) -> Point {
    Point(
      x: Double(Float(h) * Float(unit) + Float(offset.x)),
      y: Double(Float(v) * Float(unit) + Float(offset.y)))
  }
}
