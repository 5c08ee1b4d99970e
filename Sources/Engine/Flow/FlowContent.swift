import DocumentModel
import Text
import Wire

/// The contents of a flowing text, as its format reads them.
protocol FlowContent: AnyObject {
  /// At least 1.
  var portionCount: Int { get }
  var hasOutline: Bool { get }
  /// Whether it has comments or tracked changes.
  var hasMarks: Bool { get }
  /// The lengths of all portions in one unit, also of those that are not set yet.
  var portionLengths: [Int] { get }
  func portion(_ index: Int) throws(EngineFailure) -> FlowPortion
  /// The size of a portion and its line, also of one that is not set yet.
  func info(_ index: Int) -> PageInfo
  /// Bytes of text set so far, which only grow.
  var workDone: Int { get }
  func outline() -> [OutlineItem]
  /// A place that links and outline name.
  func destination(named name: String) -> Destination?
  /// The target of a link to a place, without reading more of the document than is read.
  func target(ofPlace name: String) -> LinkTarget
  /// Names characters of a portion in the book's own terms.
  func places(of ranges: [Range<Int>], on portion: Int) -> [BookPlace]
  func textPlace(of selector: BookSelector) -> TextPlace?
  /// The bytes of an image file that a portion shows.
  func image(_ name: String) -> [UInt8]?
  /// The name of the image on the cover.
  var cover: String? { get }
}

extension FlowContent {
  var hasMarks: Bool { false }
  var workDone: Int { 0 }
  func target(ofPlace name: String) -> LinkTarget {
    destination(named: name).map(LinkTarget.destination) ?? .named(name)
  }
  func places(of ranges: [Range<Int>], on portion: Int) -> [BookPlace] { [] }
  func textPlace(of selector: BookSelector) -> TextPlace? { nil }
  func image(_ name: String) -> [UInt8]? { nil }
  var cover: String? { nil }
}

/// The contents of a text that is set as a whole when it is opened.
final class SetText: FlowContent {
  private let portions: [FlowPortion]
  private let items: [OutlineItem]
  private let places: [String: FlowPlace]
  private let images: (String) -> [UInt8]?
  /// The labels of its portions, and the places where labelled parts begin.
  private let labels: [PageLabels]
  private let labelled: [String: FlowPlace]
  let hasOutline: Bool
  let cover: String?

  /// An outline of no more entries is shown whole at first.
  private static let smallOutline = 40

  init(
    _ setter: FlowSetter, cover: String? = nil, pages: [(label: String, place: String)] = [],
    images: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    var setter = setter
    setter.finish()
    portions = setter.portions
    hasOutline = setter.headings.count > 0
    items = setter.headings.items(isOpen: setter.headings.count <= Self.smallOutline)
    let places = setter.placesByName
    let begun: [(label: String, place: FlowPlace)] = pages.compactMap { page in
      places[page.place].map { (page.label, $0) }
    }
    self.places = places
    labelled = Dictionary(
      begun.map { ($0.label, $0.place) }, uniquingKeysWith: { first, _ in first })
    labels = PageLabels.ofPortions(portions.count, begun)
    self.images = images
    self.cover = cover
  }

  var portionCount: Int { portions.count }
  var hasMarks: Bool { portions.contains { !$0.marks.isEmpty } }
  var portionLengths: [Int] { portions.map(\.text.scalars.count) }
  func portion(_ index: Int) throws(EngineFailure) -> FlowPortion { portions[index] }
  func info(_ index: Int) -> PageInfo {
    var info = PageInfo(label: "", size: portions[index].text.size, line: portions[index].line)
    info.labels = labels[index]
    return info
  }
  func outline() -> [OutlineItem] { items }
  func image(_ name: String) -> [UInt8]? { images(name) }

  /// Names differ in capitals in practice; the empty name is the beginning.
  func destination(named name: String) -> Destination? {
    name.isEmpty
      ? Destination(page: 0)
      : (places[name] ?? places[name.lowercased()] ?? labelled[name])?.destination
  }
}
