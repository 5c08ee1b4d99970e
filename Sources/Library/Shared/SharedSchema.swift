/// The tables and functions of a shared library.
package enum SharedSchema {
  /// The version of the tables and functions; increment it with every change of theirs.
  static let form = 2

  /// The version of grams and packed passages in a slice; increment it when either changes. Slices of several versions may be in one library.
  static let grams = 1

  /// The number of low bits of a row's identifier that are the page's index; the others are the document.
  static let pageBits = 24

  /// Creates all of it, in one transaction.
  static var script: String {
    transaction(PackageResources.shared_library_sql + PackageResources.shared_annotations_sql)
  }

  /// Changes a library of an earlier form into one of this form, in one transaction; nil if there is no way.
  static func upgrade(from form: Int) -> String? {
    form == 1 ? transaction(PackageResources.shared_annotations_sql) : nil
  }

  private static func transaction(_ statements: [UInt8]) -> String {
    "BEGIN;\n" + String(decoding: statements, as: UTF8.self) + "COMMIT;\n"
  }
}
