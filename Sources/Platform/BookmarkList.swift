internal import CGLib
import Glibc

/// A GBookmarkFile: the entries of an XBEL text.
final class BookmarkList {
  private let handle: OpaquePointer

  /// An empty text is an empty list.
  init(_ bytes: [UInt8]) throws(RecentDocuments.Failure) {
    _ = Self.quiet
    guard let made = g_bookmark_file_new() else { throw .system(ENOMEM) }
    handle = made
    if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return }
    var error: UnsafeMutablePointer<GError>?
    let isLoaded = bytes.withUnsafeBytes { buffer in
      g_bookmark_file_load_from_data(
        handle, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), gsize(buffer.count),
        &error)
    }
    guard isLoaded != 0 else { throw Self.failure(&error) }
  }

  /// GLib reports strange files on standard error, which would corrupt the screen; important failures are returned as
  /// errors, too.
  private static let quiet: Void = {
    let levels = G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
    g_log_set_handler("GLib", GLogLevelFlags(rawValue: levels), { _, _, _, _ in }, nil)
  }()

  deinit {
    g_bookmark_file_free(handle)
  }

  private static func failure(
    _ error: inout UnsafeMutablePointer<GError>?
  ) -> RecentDocuments.Failure {
    defer { g_clear_error(&error) }
    return .damaged(error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "")
  }

  /// The whole list as GLib writes it.
  func bytes() throws(RecentDocuments.Failure) -> [UInt8] {
    var error: UnsafeMutablePointer<GError>?
    var count: gsize = 0
    guard let data = g_bookmark_file_to_data(handle, &count, &error) else {
      throw Self.failure(&error)
    }
    defer { g_free(data) }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
  }

  var uris: [String] {
    var count: gsize = 0
    let list = g_bookmark_file_get_uris(handle, &count)
    defer { g_strfreev(list) }
    return Self.strings(list)
  }

  private static func strings(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> [String] {
    guard let list else { return [] }
    var strings: [String] = []
    while let text = list[strings.count] { strings.append(String(cString: text)) }
    return strings
  }

  func has(_ uri: String) -> Bool { g_bookmark_file_has_item(handle, uri) != 0 }

  /// When a program opened an entry last.
  func opened(_ uri: String) -> Int64 {
    let times = [
      g_bookmark_file_get_modified_date_time(handle, uri, nil),
      g_bookmark_file_get_visited_date_time(handle, uri, nil),
    ]
    return times.compactMap { $0.map { Int64(g_date_time_to_unix($0)) } }.max() ?? 0
  }

  /// Returns the entry for display; nil if it is not a local file, or private to another program.
  func document(of uri: String, for application: String) -> RecentDocument? {
    guard let path = FileURI.path(of: uri) else { return nil }
    if g_bookmark_file_get_is_private(handle, uri, nil) != 0,
      g_bookmark_file_has_application(handle, uri, application, nil) == 0
    {
      return nil
    }
    var mimeType = ""
    if let type = g_bookmark_file_get_mime_type(handle, uri, nil) {
      mimeType = String(cString: type)
      g_free(type)
    }
    var count: gsize = 0
    let names = g_bookmark_file_get_applications(handle, uri, &count, nil)
    defer { g_strfreev(names) }
    return RecentDocument(
      path: path, mimeType: mimeType, opened: opened(uri), applications: Self.strings(names))
  }

  /// Adds an entry, or an application's part to one that is there (Desktop Bookmark specification, “bookmark:application”).
  func add(_ uri: String, mimeType: String, application: String, at time: Int64) {
    guard let moment = g_date_time_new_from_unix_utc(gint64(time)) else { return }
    defer { g_date_time_unref(moment) }
    let isNew = !has(uri)
    let type = g_bookmark_file_get_mime_type(handle, uri, nil)
    if type == nil {
      g_bookmark_file_set_mime_type(
        handle, uri, mimeType.isEmpty ? "application/octet-stream" : mimeType)
    }
    g_free(type)
    if isNew { g_bookmark_file_set_added_date_time(handle, uri, moment) }
    g_bookmark_file_add_group(handle, uri, application)
    var count: guint = 0
    g_bookmark_file_get_application_info(handle, uri, application, nil, &count, nil, nil)
    g_bookmark_file_set_application_info(
      handle, uri, application, application.lowercased() + " %u", Int32(clamping: Int64(count) + 1),
      moment, nil)
    g_bookmark_file_set_modified_date_time(handle, uri, moment)
    g_bookmark_file_set_visited_date_time(handle, uri, moment)
  }

  func remove(_ uri: String) { g_bookmark_file_remove_item(handle, uri, nil) }

  func move(_ uri: String, to new: String) {
    if has(new) { remove(new) }
    g_bookmark_file_move_item(handle, uri, new, nil)
  }
}
