import Store

/// The tables of `library.db`, as migrations from each form to the next.
enum LibrarySchema {
  static let migrations = Migrations([
    reading, browsing, annotating, undoing, returning, versions, dating, synchronising, sharing,
    comparing, keeping,
  ])

  /// Positions, marks and histories; the first versions of Recto created these tables without a form number, hence IF NOT EXISTS.
  private static let reading = """
    CREATE TABLE IF NOT EXISTS document (
      id INTEGER PRIMARY KEY, permanent_id TEXT NOT NULL, content_hash TEXT NOT NULL,
      path TEXT NOT NULL, title TEXT NOT NULL, page_count INTEGER NOT NULL,
      page INTEGER NOT NULL, character INTEGER NOT NULL, read_at INTEGER NOT NULL,
      reading TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS document_permanent_id ON document (permanent_id);
    CREATE INDEX IF NOT EXISTS document_path ON document (path);
    CREATE INDEX IF NOT EXISTS document_read_at ON document (read_at);
    CREATE TABLE IF NOT EXISTS search (query TEXT PRIMARY KEY, used_at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS session (id INTEGER PRIMARY KEY CHECK (id = 1), content TEXT NOT NULL);
    """

  /// Known files with their tags, favourites and recents; metadata read from documents; states of screens.
  ///
  /// `inode` and `device` are unsigned 64-bit values stored by their bits. `key` is the searched text: name and title, folded.
  private static let browsing = """
    CREATE TABLE file (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,
      device INTEGER NOT NULL DEFAULT 0, inode INTEGER NOT NULL DEFAULT 0,
      birth INTEGER NOT NULL DEFAULT 0, size INTEGER NOT NULL DEFAULT -1,
      permanent_id TEXT NOT NULL DEFAULT '', content_hash TEXT NOT NULL DEFAULT '',
      key TEXT NOT NULL DEFAULT '');
    CREATE INDEX file_inode ON file (inode) WHERE inode <> 0;
    CREATE INDEX file_permanent_id ON file (permanent_id) WHERE permanent_id <> '';
    CREATE INDEX file_content_hash ON file (content_hash) WHERE content_hash <> '';
    ALTER TABLE document ADD COLUMN file INTEGER;
    CREATE INDEX document_file ON document (file);
    INSERT OR IGNORE INTO file (path, permanent_id, content_hash)
      SELECT path, permanent_id, content_hash FROM document WHERE path <> '' ORDER BY read_at DESC;
    UPDATE document SET file = (SELECT id FROM file WHERE file.path = document.path);
    CREATE TABLE recent (
      file INTEGER PRIMARY KEY, opened_at INTEGER NOT NULL, mime_type TEXT NOT NULL DEFAULT '');
    CREATE INDEX recent_opened_at ON recent (opened_at);
    INSERT INTO recent (file, opened_at)
      SELECT file, max(read_at) FROM document WHERE file IS NOT NULL GROUP BY file;
    CREATE TABLE tag (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL DEFAULT '');
    CREATE TABLE tagging (
      file INTEGER NOT NULL, tag INTEGER NOT NULL, place INTEGER NOT NULL,
      in_attribute INTEGER NOT NULL, PRIMARY KEY (file, tag)) WITHOUT ROWID;
    CREATE INDEX tagging_tag ON tagging (tag);
    CREATE TABLE favourite (
      id INTEGER PRIMARY KEY, file INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
      is_folder INTEGER NOT NULL, place INTEGER NOT NULL);
    CREATE TABLE metadata (
      path TEXT PRIMARY KEY, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      title TEXT NOT NULL, author TEXT NOT NULL, page_count INTEGER NOT NULL, outline TEXT NOT NULL,
      kind TEXT NOT NULL, error TEXT NOT NULL, key TEXT NOT NULL, stored_at INTEGER NOT NULL);
    CREATE INDEX metadata_inode ON metadata (inode);
    CREATE INDEX metadata_stored_at ON metadata (stored_at);
    CREATE TABLE state (name TEXT PRIMARY KEY, content TEXT NOT NULL);
    """

  /// The annotation journal, the journal's state in each document's file, and the searchable annotations of all documents.
  ///
  /// Rows of `deed` are added and never changed. `base` is the prefix of the file to which updates are appended, `written` the last write and `intended` a
  /// write in progress; the `_deed` columns are the last entries they contain. `key` is the searched text, folded; `page` is -1 for annotations without a place
  /// in the current document.
  private static let annotating = """
    CREATE TABLE annotated (
      id INTEGER PRIMARY KEY, file INTEGER, permanent_id TEXT NOT NULL, content_hash TEXT NOT NULL,
      path TEXT NOT NULL, title TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0,
      made TEXT NOT NULL DEFAULT '',
      base_length INTEGER NOT NULL DEFAULT -1, base_hash TEXT NOT NULL DEFAULT '',
      base_deed INTEGER NOT NULL DEFAULT 0,
      written_length INTEGER NOT NULL DEFAULT -1, written_hash TEXT NOT NULL DEFAULT '',
      written_deed INTEGER NOT NULL DEFAULT 0, written_stamp TEXT NOT NULL DEFAULT '',
      intended_length INTEGER NOT NULL DEFAULT -1, intended_hash TEXT NOT NULL DEFAULT '',
      intended_deed INTEGER NOT NULL DEFAULT 0, read_stamp TEXT NOT NULL DEFAULT '');
    CREATE INDEX annotated_path ON annotated (path);
    CREATE INDEX annotated_file ON annotated (file);
    CREATE INDEX annotated_permanent_id ON annotated (permanent_id) WHERE permanent_id <> '';
    CREATE TABLE deed (
      number INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, kind INTEGER NOT NULL,
      of INTEGER, version INTEGER NOT NULL, step TEXT NOT NULL, done_at INTEGER NOT NULL,
      done_by TEXT NOT NULL);
    CREATE INDEX deed_document ON deed (document, number);
    CREATE TABLE anchor (
      document INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, content TEXT NOT NULL,
      PRIMARY KEY (document, id)) WITHOUT ROWID;
    CREATE TABLE annotation (
      document INTEGER NOT NULL, id TEXT NOT NULL, page INTEGER NOT NULL, modified INTEGER NOT NULL,
      key TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (document, id)) WITHOUT ROWID;
    CREATE INDEX annotation_modified ON annotation (modified);
    """

  /// A document's file at the start of each session, the last one being `annotated`'s base: undo restores those bytes.
  private static let undoing = """
    CREATE TABLE base (
      document INTEGER NOT NULL, length INTEGER NOT NULL, hash TEXT NOT NULL,
      deed INTEGER NOT NULL, PRIMARY KEY (document, length)) WITHOUT ROWID;
    INSERT INTO base SELECT id, base_length, base_hash, base_deed FROM annotated
      WHERE base_length >= 0;
    """

  /// The state of earlier files whose pages, outline or metadata were edited, by their bytes: if those bytes return, editing continues from that state. `turn`
  /// is the planned result of such an edit, `begun` the last entry when the file's first base was set.
  private static let returning = """
    CREATE TABLE lineage (
      document INTEGER NOT NULL, hash TEXT NOT NULL, version INTEGER NOT NULL, content TEXT NOT NULL);
    CREATE UNIQUE INDEX lineage_hash ON lineage (document, hash);
    ALTER TABLE annotated ADD COLUMN turn TEXT NOT NULL DEFAULT '';
    ALTER TABLE annotated ADD COLUMN begun INTEGER NOT NULL DEFAULT -1;
    """

  /// `sketch` is a sample of a document's text, by which its next version is recognised. `decided` is 1 if the user has decided about carrying over annotations
  /// of an earlier version, and 2 if the document's own annotations are not offered to later versions. `carrying` lists the files for which they are always or
  /// never carried over. `base.stamp` is that of the file that had these bytes.
  private static let versions = """
    ALTER TABLE annotated ADD COLUMN sketch TEXT NOT NULL DEFAULT '';
    ALTER TABLE annotated ADD COLUMN decided INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE base ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
    CREATE INDEX annotated_written_stamp ON annotated (written_stamp) WHERE written_stamp <> '';
    CREATE INDEX annotated_written_length ON annotated (written_length);
    CREATE TABLE carrying (path TEXT PRIMARY KEY, always INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// The creation dates documents state; metadata read earlier lack them and are read again.
  private static let dating = """
    ALTER TABLE metadata ADD COLUMN created INTEGER;
    DELETE FROM metadata;
    """

  /// The values of all machines, and in `local` the value that this library had when it was last compared (`is_met`), by which the user's changes are
  /// recognised; a row without a machine has no value yet. `fingerprint` is that of a file with a stamp.
  private static let synchronising = """
    CREATE TABLE synced (
      kind TEXT NOT NULL, document TEXT NOT NULL, id TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0, time INTEGER NOT NULL DEFAULT 0,
      machine TEXT NOT NULL DEFAULT '', value TEXT, seen TEXT NOT NULL DEFAULT '', is_met INTEGER NOT NULL DEFAULT 0, local TEXT,
      PRIMARY KEY (kind, document, id)) WITHOUT ROWID;
    CREATE TABLE fingerprint (
      path TEXT PRIMARY KEY, stamp TEXT NOT NULL, fingerprint TEXT NOT NULL) WITHOUT ROWID;
    """

  /// The members' edits of annotations and tags in collections of shared libraries, this user's among them; rows are added, numbered once and never changed otherwise.
  /// `seq` is the server's number, NULL for edits that were not numbered yet; `is_sent` whether the server may have one, `refusal` why it does not take one. They are not rows of `deed`: the
  /// file writer counts on the numbers there, and others' edits never go into the document by themselves. `shared_collection.seq` is the last number that was
  /// brought, -1 if the user is not admitted any more, `role` the user's, `is_open` whether new annotations are for all members. `shared_document` has the documents known to be in a collection.
  private static let sharing = """
    CREATE TABLE shared_edit (
      number INTEGER PRIMARY KEY AUTOINCREMENT, library TEXT NOT NULL, collection TEXT NOT NULL,
      document TEXT NOT NULL, item TEXT NOT NULL, id TEXT NOT NULL, who TEXT NOT NULL,
      kind INTEGER NOT NULL, change TEXT NOT NULL, seq INTEGER, refusal TEXT,
      is_sent INTEGER NOT NULL DEFAULT 0, is_withdrawn INTEGER NOT NULL DEFAULT 0,
      UNIQUE (library, collection, who, id));
    CREATE INDEX shared_edit_document ON shared_edit (document);
    CREATE INDEX shared_edit_unsent ON shared_edit (library) WHERE seq IS NULL;
    CREATE TABLE shared_collection (
      library TEXT NOT NULL, collection TEXT NOT NULL, role TEXT NOT NULL,
      seq INTEGER NOT NULL DEFAULT 0, is_open INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (library, collection)) WITHOUT ROWID;
    CREATE TABLE shared_document (
      library TEXT NOT NULL, collection TEXT NOT NULL, hash TEXT NOT NULL,
      PRIMARY KEY (hash, library, collection)) WITHOUT ROWID;
    """

  /// `stamp` is that of the file whose reading state it is, `sample` a sample of its text; empty if not known. A reading state without a path is that of bytes which were
  /// replaced at theirs.
  private static let comparing = """
    ALTER TABLE document ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
    ALTER TABLE document ADD COLUMN sample TEXT NOT NULL DEFAULT '';
    CREATE INDEX document_content_hash ON document (content_hash) WHERE content_hash <> '';
    """

  /// `keeps` is whether the edits of a collection were brought by a keeper of its library, who is given hidden ones.
  private static let keeping = """
    ALTER TABLE shared_collection ADD COLUMN keeps INTEGER NOT NULL DEFAULT 0;
    """
}
