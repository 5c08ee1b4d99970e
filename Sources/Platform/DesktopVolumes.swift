internal import CGLib
import DocumentModel
import Glibc
import Synchronization

/// Mounts and unmounts volumes through GIO's volume monitor, as file managers do.
///
/// GIO requires the thread of GLib's default main context for its monitor; a dedicated thread runs it. Without a message bus there are no
/// volumes to mount.
package final class DesktopVolumes: Sendable {
  /// A volume that is there and not mounted.
  package struct Unmounted: Sendable, Hashable {
    /// Identifies it while it is plugged in.
    package var id: String
    /// For people.
    package var name: String
  }

  package enum Failure: Error, Sendable, Hashable {
    /// There is no volume of that name any more.
    case gone
    /// The volume is mounted, but not by the desktop.
    case notOurs
    /// GIO's message.
    case refused(String)
  }

  package static let shared = DesktopVolumes()

  private let isRunning = Mutex(false)

  private init() {}

  /// Whether there is a bus that volumes could be asked for on; without one GIO would start one.
  private static var hasBus: Bool {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return true }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
    return SystemPath.isThere(SystemPath.text(folder) + "/bus")
  }

  /// Returns the volumes that can be mounted; none without a desktop.
  package func unmounted(_ answer: @escaping @Sendable ([Unmounted]) -> Void) {
    onThread {
      answer(
        Self.volumes { volume in
          let mount = g_volume_get_mount(volume)
          defer { if let mount { g_object_unref(UnsafeMutableRawPointer(mount)) } }
          guard mount == nil, g_volume_can_mount(volume) != 0 else { return nil }
          return Self.id(of: volume).map {
            Unmounted(id: $0, name: GText.taking(g_volume_get_name(volume)) ?? $0)
          }
        })
    } otherwise: {
      answer([])
    }
  }

  /// Mounts a volume; the answer is its mount point.
  package func mount(
    _ id: String, _ answer: @escaping @Sendable (Result<String, Failure>) -> Void
  ) {
    onThread {
      let found = Self.volumes { volume -> OpaquePointer? in
        guard Self.id(of: volume) == id else { return nil }
        g_object_ref(UnsafeMutableRawPointer(volume))
        return volume
      }
      guard let volume = found.first else { return answer(.failure(.gone)) }
      for other in found.dropFirst() { g_object_unref(UnsafeMutableRawPointer(other)) }
      let box = Unmanaged.passRetained(Answer(answer))
      g_volume_mount(
        volume, GMountMountFlags(rawValue: 0), nil, nil,
        { source, result, data in
          guard let data else { return }
          let answer = Unmanaged<Answer<String>>.fromOpaque(data).takeRetainedValue()
          guard let source else { return answer.give(.failure(.gone)) }
          let volume = OpaquePointer(source)
          var error: UnsafeMutablePointer<GError>?
          guard g_volume_mount_finish(volume, result, &error) != 0 else {
            g_object_unref(source)
            return answer.give(.failure(DesktopVolumes.failure(taking: error)))
          }
          NewMount(taking: volume, answer).wait()
        }, box.toOpaque())
    } otherwise: {
      answer(.failure(.gone))
    }
  }

  /// Unmounts the volume that is mounted at a path.
  package func unmount(
    _ path: String, _ answer: @escaping @Sendable (Result<String, Failure>) -> Void
  ) {
    onThread {
      let monitor = g_volume_monitor_get()
      defer { if let monitor { g_object_unref(monitor) } }
      let found = GItems.taking(g_volume_monitor_get_mounts(monitor)) { mount -> OpaquePointer? in
        let isIt =
          Self.path(of: mount).map { PathParts.same($0, path) } == true
          && g_mount_can_unmount(mount) != 0
        if !isIt { g_object_unref(UnsafeMutableRawPointer(mount)) }
        return isIt ? mount : nil
      }
      guard let mount = found.first ?? Self.mount(at: path) else {
        return answer(.failure(.notOurs))
      }
      for other in found.dropFirst() { g_object_unref(UnsafeMutableRawPointer(other)) }
      let box = Unmanaged.passRetained(Answer(answer))
      g_mount_unmount_with_operation(
        mount, GMountUnmountFlags(rawValue: 0), nil, nil,
        { source, result, data in
          guard let data else { return }
          let answer = Unmanaged<Answer<String>>.fromOpaque(data).takeRetainedValue()
          guard let source else { return answer.give(.failure(.gone)) }
          defer { g_object_unref(source) }
          let mount = OpaquePointer(source)
          let name = GText.taking(g_mount_get_name(mount)) ?? ""
          var error: UnsafeMutablePointer<GError>?
          guard g_mount_unmount_with_operation_finish(mount, result, &error) != 0 else {
            return answer.give(.failure(DesktopVolumes.failure(taking: error)))
          }
          answer.give(.success(name))
        }, box.toOpaque())
    } otherwise: {
      answer(.failure(.notOurs))
    }
  }

  // MARK: GIO

  private static func volumes<Value>(_ take: (OpaquePointer) -> Value?) -> [Value] {
    guard let monitor = g_volume_monitor_get() else { return [] }
    defer { g_object_unref(monitor) }
    return GItems.taking(g_volume_monitor_get_volumes(monitor)) { volume in
      defer { g_object_unref(UnsafeMutableRawPointer(volume)) }
      return take(volume)
    }
  }

  /// Its device, else its UUID, else its name.
  private static func id(of volume: OpaquePointer) -> String? {
    GText.taking(g_volume_get_identifier(volume, "unix-device"))
      ?? GText.taking(g_volume_get_uuid(volume)) ?? GText.taking(g_volume_get_name(volume))
  }

  /// The mount at a path, which the volume monitor does not list where the desktop would not show it.
  private static func mount(at path: String) -> OpaquePointer? {
    guard let file = SystemPath.lend(path, { g_file_new_for_path($0) }) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let mount = g_file_find_enclosing_mount(file, nil, nil) else { return nil }
    guard Self.path(of: mount).map({ PathParts.same($0, path) }) == true,
      g_mount_can_unmount(mount) != 0
    else {
      g_object_unref(UnsafeMutableRawPointer(mount))
      return nil
    }
    return mount
  }

  private static func path(of mount: OpaquePointer) -> String? {
    guard let root = g_mount_get_root(mount) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(root)) }
    return GText.taking(g_file_get_path(root))
  }

  private static func failure(taking error: UnsafeMutablePointer<GError>?) -> Failure {
    guard let error else { return .refused("no reason was given") }
    defer { g_error_free(error) }
    return .refused(GText.copying(error.pointee.message) ?? "no reason was given")
  }

  /// The mount of a volume that was just mounted, of which the monitor learns a little later from the kernel.
  private final class NewMount {
    private let volume: OpaquePointer
    private let answer: Answer<String>
    /// In units of `interval`.
    private var left = 100

    /// Milliseconds.
    private static let interval: UInt32 = 20

    init(taking volume: OpaquePointer, _ answer: Answer<String>) {
      self.volume = volume
      self.answer = answer
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(volume)) }

    /// Answers once the mount is known, or at last that it is not.
    func wait() {
      guard !isAnswered() else { return }
      g_timeout_add_full(
        G_PRIORITY_DEFAULT, Self.interval,
        { data in
          guard let data else { return 0 }
          return Unmanaged<NewMount>.fromOpaque(data).takeUnretainedValue().isAnswered() ? 0 : 1
        }, Unmanaged.passRetained(self).toOpaque(),
        { data in if let data { Unmanaged<NewMount>.fromOpaque(data).release() } })
    }

    private func isAnswered() -> Bool {
      left -= 1
      guard let mount = g_volume_get_mount(volume) else {
        if left <= 0 { answer.give(.failure(.gone)) }
        return left <= 0
      }
      defer { g_object_unref(UnsafeMutableRawPointer(mount)) }
      answer.give(DesktopVolumes.path(of: mount).map { .success($0) } ?? .failure(.gone))
      return true
    }
  }

  /// The completion handler of an operation, passed through C.
  private final class Answer<Value: Sendable>: Sendable {
    private let body: @Sendable (Result<Value, Failure>) -> Void

    init(_ body: @escaping @Sendable (Result<Value, Failure>) -> Void) {
      self.body = body
    }

    func give(_ result: Result<Value, Failure>) { body(result) }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs a body on the thread of the main context, which begins with the first.
  private func onThread(
    _ body: @escaping @Sendable () -> Void, otherwise: @escaping @Sendable () -> Void
  ) {
    guard Self.hasBus, begin() else { return otherwise() }
    // Not `g_main_context_invoke`: it may run the body here.
    guard let source = g_idle_source_new() else { return otherwise() }
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(Work(body)).toOpaque(),
      { data in if let data { Unmanaged<Work>.fromOpaque(data).release() } })
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  private func begin() -> Bool {
    isRunning.withLock { isRunning in
      if isRunning { return true }
      QuietGLib.begin()
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { _ in
          // Never released: a monitor that goes while the kernel reports a change frees its mounts twice (GLib 2.74).
          _ = g_volume_monitor_get()
          let loop = g_main_loop_new(nil, 0)
          g_main_loop_run(loop)
          g_main_loop_unref(loop)
          return nil
        }, nil)
      guard result == 0 else { return false }
      pthread_detach(thread)
      isRunning = true
      return true
    }
  }
}
