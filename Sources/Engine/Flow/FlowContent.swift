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
  let hasOutline: Bool
  let cover: String?

  /// An outline of no more entries is shown whole at first.
  private static let smallOutline = 40

  init(
    _ setter: FlowSetter, cover: String? = nil,
    images: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    var setter = setter
    setter.finish()
    portions = setter.portions
    hasOutline = setter.headings.count > 0
    items = setter.headings.items(isOpen: setter.headings.count <= Self.smallOutline)
    places = setter.placesByName
    self.images = images
    self.cover = cover
  }

  var portionCount: Int { portions.count }
  var hasMarks: Bool { portions.contains { !$0.marks.isEmpty } }
  var portionLengths: [Int] { portions.map(\.text.scalars.count) }
  func portion(_ index: Int) throws(EngineFailure) -> FlowPortion { portions[index] }
  func info(_ index: Int) -> PageInfo {
    PageInfo(label: "", size: portions[index].text.size, line: portions[index].line)
  }
  func outline() -> [OutlineItem] { items }
  func image(_ name: String) -> [UInt8]? { images(name) }

  /// Names differ in capitals in practice; the empty name is the beginning.
  func destination(named name: String) -> Destination? {
    name.isEmpty
      ? Destination(page: 0) : (places[name] ?? places[name.lowercased()])?.destination
  }
}
