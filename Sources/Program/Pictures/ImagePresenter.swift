import Canvas
import Interface
import Messages
import Pictures
import Services
import Terminal

/// Shows the available images of a scene on the screen.
struct ImagePresenter {
  let loader: PageImageLoader
  private var decisions = 0
  /// When a visible page without an image was first requested; nil if none is missing.
  private var waitingSince: ContinuousClock.Instant?
  /// The delay after which a missing page is labelled as being drawn.
  private static let patience = Duration.milliseconds(150)

  init(_ loader: PageImageLoader) { self.loader = loader }

  /// Returns how the terminal shows images if this was decided since the last call, else nil.
  mutating func newTerms(_ screen: Screen) -> PictureTerms? {
    guard screen.pictureDecisions != decisions else { return nil }
    if decisions == 0 { loader.sweep() }
    decisions = screen.pictureDecisions
    let ability = screen.pictures.ability
    loader.serve(ability)
    return PictureTerms(ability)
  }

  /// Whether a visible page has neither an image nor a stand-in; missing thumbnails do not count.
  static func isMissing(_ requests: [ImageRequest], _ found: [PageImageLoader.Found?]) -> Bool {
    zip(requests, found).contains { request, found in
      if found == nil, case .page = request.source { true } else { false }
    }
  }

  /// Shows the available images; labels the missing ones as being drawn once `patience` has passed.
  mutating func set(_ scene: inout Scene, _ found: [PageImageLoader.Found?], on screen: Screen) {
    screen.pictures.keep(Set(scene.pictures.map(\.slot)))
    screen.pictures.hole(scene.holes)
    waitingSince = Self.isMissing(scene.pictures, found) ? waitingSince ?? .now : nil
    for (request, found) in zip(scene.pictures, found) {
      guard let found else {
        screen.pictures.hide(request.slot)
        if isLong { say(request, on: &scene.surface) }
        continue
      }
      screen.pictures.show(found.picture, in: request.place, slot: request.slot, part: found.part)
    }
  }

  private var isLong: Bool { waitingSince.map { $0 + Self.patience <= .now } ?? false }

  /// When the label becomes due; nil if nothing is missing or the label is already shown.
  var due: ContinuousClock.Instant? {
    guard let waitingSince, !isLong else { return nil }
    return waitingSince + Self.patience
  }

  private func say(_ request: ImageRequest, on surface: inout Surface) {
    let width = CellWidth.of(request.words)
    guard !request.words.isEmpty, width <= request.place.width else { return }
    let style = surface[x: request.place.x, y: request.place.y].style
    surface.put(
      request.words, x: request.place.x + (request.place.width - width) / 2,
      y: request.place.y + request.place.height / 2, style: style.adding(.dim))
  }
}

extension PictureTerms {
  init(_ ability: PictureAbility) {
    let cell = CellSize(width: ability.cell.width, height: ability.cell.height)
    switch ability.way {
    case .kitty, .iTerm2, .sixel: self.init(.pixels, cell: cell)
    case .characters:
      self.init(
        .characters, cell: cell,
        drawn: CellSize(
          width: CharacterPicture.cell.width, height: CharacterPicture.cell.height))
    case .none: self.init(.none, cell: cell)
    }
    if case .kitty = ability.way { scales = true }
    if case .sixel(_, let most?) = ability.way {
      largest = CellSize(
        width: most.width / max(1, cell.width), height: most.height / max(1, cell.height))
    }
    // Sixel and iTerm2 images painted in the last row scroll the screen.
    switch ability.way {
    case .sixel, .iTerm2: fillsLastRow = false
    case .kitty, .characters, .none: fillsLastRow = true
    }
  }
}
