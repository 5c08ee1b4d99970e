import Glibc
import Interface
import Services

extension LocalTime {
  /// Tells the state what time it is, and how far that is ahead of UTC.
  static func set(_ state: inout State) {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    state.now = Int64(seconds)
    state.zone = Int64(parts.tm_gmtoff)
  }
}
