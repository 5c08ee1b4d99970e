import Store

/// The tables of `index.db`. The index can be rebuilt from the documents at any time, so an index of another form is recreated, not migrated.
enum IndexSchema {
  /// Increment it whenever the tables, the packing of passages, the grams, the reading order of a page's words or the data collected per document change.
  static let form = 12

  /// Its tables and those of earlier forms, in the order in which they are dropped.
  static let names = [
    "gram", "front", "document", "page", "reference", "segment", "posting", "removed",
  ]

  /// A page has a row if a passage begins on it; the rows of a document are consecutive from `first_row`.
  ///
  /// `segment`, `posting` and `removed` are those of `PostingIndex`: for each gram of `Grams` a list of rows. FTS5 takes five times as long to make
  /// such lists, since it sorts linked words again and again. `front` is a contentless FTS5 table without positions for titles, authors, sections and file
  /// names, whose rows are documents: FTS5's trigrams have no words of two characters and do not fold accents before SQLite 3.45, and the tokenizer
  /// `ascii` leaves the words of grams unchanged. `reference` has the references of documents that were read: `rules` is the version of the rules that
  /// found them.
  static let tables = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      state INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', reader TEXT NOT NULL DEFAULT '',
      title TEXT NOT NULL DEFAULT '', author TEXT NOT NULL DEFAULT '', about TEXT NOT NULL DEFAULT '',
      doi TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL DEFAULT 0, type TEXT NOT NULL DEFAULT '',
      page_count INTEGER NOT NULL DEFAULT 0, is_paged INTEGER NOT NULL DEFAULT 1,
      first_row INTEGER NOT NULL DEFAULT 0, row_count INTEGER NOT NULL DEFAULT 0,
      text_size INTEGER NOT NULL DEFAULT 0, sections TEXT NOT NULL DEFAULT '[]', stored_at INTEGER NOT NULL);
    CREATE INDEX document_inode ON document (inode);
    CREATE INDEX document_doi ON document (doi) WHERE doi <> '';
    CREATE TABLE reference (
      document INTEGER PRIMARY KEY, rules INTEGER NOT NULL, content TEXT NOT NULL);
    CREATE TABLE page (
      id INTEGER PRIMARY KEY, number INTEGER NOT NULL, label TEXT NOT NULL, passages BLOB NOT NULL);
    CREATE TABLE segment (
      id INTEGER PRIMARY KEY, level INTEGER NOT NULL, first_row INTEGER NOT NULL,
      last_row INTEGER NOT NULL, size INTEGER NOT NULL);
    CREATE TABLE posting (id INTEGER PRIMARY KEY, lists BLOB NOT NULL);
    CREATE TABLE removed (first_row INTEGER PRIMARY KEY, last_row INTEGER NOT NULL);
    CREATE VIRTUAL TABLE front USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
    PRAGMA user_version = \(form);
    """
}
