internal import CGLib
import Glibc

/// A program of the desktop that opens files, by its desktop file.
package struct DesktopProgram: Sendable, Hashable {
  /// Name of its desktop file: `org.gnome.Evince.desktop`.
  package var id: String
  package var name: String
  /// Whether it draws in a terminal: `launch` gives the words to run it with instead.
  package var needsTerminal: Bool

  /// Returns the desktop's default for a type; nil if there is none.
  package static func first(for type: String) -> DesktopProgram? {
    QuietGLib.begin()
    guard let info = g_app_info_get_default_for_type(type, 0) else { return nil }
    return DesktopProgram(taking: info)
  }

  /// Every program that says it opens a type, the desktop's first choice in front.
  package static func all(for type: String) -> [DesktopProgram] {
    QuietGLib.begin()
    var seen: Set<String> = []
    let others = GItems.taking(g_app_info_get_all_for_type(type)) { DesktopProgram(taking: $0) }
    return ([first(for: type)].compactMap { $0 } + others).filter { seen.insert($0.id).inserted }
  }

  private init?(taking info: OpaquePointer) {
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    guard let id = GText.copying(g_app_info_get_id(info)) else { return nil }
    self.id = id
    name = GText.copying(g_app_info_get_display_name(info)) ?? id
    needsTerminal = g_desktop_app_info_get_boolean(info, "Terminal") != 0
  }

  /// Starts the program with files, in its own session without a terminal, so that it outlives us.
  ///
  /// Throws `.needsTerminal` with the words to run if it needs one, `.notSupported` if it is gone.
  package func launch(_ files: [String]) throws(PlatformError) {
    QuietGLib.begin()
    guard let info = g_desktop_app_info_new(id) else {
      throw PlatformError(.notSupported, id)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    if needsTerminal { throw PlatformError(.needsTerminal(try Self.words(of: info, files))) }
    var addresses: UnsafeMutablePointer<GList>?
    defer { g_list_free_full(addresses) { g_free($0) } }
    for file in files.reversed() {
      guard let address = LocalFile(file).address else { throw PlatformError(.notFound, file) }
      addresses = g_list_prepend(addresses, g_strdup(address))
    }
    let nothing = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    var error: UnsafeMutablePointer<GError>?
    // Between fork and exec: setsid is all that may be called there, and all that is.
    let isStarted = g_desktop_app_info_launch_uris_as_manager_with_fds(
      info, addresses, nil, G_SPAWN_SEARCH_PATH, { _ in _ = setsid() }, nil, nil, nil,
      nothing, nothing, nothing, &error)
    guard isStarted != 0 else { throw PlatformError(taking: &error) }
  }

  /// The command line with the files in the place of its field code (Desktop Entry specification 1.5, "Exec key").
  private static func words(
    of info: OpaquePointer, _ files: [String]
  ) throws(PlatformError) -> [String] {
    var count: gint = 0
    var parts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var error: UnsafeMutablePointer<GError>?
    guard let line = g_app_info_get_commandline(info),
      g_shell_parse_argv(line, &count, &parts, &error) != 0, let parts
    else { throw PlatformError(taking: &error) }
    defer { g_strfreev(parts) }
    let words = (0..<Int(count)).compactMap { GText.copying(parts[$0]) }
    return words.flatMap { word -> [String] in
      switch word {
      case "%f": Array(files.prefix(1))
      case "%F": files
      case "%u": files.prefix(1).compactMap { LocalFile($0).address }
      case "%U": files.compactMap { LocalFile($0).address }
      case "%i", "%c", "%k": []
      case "%%": ["%"]
      default: [word]
      }
    }
  }
}
