import DocumentModel
import FoundationEssentials

/// A line of a machine's file: one value as a JSON object.
package enum SyncLine {
  /// The result of reading a line.
  package enum Reading: Sendable, Hashable {
    case register(SyncRegister)
    /// A line of a later Recto, to be left as it is.
    case unknown
    /// No line that Recto writes: torn, or edited by hand.
    case damaged
  }

  private struct Form: Codable {
    var kind: String
    var doc: String?
    var id: String?
    var rev: Int
    var time: Int64
    var by: String
    var seen: [String: Int64]?
    var value: JSONValue?
  }

  /// Returns the line without its end; nil if the value is no JSON.
  package static func text(_ register: SyncRegister) -> String? {
    var value: JSONValue?
    if let text = register.value {
      guard let tree = SyncValue.content(text, as: JSONValue.self) else { return nil }
      value = tree
    }
    let (key, stamp) = (register.key, register.stamp)
    return SyncValue.text(
      Form(
        kind: key.kind.rawValue, doc: key.document.isEmpty ? nil : key.document,
        id: key.id.isEmpty ? nil : key.id, rev: stamp.revision, time: stamp.time,
        by: stamp.machine, seen: register.seen.isEmpty ? nil : register.seen, value: value))
  }

  /// Reads a line without its end; strings are cleaned.
  package static func reading(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard bytes.count <= SyncLimits.line, let text = String(validating: bytes, as: UTF8.self),
      let form = SyncValue.content(text, as: Form.self)
    else { return .damaged }
    guard let kind = SyncKind(rawValue: form.kind) else { return .unknown }
    let key = SyncKey(kind, document: form.doc ?? "", id: form.id ?? "")
    let stamp = SyncStamp(revision: form.rev, time: form.time, machine: form.by)
    let seen = form.seen ?? [:]
    guard isValid(key), isValid(stamp), seen.count <= SyncLimits.files,
      seen.allSatisfy({ isValid(SyncStamp(revision: 0, time: $1, machine: $0)) })
    else { return .damaged }
    guard let tree = form.value else {
      return .register(SyncRegister(key, stamp, nil, seen: seen))
    }
    guard let raw = SyncValue.text(tree), let value = SyncValue.cleaned(raw, of: key) else {
      return .damaged
    }
    return .register(SyncRegister(key, stamp, value, seen: seen))
  }

  private static func isValid(_ key: SyncKey) -> Bool {
    let isFingerprint =
      key.document.utf8.count == 64
      && key.document.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    let isOfDocument = key.kind.isOfDocument || key.kind == .favourite && key.id.isEmpty
    return (isOfDocument ? isFingerprint : key.document.isEmpty)
      && key.id.isEmpty == (key.kind == .position || key.kind == .favourite && isFingerprint)
      && key.id.utf8.count <= SyncLimits.id && CleanText.line(key.id) == key.id
  }

  private static func isValid(_ stamp: SyncStamp) -> Bool {
    (0...SyncLimits.revision).contains(stamp.revision)
      && (0...SyncLimits.time).contains(stamp.time) && MachineName.isValid(stamp.machine)
  }
}

/// The id of a machine: its name, a hyphen and four random hexadecimal digits.
package enum MachineName {
  /// Returns a new id for a machine with a host name.
  package static func make(host: String, random: UInt16 = .random(in: .min ... .max)) -> String {
    let letters = host.utf8.prefix { $0 != UInt8(ascii: ".") }.map { byte in
      isPlain(byte) ? byte : UInt8(ascii: "-")
    }
    let name = letters.isEmpty ? "machine" : String(decoding: letters.prefix(40), as: UTF8.self)
    let digits = String(random, radix: 16)
    return name + "-" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns the part that people know the machine by.
  package static func shown(_ machine: String) -> String {
    guard let hyphen = machine.lastIndex(of: "-"), hyphen != machine.startIndex else {
      return machine
    }
    return String(machine[..<hyphen])
  }

  package static func isValid(_ machine: String) -> Bool {
    (1...64).contains(machine.utf8.count) && machine.utf8.first != UInt8(ascii: ".")
      && machine.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: ".") }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
