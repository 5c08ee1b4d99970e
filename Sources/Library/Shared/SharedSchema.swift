/// The tables and functions of a shared library.
package enum SharedSchema {
  /// The version of the tables and functions; increment it with every change of theirs.
  static let form = 6

  /// The version of grams and packed passages in a slice; increment it when pages of an earlier version could not be searched any more. Slices of several versions
  /// may be in one library, and their pages may lack readings that were added later.
  static let grams = 1

  /// The number of low bits of a row's identifier that are the page's index; the others are the document.
  static let pageBits = 24

  /// The scripts in order; each leads from the form of its place to the next.
  private static let scripts = [
    PackageResources.shared_library_sql, PackageResources.shared_annotations_sql,
    PackageResources.shared_databases_sql, PackageResources.shared_hiding_sql,
    PackageResources.shared_files_sql, PackageResources.shared_search_sql,
  ]

  /// Changes a library of an earlier form into one of this form, in one transaction; form 0 is an empty database.
  static func upgrade(from form: Int = 0) -> String? {
    guard scripts.indices.contains(form) else { return nil }
    let statements = scripts[form...].map { String(decoding: $0, as: UTF8.self) }
    return "BEGIN;\n" + statements.joined() + "COMMIT;\n"
  }
}
