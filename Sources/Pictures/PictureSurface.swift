package import Canvas
package import DocumentModel

/// The pictures on the screen: says what is wanted and gives what is to be written for it, whatever the terminal understands.
///
/// Each picture has a slot, as a view of the reader or a thumbnail of a gallery: another one in the same slot replaces it without a gap.
package struct PictureSurface: Sendable {
  /// Bytes of pictures painted onto the cells that are kept to be painted again.
  package static let mostPainted = 8_000_000

  package private(set) var ability: PictureAbility
  private var hand: any PictureHand
  private var wanted: [Int: PlacedPicture] = [:]
  private var holes: [Rect] = []
  /// The number after the last picture's that was sent in an earlier way.
  private var lastID: UInt32?
  /// Takes back what was shown in an earlier way.
  private var farewell: [UInt8] = []

  /// `hearsErrors`: whoever reads the terminal's answers tells of pictures refused; `firstID` tells ours from those of other programs.
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
  ) -> any PictureHand {
    switch ability.way {
    case .kitty(let transfer):
      if ability.usesPlaceholders {
        return KittyPlaceholders(transfer, pane: ability.pane, firstID: firstID, limit: limit)
      }
      // tmux gives answers to whichever pane is in use, as if they were typed there.
      let isQuiet = !hearsErrors || ability.pane != nil
      return KittyHand(
        transfer, pane: ability.pane, firstID: firstID, isQuiet: isQuiet, limit: limit)
    case .sixel, .iTerm2: return PaintingHand(ability, screen: screen)
    case .characters(let set, let depth):
      return CharacterHand(set: set, depth: depth, isDark: ability.isDark)
    case .none: return NoHand()
    }
  }

  /// Goes on another way, as the terminal turned out to be or as its window is now; whoever knows that the terminal has lost all says so.
  ///
  /// Whoever calls reads the terminal's answers.
  package mutating func serve(_ ability: PictureAbility, screen: Size, firstID: UInt32) {
    // Whoever keeps what was sent goes on keeping it.
    if case .kitty = ability.way, ability == self.ability { return }
    farewell += wrapped(hand.end())
    self.ability = ability
    lastID = hand.nextID ?? lastID
    hand = Self.hand(ability, screen, lastID ?? firstID, true, KittyLimit())
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { wanted.isEmpty }

  /// Whether pictures are shown that are no characters: the terminal moves them along with rows it scrolls.
  package var lieOverCells: Bool {
    switch ability.way {
    case .kitty where ability.usesPlaceholders: false
    case .kitty, .sixel, .iTerm2: !isEmpty
    case .characters, .none: false
    }
  }

  /// Shows a part of a picture, all of it where none is named, in a rectangle of cells.
  package mutating func show(
    _ picture: Picture, in place: Rect, slot: Int = 0, part: PixelRect? = nil
  ) {
    guard !place.isEmpty else { return hide(slot) }
    let part = (part ?? picture.bitmap.bounds).clamped(to: picture.bitmap.size)
    wanted[slot] = PlacedPicture(picture: picture, place: place, part: part)
  }

  /// Shows another part of a picture that is shown already, or in another place.
  package mutating func crop(_ slot: Int = 0, to part: PixelRect, in place: Rect? = nil) {
    guard let shown = wanted[slot] else { return }
    show(shown.picture, in: place ?? shown.place, slot: slot, part: part)
  }

  /// Cells that lie above all pictures, as a menu's; none closes all.
  package mutating func hole(_ cells: [Rect]) {
    holes = cells.filter { !$0.isEmpty }
  }

  package mutating func hide(_ slot: Int = 0) { wanted[slot] = nil }

  package mutating func hideAll() { wanted = [:] }

  /// Hides all but such slots.
  package mutating func keep(_ slots: Set<Int>) {
    wanted = wanted.filter { slots.contains($0.key) }
  }

  /// Sends all pictures again, as after a clear screen, a resize or another program; the next update first removes what a terminal
  /// still has that kept them.
  package mutating func forget() { farewell += wrapped(hand.forget()) }

  /// Such cells were written over by text.
  package mutating func damage(_ cells: [Rect]) { hand.damage(cells) }

  /// Takes the terminal's answer to a picture; returns whether the next update has something to write because of it.
  package mutating func take(_ answer: PictureAnswer) -> Bool { hand.take(answer) }

  /// What is to be written so that the screen shows what is wanted.
  package mutating func update() -> PictureUpdate {
    var update = hand.update(wanted, holes: holes)
    update.before = farewell + update.before
    farewell = []
    return update
  }

  /// Puts into the cells what stands in them.
  package mutating func paint(on surface: inout Surface) {
    guard !wanted.isEmpty else { return }
    hand.paint(wanted, holes: holes, on: &surface)
  }

  /// The rectangles of cells that pictures fill.
  package var places: [Rect] {
    wanted.values.flatMap { $0.place.pieces(without: holes) }
  }

  /// What the terminal itself is to be told so that nothing is left behind; what is wanted comes again with the next update.
  ///
  /// tmux lets nothing through from a pane that is not seen, nor while it draws itself: then it is said again with the next update.
  package mutating func withdraw(mayBeLost: Bool = false) -> [UInt8] {
    let bytes = hand.end()
    if mayBeLost { farewell += wrapped(bytes) }
    return bytes
  }

  /// The same as it goes through tmux, where we are in it.
  package func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty || ability.pane == nil ? bytes : TmuxPane.wrap(bytes)
  }
}
