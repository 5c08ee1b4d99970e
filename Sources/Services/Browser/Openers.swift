import DocumentModel
import Glibc
import Messages
import Platform

/// The desktop's programs for a file.
enum Openers {
  /// Returns the type by name, corrected by the first bytes.
  private static func type(of path: String) -> String {
    ContentTypeProbe.type(of: path)
  }

  /// Returns the programs for a file, with Recto at its rank for such documents.
  static func all(for path: String, _ types: DocumentTypes) -> [Opener] {
    let type = type(of: path)
    let first = DesktopProgram.first(for: type)
    var openers = DesktopProgram.all(for: type).map {
      Opener(id: $0.id, name: $0.name, isDefault: $0.id == first?.id)
    }
    let known = types.type(named: PathParts.name(of: path)) ?? types.type(mimeType: type)
    guard let kind = known.flatMap({ types.kind(of: $0) }), kind.role != .none else {
      return openers
    }
    switch kind.rank {
    case .owner, .default: openers.insert(.recto, at: 0)
    case .alternate: openers.insert(.recto, at: min(1, openers.count))
    case .none: break
    }
    return openers
  }

  /// The result of starting a program.
  enum Start {
    case started(String)
    /// The program runs in the terminal with these words, when the terminal is free.
    case inTerminal([String])
    case failed(String)
  }

  /// Whether there is a display for windows.
  private static var hasDisplay: Bool {
    let names: [String] = ["WAYLAND_DISPLAY", "DISPLAY"]
    return names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
  }

  /// Starts a program by its ID, or the desktop's default if that is empty.
  static func start(_ id: String, _ paths: [String]) -> Start {
    guard let first = paths.first else { return .failed("there is nothing to open") }
    let name = PathParts.name(of: first)
    let type = type(of: first)
    let program =
      id.isEmpty
      ? DesktopProgram.first(for: type) : DesktopProgram.all(for: type).first { $0.id == id }
    guard let program else {
      return .failed("no program of the desktop opens \(name) (\(type))")
    }
    guard program.needsTerminal || hasDisplay else {
      return .failed(
        "\(program.name) would open \(name) in a window, and there is no display here for one")
    }
    do throws(PlatformError) {
      try program.launch(paths)
      return .started("\(program.name) opens \(name)")
    } catch {
      if case .needsTerminal(let words) = error.reason { return .inTerminal(words) }
      return .failed("\(program.name) could not be started for \(name)")
    }
  }
}
