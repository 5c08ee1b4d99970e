package import Canvas
import DocumentModel
package import Messages

/// The content of the screen: cells, and the images among them.
package struct Scene: Sendable {
  package var surface: Surface
  package var pictures: [ImageRequest]
  /// Images that may be wanted next, the likeliest first.
  package var ahead: [ImageRequest]
  /// Cells in which other content covers an image.
  package var holes: [Rect]
  /// Whether the user is drawing on the images: the mouse position is needed in pixels.
  package var isDrawnOn = false

  init(_ surface: Surface, _ pictures: [ImageRequest], ahead: [ImageRequest] = []) {
    self.surface = surface
    self.pictures = pictures
    self.ahead = ahead
    holes = []
    for request in pictures { findHoles(request.place) }
  }

  /// Finds the cells painted over an image's place; merges equal runs in consecutive rows into one hole.
  private mutating func findHoles(_ place: Rect) {
    var open: [Rect] = []
    for y in max(0, place.y)..<max(0, place.y, min(surface.size.height, place.maxY)) {
      let runs = runs(place, y)
      holes += open.filter { hole in !runs.contains { $0 == hole.x..<hole.maxX } }
      open = runs.map { run in
        var hole =
          open.first { $0.x..<$0.maxX == run }
          ?? Rect(x: run.lowerBound, y: y, width: run.count, height: 0)
        hole.height += 1
        return hole
      }
    }
    holes += open
  }

  private func runs(_ place: Rect, _ y: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    let end = min(surface.size.width, place.maxX)
    for x in max(0, place.x)..<max(0, place.x, end) {
      let isCovered = surface[x: x, y: y].scalars.0 != Cell.picture
      if isCovered, start == nil { start = x }
      if !isCovered, let from = start {
        runs.append(from..<x)
        start = nil
      }
    }
    if let start { runs.append(start..<end) }
    return runs
  }
}
