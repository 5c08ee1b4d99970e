package import Canvas
package import DocumentModel

/// A picture that is wanted: what is to be drawn, and where it goes.
package struct ImageRequest: Sendable, Hashable {
  /// What a picture shows.
  package enum Source: Sendable, Hashable {
    case page(DocumentID, generation: Int, PageDrawing)
    /// A file's thumbnail, by its path; another picture of the same file has another version.
    case thumbnail(FilePath, version: Int)
  }

  /// Another picture in the same slot replaces it without a gap.
  package var slot: Int
  package var source: Source
  /// All of another picture that can be shown until this one is drawn, where its size costs nothing.
  package var standIn: Source?
  /// The oldest generation of its document whose picture of the page stays in sight until this one is drawn; nil: of none.
  package var alikeSince: Int?
  /// What it was in older generations, newest first, where its page stood elsewhere in them: the same holds for those.
  package var origins: [Source] = []
  /// What is marked on it.
  package var marks: [PictureMark] = []
  /// What is marked on an older picture that is still in sight: it lacks more.
  package var marksBefore: [PictureMark] = []
  /// Cells of the screen it fills.
  package var place: Rect
  /// The part of the drawing that is seen there; nil for all of it.
  package var part: PixelRect?
  /// Paper is lighter than ink: marks are laid on it like a pen's, else like a lamp's.
  package var isOnLight = true
  /// What is said in its place as long as it takes.
  package var words = ""
  /// How long the drawing may take; nil: as usual.
  package var seconds: Int?
  /// How often what failed was to be tried again.
  package var attempt = 0

  package init(slot: Int, _ source: Source, in place: Rect, part: PixelRect? = nil) {
    self.slot = slot
    self.source = source
    self.place = place
    self.part = part
  }
}

/// All that is to be seen: cells, and the pictures among them.
package struct Scene: Sendable {
  package var surface: Surface
  package var pictures: [ImageRequest]
  /// Those that may be wanted next, the likeliest first.
  package var ahead: [ImageRequest]
  /// Cells over pictures in which something else stands.
  package var holes: [Rect]
  /// A hand draws on the pictures: where in a cell the mouse is counts.
  package var isDrawnOn = false

  init(_ surface: Surface, _ pictures: [ImageRequest], ahead: [ImageRequest] = []) {
    self.surface = surface
    self.pictures = pictures
    self.ahead = ahead
    holes = []
    for request in pictures { findHoles(request.place) }
  }

  /// Whatever was painted over a picture's place lies above it; runs of equal length in one row after the other are one hole.
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
