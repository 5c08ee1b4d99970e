package import Canvas
package import DocumentModel

/// The images on the screen: takes the wanted images and returns the output for any kind of terminal.
///
/// Each image has a slot, such as a view or a gallery thumbnail: another image in the same slot replaces it without a gap.
package struct PictureSurface: Sendable {
  /// The maximum size in bytes of painted images kept for painting again.
  package static let mostPainted = 8_000_000

  package private(set) var ability: PictureAbility
  private var hand: any GraphicsBackend
  private var wanted: [Int: PlacedPicture] = [:]
  private var holes: [Rect] = []
  /// The id after the last image sent by an earlier method.
  private var lastID: UInt32?
  /// The commands that remove the images of an earlier method.
  private var farewell: [UInt8] = []

  /// `hearsErrors`: the caller reads the terminal's answers and reports refused images; `firstID` keeps ids distinct from those of other programs.
  package init(
    _ ability: PictureAbility, screen: Size, firstID: UInt32, hearsErrors: Bool = false,
    kittyLimit: KittyLimit = KittyLimit()
  ) {
    self.ability = ability
    hand = Self.hand(ability, screen, firstID, hearsErrors, kittyLimit)
  }

  private static func hand(
    _ ability: PictureAbility, _ screen: Size, _ firstID: UInt32, _ hearsErrors: Bool,
    _ limit: KittyLimit
  ) -> any GraphicsBackend {
    switch ability.way {
    case .kitty(let transfer):
      if ability.usesPlaceholders {
        return KittyPlaceholders(transfer, pane: ability.pane, firstID: firstID, limit: limit)
      }
      // tmux delivers answers to the active pane as if they were typed.
      let isQuiet = !hearsErrors || ability.pane != nil
      return KittyGraphics(
        transfer, pane: ability.pane, firstID: firstID, isQuiet: isQuiet, limit: limit)
    case .sixel, .iTerm2: return InlineGraphics(ability, screen: screen)
    case .characters(let set, let depth):
      return CharacterGraphics(set: set, depth: depth, isDark: ability.isDark)
    case .none: return NullGraphics()
    }
  }

  /// Changes the method after the terminal's abilities or window changed. If the terminal has lost all images, call `forget` too.
  ///
  /// The caller must read the terminal's answers.
  package mutating func serve(_ ability: PictureAbility, screen: Size, firstID: UInt32) {
    // A kitty that keeps what it was sent still has it.
    if case .kitty = ability.way, ability == self.ability { return }
    farewell += wrapped(hand.end())
    self.ability = ability
    lastID = hand.nextID ?? lastID
    hand = Self.hand(ability, screen, lastID ?? firstID, true, KittyLimit())
  }

  package var isEmpty: Bool { wanted.isEmpty }

  /// Whether images other than characters are shown: the terminal scrolls them with their rows.
  package var lieOverCells: Bool {
    switch ability.way {
    case .kitty where ability.usesPlaceholders: false
    case .kitty, .sixel, .iTerm2: !isEmpty
    case .characters, .none: false
    }
  }

  /// Shows a part of an image, or all of it, in a rectangle of cells.
  package mutating func show(
    _ picture: Picture, in place: Rect, slot: Int = 0, part: PixelRect? = nil
  ) {
    guard !place.isEmpty else { return hide(slot) }
    let part = (part ?? picture.bitmap.bounds).clamped(to: picture.bitmap.size)
    wanted[slot] = PlacedPicture(picture: picture, place: place, part: part)
  }

  /// Sets the cells that are above all images, as those of a menu; an empty list removes them.
  package mutating func hole(_ cells: [Rect]) {
    holes = cells.filter { !$0.isEmpty }
  }

  package mutating func hide(_ slot: Int = 0) { wanted[slot] = nil }

  package mutating func hideAll() { wanted = [:] }

  /// Hides all images except those in the given slots.
  package mutating func keep(_ slots: Set<Int>) {
    wanted = wanted.filter { slots.contains($0.key) }
  }

  /// Sends all images again, as after clearing the screen, a resize or another program; the next update first removes those the terminal still has.
  package mutating func forget() { farewell += wrapped(hand.forget()) }

  /// Reports that cells were overwritten by text.
  package mutating func damage(_ cells: [Rect]) { hand.damage(cells) }

  /// Handles an answer of the terminal; returns whether the next update has something to write because of it.
  package mutating func take(_ answer: PictureAnswer) -> Bool { hand.take(answer) }

  /// Returns the output that makes the screen show the wanted images.
  package mutating func update() -> PictureUpdate {
    var update = hand.update(wanted, holes: holes)
    update.before = farewell + update.before
    farewell = []
    return update
  }

  /// Writes the parts of images that consist of cells.
  package mutating func paint(on surface: inout Surface) {
    guard !wanted.isEmpty else { return }
    hand.paint(wanted, holes: holes, on: &surface)
  }

  /// The rectangles of cells that images fill.
  package var places: [Rect] {
    wanted.values.flatMap { $0.place.pieces(without: holes) }
  }

  /// Returns the commands, for the terminal itself, that remove all images; wanted images return with the next update.
  ///
  /// tmux passes nothing through from a hidden pane or while it redraws itself; with `mayBeLost` the commands are repeated in the next update.
  package mutating func withdraw(mayBeLost: Bool = false) -> [UInt8] {
    let bytes = hand.end()
    if mayBeLost { farewell += wrapped(bytes) }
    return bytes
  }

  /// Returns the bytes wrapped for tmux, if running inside it.
  package func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty || ability.pane == nil ? bytes : TmuxPane.wrap(bytes)
  }
}
