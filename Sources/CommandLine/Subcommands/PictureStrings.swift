import Canvas
import Pictures

/// Descriptions of how pictures are shown.
enum PictureStrings {
  /// Rows of `recto doctor`.
  static func facts(_ ability: PictureAbility) -> [(String, String)] {
    var rows = [("pictures", way(ability))]
    if let shortfall = ability.shortfall { rows.append(("not better", reason(shortfall))) }
    return rows
  }

  private static func way(_ ability: PictureAbility) -> String {
    let cell = "cells of \(ability.cell.width)×\(ability.cell.height) pixels"
    let through =
      ability.usesPlaceholders
      ? ", as text of tmux" : ability.pane == nil ? "" : ", through tmux"
    let name = ability.terminal.isEmpty ? "" : ", \(ability.terminal)"
    switch ability.way {
    case .kitty(.sharedMemory): return "kitty, by shared memory\(through), \(cell)\(name)"
    case .kitty(.file): return "kitty, by temporary files\(through), \(cell)\(name)"
    case .kitty(.stream): return "kitty, packed in the stream\(through), \(cell)\(name)"
    case .sixel(let registers, let largest):
      let most = largest.map { ", \($0.width)×\($0.height) at most" } ?? ""
      return "sixel, \(registers) colours\(most)\(through), \(cell)\(name)"
    case .iTerm2: return "iTerm2\(through), \(cell)\(name)"
    case .characters(let set, let depth):
      return "characters: \(set.rawValue), colours: \(depth.rawValue)\(name)"
    case .none: return "none"
    }
  }

  /// Says why pictures are not shown in a better way, and how to change that.
  static func reason(_ shortfall: PictureAbility.Shortfall) -> String {
    switch shortfall {
    case .notATerminal: "no terminal"
    case .dumbTerminal:
      "TERM describes a terminal without capabilities; set it to your terminal's name"
    case .noAnswer: "the terminal answered no question within 250 ms"
    case .noPictures:
      "the terminal shows no pixels; kitty, Ghostty, WezTerm, foot and xterm -ti vt340 do"
    case .noCellSize:
      "the terminal shows pixels but does not report the size of a cell; in xterm allow it: -xrm 'XTerm*allowWindowOps: true'"
    case .passthroughOff:
      "tmux does not pass pictures on; put  set -g allow-passthrough on  into ~/.tmux.conf and run  tmux source ~/.tmux.conf"
    case .tmuxWithoutSixel:
      "tmux does not know whether its terminal draws sixels; if it does, put  set -as terminal-features ',*:sixel'  into ~/.tmux.conf and attach again"
    case .noPlaceholders:
      "this terminal has no Unicode placeholders for pictures in tmux; kitty 0.28 or newer and Ghostty have, with 256 or more colours"
    case .noPicturesBehindTmux:
      "the terminal outside tmux shows no pixels; kitty, Ghostty and xterm -ti vt340 do"
    case .tmuxUnknown: "tmux did not report within 250 ms what it passes on"
    case .elsewhere:
      "the terminal cannot read this machine's memory or files, as over ssh; pictures are sent packed"
    case .onlyFiles: "the terminal cannot read this machine's shared memory"
    case .onlySixel:
      "the terminal does not know kitty's pictures, which need no encoding and can be moved"
    case .onlyITerm2:
      "the terminal does not know kitty's pictures, which need no encoding and can be moved"
    }
  }
}
