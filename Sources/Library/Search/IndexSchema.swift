import Store

/// The tables of `index.db`. The index can be rebuilt from the documents at any time, so an index of another form is recreated, not migrated, unless all that
/// is new can be computed from its passages.
enum IndexSchema {
  /// Increment it whenever the tables, the packing of passages, the grams, the reading order of a page's words or the data collected per document change.
  static let form = 11

  /// Statements that make an index of an earlier form one of this form, by that form.
  static let upgrades = [9: withoutBridges + readingTextsAgain, 10: readingTextsAgain]

  /// Its tables, in the order in which they are dropped.
  static let names = ["gram", "front", "document", "page", "reference", "unbridged"]

  /// A page has a row if a passage begins on it; the rows of a document are consecutive from `first_row`.
  ///
  /// `gram` is a contentless FTS5 table without positions: for each word a list of rows. Its words are computed by `Grams`, since FTS5's trigrams have no words
  /// of two characters and do not fold accents before SQLite 3.45; the tokenizer `ascii` leaves the words unchanged. `front` is the same for titles, authors,
  /// sections and file names; its rows are documents. `reference` has the references of documents that were read: `rules` is the version of the rules that
  /// found them. `unbridged` is empty, or has the rows after which, and up to which, bridges may be missing.
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
    CREATE VIRTUAL TABLE gram USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
    CREATE VIRTUAL TABLE front USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
    INSERT INTO gram(gram, rank) VALUES ('automerge', 8);
    \(unbridged);
    PRAGMA user_version = \(form);
    """

  private static let unbridged =
    "CREATE TABLE unbridged (after_row INTEGER NOT NULL, last_row INTEGER NOT NULL)"

  /// Adds the bridges to an index later.
  private static let withoutBridges = """
    DROP TABLE IF EXISTS unbridged;
    \(unbridged);
    INSERT INTO unbridged SELECT 0, ifnull(max(id), 0) FROM page;

    """

  /// Has texts read again as if they had changed: books have labels of printed pages, readings and calls of notes.
  private static let readingTextsAgain = """
    UPDATE document SET modified = -1 WHERE is_paged = 0;
    PRAGMA user_version = \(form);
    """
}
