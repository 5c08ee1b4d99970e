import Messages

/// Requirements of browser commands.
extension Command {
  /// Available with the list on the screen.
  package static let needsBrowser: @Sendable (State) -> Availability = { state in
    state.browser.isShown && state.browser.glance == nil
      ? .available : .unavailable("This is for the browser: - goes there")
  }

  /// Available in the trash.
  package static let needsTrash: @Sendable (State) -> Availability = { state in
    guard case .available = needsBrowser(state) else { return needsBrowser(state) }
    return state.browser.current?.place == .trash
      ? .available : .unavailable("This is for the trash: g x goes there")
  }

  /// Available in a preview.
  package static let needsGlance: @Sendable (State) -> Availability = { state in
    state.browser.glance == nil
      ? .unavailable("Nothing is previewed: Space previews a document") : .available
  }

  /// Available with a file: the open one, or the selection.
  package static let needsFile: @Sendable (State) -> Availability = { state in
    state.browser.hasFile(document: state.document)
      ? .available : .unavailable("There is no file here")
  }
}
