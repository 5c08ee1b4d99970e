import DocumentModel
import Glibc

/// Where the machine's power comes from.
package enum PowerSupply {
  private static let folder = "/sys/class/power_supply"

  /// Whether a battery discharges (Documentation/ABI/testing/sysfs-class-power).
  package static var isOnBattery: Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      // Those of mice and headphones do not count.
      if value("scope", of: name) != "Device", value("type", of: name) == "Battery",
        value("status", of: name) == "Discharging"
      {
        return true
      }
    }
    return false
  }

  private static func value(_ key: String, of supply: String) -> String? {
    SystemPath.read("\(folder)/\(supply)/\(key)", most: 64)
      .map { String(decoding: $0, as: UTF8.self).trimmed }
  }
}
