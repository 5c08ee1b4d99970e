import Glibc

/// An encoding of iconv's, loaded.
final class Converter {
  private let handle: iconv_t

  /// Loads a converter, which opens files and maps code: only before the sandbox is shut. Nil where iconv knows none of that name.
  init?(_ name: String) {
    guard Self.isName(name) else { return nil }
    // glibc's name of its own four-byte characters, which need no module.
    guard let opened = iconv_open("WCHAR_T", name), Int(bitPattern: opened) != -1 else {
      return nil
    }
    handle = opened
  }

  deinit {
    iconv_close(handle)
  }

  /// How its bytes are split into lines.
  private(set) lazy var units: CodeUnits = {
    func gives(_ byte: UInt8, _ scalar: UInt32) -> Bool {
      [byte].withUnsafeBufferPointer { scalars($0).scalars == [scalar] }
    }
    guard !gives(0x0A, 0x0A) else { return .bytes }
    let end = [0x85, 0x0A].lazy.compactMap { (scalar: UInt32) in
      (UInt8.min...UInt8.max).first { gives($0, scalar) }
    }.first
    return CodeUnits(lineEnd: UInt32(end ?? 0x0A))
  }()

  /// Letters, digits and the signs that names of encodings have: no `//TRANSLIT`.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || "0123456789-_.:+()".unicodeScalars.contains($0))
      }
  }

  /// Scalars of the bytes, from the encoding's first state on, and how many bytes could not be read: each becomes U+FFFD.
  func scalars(_ bytes: UnsafeBufferPointer<UInt8>) -> (scalars: [UInt32], broken: Int) {
    _ = iconv(handle, nil, nil, nil, nil)
    var scalars: [UInt32] = []
    scalars.reserveCapacity(bytes.count)
    var broken = 0
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4_096) { room in
      var input = UnsafeMutablePointer<CChar>(
        mutating: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self))
      var left = bytes.count
      func convert(isLast: Bool = false) -> Int32 {
        var output = UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var space = room.count * 4
        let result =
          isLast
          ? iconv(handle, nil, nil, &output, &space)
          : iconv(handle, &input, &left, &output, &space)
        let trouble = result == -1 ? errno : 0
        for index in 0..<(room.count - space / 4) {
          scalars.append(Unicode.Scalar(room[index]) == nil ? UTFDecoder.replacement : room[index])
        }
        return trouble
      }
      while left > 0 {
        let trouble = convert()
        // E2BIG: the room is full, and there is more.
        if trouble == 0 || trouble == E2BIG { continue }
        scalars.append(UTFDecoder.replacement)
        broken += 1
        // A sequence cut off at the end is one broken character, not several.
        let skipped = trouble == EILSEQ ? 1 : left
        input = input.map { $0 + skipped }
        left -= skipped
      }
      // Some converters hold a letter back for a mark that may follow it.
      _ = convert(isLast: true)
    }
    return (scalars, broken)
  }
}

/// The converters a worker has.
package struct ConverterSet {
  private var converters: [String: Converter] = [:]
  /// Whether there are any to guess among.
  private(set) var isLoaded = false

  /// None: only Unicode's own encodings can be read.
  package init() {}

  /// All that may be guessed, and the one of a name.
  package init(loading name: String) {
    isLoaded = true
    for name in DetectableEncoding.converters { converters[name] = Converter(name) }
    if !name.isEmpty, converters[name] == nil { converters[name] = Converter(name) }
  }

  subscript(_ name: String) -> Converter? { converters[name] }
}
