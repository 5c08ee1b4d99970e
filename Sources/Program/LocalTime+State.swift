import Interface
import Services

extension LocalTime {
  /// Tells the state what time it is, and how far that is ahead of UTC.
  static func set(_ state: inout State) {
    (state.environment.now, state.environment.zone) = current
  }
}
