import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// The status line's text during the selection.
  static let zoomWords =
    "h j k l move the box, H J K L resize it, or drag one; Enter zooms, Esc cancels"

  /// The keys that move the box and those that resize it, with their steps in cells.
  static let boxKeys: [Key: (dx: Int, dy: Int)] = [
    Key("h"): (-2, 0), Key("l"): (2, 0), Key("j"): (0, 1), Key("k"): (0, -1),
    Key(.left): (-2, 0), Key(.right): (2, 0), Key(.down): (0, 1), Key(.up): (0, -1),
  ]
  static let boxSizeKeys: [Key: (dx: Int, dy: Int)] = [
    Key("H"): (-2, 0), Key("L"): (2, 0), Key("J"): (0, 1), Key("K"): (0, -1),
  ]
}

extension PictureView {
  /// Returns the box as four bars, in pixels of a drawing whose page fills `frame`.
  func zoomBoxAreas(on drawing: PageDrawing, _ frame: Rect) -> [PixelRect] {
    guard let terms = self.terms, let box = zoomBox else { return [] }
    let (x, y) = (
      (box.x - frame.x) * terms.drawn.width - drawing.frame.x,
      (box.y - frame.y) * terms.drawn.height - drawing.frame.y
    )
    let (width, height) = (box.width * terms.drawn.width, box.height * terms.drawn.height)
    let bar = 2
    let bars = [
      (x, y, width, bar), (x, y + height - bar, width, bar), (x, y, bar, height),
      (x + width - bar, y, bar, height),
    ]
    return bars.compactMap { x, y, width, height in
      let (left, top) = (max(0, x), max(0, y))
      let area = PixelRect(
        x: left, y: top, width: min(x + width, drawing.frame.width) - left,
        height: min(y + height, drawing.frame.height) - top)
      return area.width > 0 && area.height > 0 ? area : nil
    }
  }
}

extension Layer {
  static func typeInZoomBox(_ state: inout State, _ key: Key) -> [Effect] {
    guard var box = state.pictures.zoomBox else { return [] }
    let room = state.pictureRect(of: state.panes.focus)
    if let step = State.boxKeys[key] {
      box.x = min(max(room.x, box.x + step.dx), room.maxX - box.width)
      box.y = min(max(room.y, box.y + step.dy), room.maxY - box.height)
      state.pictures.zoomBox = box
    } else if let step = State.boxSizeKeys[key] {
      box.width = min(max(4, box.width + step.dx), room.maxX - box.x)
      box.height = min(max(2, box.height + step.dy), room.maxY - box.y)
      state.pictures.zoomBox = box
    } else {
      state.pictures.zoomBox = nil
      if key.code == .enter { state.zoom(toCells: box) }
    }
    return []
  }

  static func takeInZoomBox(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .press(button: 1): state.pointer.pressed = mouse
    case .drag(button: 1):
      guard let pressed = state.pointer.pressed else { return [] }
      state.pictures.zoomBox = Rect(
        x: min(pressed.x, mouse.x), y: min(pressed.y, mouse.y),
        width: abs(pressed.x - mouse.x) + 1, height: abs(pressed.y - mouse.y) + 1)
    case .release(button: 1):
      let isDragged = state.pointer.pressed != nil && !state.pointer.release(mouse)
      guard isDragged, let box = state.pictures.zoomBox else { return [] }
      state.pictures.zoomBox = nil
      if box.width > 1, box.height > 1 { state.zoom(toCells: box) }
    default: break
    }
    return []
  }

  static func paintZoomBox(_ state: State, into surface: inout Surface) {
    // On terminals with pixels the box is drawn on the page's image.
    guard let box = state.pictures.zoomBox, state.pictures.terms?.kind == .characters else {
      return
    }
    surface.putEdge(box, .square, style: state.themes.current.accent)
  }
}
