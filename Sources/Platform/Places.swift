internal import CGLib
import Glibc

/// The folders every desktop knows: home and those of `user-dirs.dirs`.
package enum Places {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case home, desktop, documents, downloads, music, pictures, publicShare, templates, videos
  }

  package struct Place: Sendable, Hashable {
    package var kind: Kind
    package var path: String
  }

  private static let directories: [(Kind, GUserDirectory)] = [
    (.desktop, G_USER_DIRECTORY_DESKTOP), (.documents, G_USER_DIRECTORY_DOCUMENTS),
    (.downloads, G_USER_DIRECTORY_DOWNLOAD), (.music, G_USER_DIRECTORY_MUSIC),
    (.pictures, G_USER_DIRECTORY_PICTURES), (.publicShare, G_USER_DIRECTORY_PUBLIC_SHARE),
    (.templates, G_USER_DIRECTORY_TEMPLATES), (.videos, G_USER_DIRECTORY_VIDEOS),
  ]

  /// Home first; a place that is set to the home folder itself is switched off (xdg-user-dirs) and left out.
  ///
  /// Nothing is asked of the disk but `user-dirs.dirs`: a place may be gone.
  package static func all() -> [Place] {
    QuietGLib.begin()
    let home = self.home
    g_reload_user_special_dirs_cache()
    let special = directories.compactMap { kind, directory -> Place? in
      guard let path = GText.copying(g_get_user_special_dir(directory)),
        path != home, path + "/" != home, path != home + "/"
      else { return nil }
      return Place(kind: kind, path: path)
    }
    return [Place(kind: .home, path: home)] + special
  }

  /// `$HOME`, or else the user database's entry.
  package static var home: String { GText.copying(g_get_home_dir()) ?? "/" }

  /// `$XDG_DATA_HOME`, else `~/.local/share`.
  package static var data: String {
    GText.copying(g_get_user_data_dir()) ?? home + "/.local/share"
  }
}
