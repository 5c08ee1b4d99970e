/// The tables and functions of a shared library.
package enum SharedSchema {
  /// The version of the tables and functions; increment it whenever they change.
  static let form = 6

  /// The version of grams and packed passages in a slice; increment it when pages of an earlier version can no longer be searched. A library may have
  /// slices of several versions, and their pages may lack readings that were added later.
  static let grams = 1

  /// The number of low bits of a row's identifier that are the page's index; the others are the document.
  static let pageBits = 24

  /// The scripts in order; each upgrades from the version that is its index to the next.
  private static let scripts = [
    PackageResources.shared_library_sql, PackageResources.shared_annotations_sql,
    PackageResources.shared_databases_sql, PackageResources.shared_hiding_sql,
    PackageResources.shared_files_sql, PackageResources.shared_search_sql,
  ]

  /// Returns the script that upgrades a library from an earlier version to this one, in one transaction; version 0 is an empty database. Nil if there
  /// is none.
  static func upgrade(from form: Int = 0) -> String? {
    guard scripts.indices.contains(form) else { return nil }
    let statements = scripts[form...].map { String(decoding: $0, as: UTF8.self) }
    return "BEGIN;\n" + statements.joined() + "COMMIT;\n"
  }
}
