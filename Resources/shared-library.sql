-- A shared library of Recto: its tables and functions, form 1. `recto share init` runs this once, in one transaction, in a database of
-- its own, as the role that will own the library.
--
-- Nobody but the owner may use a table. Readers, workers and keepers execute functions, which run with the owner's rights
-- (SECURITY DEFINER) and admit only the collections of the role that logged in (session_user): neither SET ROLE nor a pooler changes
-- that. Operators are written out, so that an extension such as intarray, whose @> hides the built-in one, changes no plan.

CREATE SCHEMA recto;

-- Roles exist once in a cluster, so that another database's library may have made them already, or makes them right now.
DO $$
DECLARE command text;
BEGIN
  FOREACH command IN ARRAY ARRAY['CREATE ROLE recto_reader NOLOGIN', 'CREATE ROLE recto_worker NOLOGIN',
    'CREATE ROLE recto_keeper NOLOGIN', 'GRANT recto_reader TO recto_worker', 'GRANT recto_worker TO recto_keeper',
    format('GRANT recto_keeper TO %I', session_user)]
  LOOP
    BEGIN
      EXECUTE command;
    EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN NULL;
    END;
  END LOOP;
END $$;

CREATE TABLE recto.library (
  form int NOT NULL, id uuid NOT NULL DEFAULT gen_random_uuid(), created timestamptz NOT NULL DEFAULT now(),
  -- The version of grams and packed passages that new slices have.
  grams int NOT NULL, slice_pages bigint NOT NULL DEFAULT 250000);
INSERT INTO recto.library (form, grams) VALUES (1, 1);

CREATE TABLE recto.collection (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE CHECK (name ~ '^[[:alnum:]_.-]{1,64}$'));

CREATE TABLE recto.membership (
  who name NOT NULL, collection int NOT NULL REFERENCES recto.collection ON DELETE CASCADE, may_write bool NOT NULL,
  PRIMARY KEY (who, collection));

-- The roles above exist once in a cluster, for all its libraries; who keeps this one, with all its collections, is listed here.
CREATE TABLE recto.keeper (who name PRIMARY KEY);
INSERT INTO recto.keeper VALUES (session_user);

-- A slice has little more than `slice_pages` pages, in the tables page_N and gram_N: a search looks at one after the other, the newest first, and
-- a sealed one is indexed at once. `grams` says how the grams were made and passages were packed.
CREATE TABLE recto.slice (
  n int PRIMARY KEY, grams int NOT NULL, is_sealed bool NOT NULL DEFAULT false, pages bigint NOT NULL DEFAULT 0);

-- A document is its bytes; `tx` is the transaction that stored it, in which its pages are added.
CREATE TABLE recto.document (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, collection int NOT NULL REFERENCES recto.collection, hash text NOT NULL,
  slice int NOT NULL REFERENCES recto.slice, tx xid8 NOT NULL, state int NOT NULL, reason text NOT NULL, reader text NOT NULL,
  machine text NOT NULL, title text NOT NULL, author text NOT NULL, about text NOT NULL, doi text NOT NULL, created bigint NOT NULL,
  type text NOT NULL, page_count bigint NOT NULL, is_paged bool NOT NULL, row_count bigint NOT NULL, sections text NOT NULL,
  stored timestamptz NOT NULL DEFAULT now(), is_counted bool NOT NULL DEFAULT false, UNIQUE (collection, hash));
CREATE INDEX document_slice ON recto.document (slice, id);
CREATE INDEX document_collection ON recto.document (collection, slice);
CREATE INDEX document_trouble ON recto.document (collection) WHERE state <> 0;

-- The grams of titles, authors, sections and file names.
CREATE TABLE recto.front (
  document bigint PRIMARY KEY REFERENCES recto.document ON DELETE CASCADE, collection int NOT NULL, grams int4[] NOT NULL);
ALTER TABLE recto.front ALTER grams SET STATISTICS 0;
CREATE INDEX front_grams ON recto.front USING gin (grams pg_catalog.array_ops);

-- Where the bytes of documents are; paths start at the collection's folder, and no name in them leaves it.
CREATE TABLE recto.copy (
  collection int NOT NULL REFERENCES recto.collection, path text NOT NULL CHECK (path !~ '(^|/)\.{0,2}(/|$)'),
  document bigint NOT NULL REFERENCES recto.document,
  size bigint NOT NULL, modified bigint NOT NULL, PRIMARY KEY (collection, path));
CREATE INDEX copy_document ON recto.copy (document);

-- A file to read. state: 0 waiting, 1 leased, 2 given up. Stored documents have no job.
CREATE TABLE recto.job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, collection int NOT NULL REFERENCES recto.collection, path text NOT NULL CHECK (path !~ '(^|/)\.{0,2}(/|$)'),
  size bigint NOT NULL, modified bigint NOT NULL, reader text NOT NULL, state int NOT NULL DEFAULT 0, attempts int NOT NULL DEFAULT 0,
  lease text, leased_until timestamptz, begun timestamptz, machine text NOT NULL DEFAULT '', reason text NOT NULL DEFAULT '',
  UNIQUE (collection, path));
CREATE INDEX job_next ON recto.job (attempts, id) WHERE state < 2;
CREATE INDEX job_lease ON recto.job (lease) WHERE lease IS NOT NULL;

-- Rights ----------------------------------------------------------------------------------------------------------------------------

CREATE FUNCTION recto.mine() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(collection), '{}') FROM recto.membership WHERE who = session_user
$$;

CREATE FUNCTION recto.writable() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(collection), '{}') FROM recto.membership WHERE who = session_user AND may_write
$$;

CREATE FUNCTION recto.demand_writer() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF recto.writable() = '{}' THEN
    RAISE EXCEPTION 'you may add to no collection' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION recto.greeting() RETURNS TABLE (form int, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT form, id::text FROM recto.library
$$;

CREATE FUNCTION recto.collections() RETURNS TABLE (name text, may_write bool, documents bigint, pages bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.name, m.may_write, count(d.id), coalesce(sum(d.page_count), 0)::bigint
  FROM recto.membership m JOIN recto.collection c ON c.id = m.collection LEFT JOIN recto.document d ON d.collection = c.id
  WHERE m.who = session_user GROUP BY 1, 2 ORDER BY 1
$$;

-- Returns the number of files of one's collections that wait to be read: what they have cannot be found.
CREATE FUNCTION recto.waiting() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM recto.job j WHERE j.state < 2 AND j.collection = ANY ((SELECT recto.mine())::int[])
$$;

-- Searching -------------------------------------------------------------------------------------------------------------------------

-- Returns a condition on `grams` for {"grams": […]}, {"all": […]} or {"any": […]}. Only numbers of the request get into it.
CREATE FUNCTION recto.condition(need jsonb, depth int) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE word text; parts jsonb; numbers text;
BEGIN
  IF depth > 16 THEN RAISE EXCEPTION 'the search is nested too deeply'; END IF;
  IF jsonb_typeof(need -> 'grams') = 'array' THEN
    SELECT string_agg((value #>> '{}')::int4::text, ',') INTO numbers FROM jsonb_array_elements(need -> 'grams') AS each (value);
    IF numbers IS NULL THEN RAISE EXCEPTION 'the search has an empty part'; END IF;
    RETURN format('grams OPERATOR(pg_catalog.@>) %L::int4[]', '{' || numbers || '}');
  END IF;
  word := CASE WHEN jsonb_typeof(need -> 'all') = 'array' THEN ' AND ' ELSE ' OR ' END;
  parts := CASE word WHEN ' AND ' THEN need -> 'all' ELSE need -> 'any' END;
  IF jsonb_typeof(parts) IS DISTINCT FROM 'array' OR jsonb_array_length(parts) NOT BETWEEN 1 AND 256 THEN
    RAISE EXCEPTION 'the search has an unknown part';
  END IF;
  RETURN (SELECT '(' || string_agg(recto.condition(value, depth + 1), word) || ')' FROM jsonb_array_elements(parts) AS each (value));
END $$;

CREATE FUNCTION recto.slices() RETURNS TABLE (n int, grams int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n, grams FROM recto.slice s
  WHERE EXISTS (SELECT FROM recto.document d WHERE d.slice = s.n AND d.collection = ANY ((SELECT recto.mine())::int[])) ORDER BY n DESC
$$;

-- Returns the documents of a slice with pages that may match, the newest first, each with these pages. `before` continues after the last
-- document of a portion; null begins. It is no bound of an index, so that the grams are always the way to the rows.
CREATE FUNCTION recto.candidates(n bigint, need text, before bigint, most bigint) RETURNS TABLE (document bigint, pages int[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = candidates.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT id >> 24, array_agg((id & 16777215)::int4 ORDER BY id) FROM recto.gram_%s '
    'WHERE %s AND collection = ANY ($1) AND ($2 IS NULL OR id >> 24 < $2) GROUP BY 1 ORDER BY 1 DESC LIMIT $3',
    n::int, recto.condition(need::jsonb, 0))
  USING recto.mine(), before, least(most, 100000);
END $$;

-- Returns the pages of a document that may match.
CREATE FUNCTION recto.rows(n bigint, document bigint, need text) RETURNS TABLE (pages int[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = rows.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT array_agg((id & 16777215)::int4 ORDER BY id) FROM recto.gram_%s '
    'WHERE id BETWEEN $1 << 24 AND ($1 << 24) + 16777215 AND %s AND collection = ANY ($2)', n::int, recto.condition(need::jsonb, 0))
  USING document, recto.mine();
END $$;

-- Returns the documents of a slice, the newest first, for searches that no gram narrows.
CREATE FUNCTION recto.documents(n bigint, before bigint, most bigint) RETURNS TABLE (document bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM recto.document
  WHERE slice = n AND collection = ANY ((SELECT recto.mine())::int[]) AND (before IS NULL OR id < before) ORDER BY id DESC LIMIT least(most, 100000)
$$;

-- Returns the documents whose title, author, sections or file name may match, the newest first.
CREATE FUNCTION recto.fronts(need text, before bigint, most bigint) RETURNS TABLE (document bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT document FROM recto.front WHERE %s AND collection = ANY ($1) AND ($2 IS NULL OR document + 0 < $2) ORDER BY 1 DESC LIMIT $3',
    recto.condition(need::jsonb, 0))
  USING recto.mine(), before, least(most, 100000);
END $$;

CREATE FUNCTION recto.cards(documents bigint[]) RETURNS TABLE (
  document bigint, collection text, hash text, slice int, state int, title text, author text, about text, created bigint, type text,
  page_count bigint, is_paged bool, row_count bigint, path text, size bigint, modified bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.id, c.name, d.hash, d.slice, d.state, d.title, d.author, d.about, d.created, d.type, d.page_count, d.is_paged, d.row_count,
    p.path, p.size, p.modified
  FROM recto.document d JOIN recto.collection c ON c.id = d.collection
  JOIN LATERAL (SELECT * FROM recto.copy WHERE copy.document = d.id ORDER BY path LIMIT 1) p ON true
  WHERE d.id = ANY (documents) AND d.collection = ANY ((SELECT recto.mine())::int[])
$$;

-- Returns the documents at a path of a collection.
CREATE FUNCTION recto.at(collection text, path text) RETURNS TABLE (document bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.document FROM recto.copy p JOIN recto.collection c ON c.id = p.collection
  WHERE c.name = at.collection AND p.path = at.path AND c.id = ANY ((SELECT recto.mine())::int[])
$$;

CREATE FUNCTION recto.sections(documents bigint[]) RETURNS TABLE (document bigint, sections text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id, d.sections FROM recto.document d WHERE id = ANY (documents) AND collection = ANY ((SELECT recto.mine())::int[])
$$;

CREATE FUNCTION recto.pages(n bigint, rows bigint[]) RETURNS TABLE (id bigint, label text, passages bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = pages.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, p.label, p.passages FROM recto.page_%s p WHERE p.id = ANY ($1) AND p.collection = ANY ($2) ORDER BY 1', n::int)
  USING rows, recto.mine();
END $$;

-- Returns the pages of a document from a page index on, with the indices in the low 24 bits of the identifiers.
CREATE FUNCTION recto.leaves(n bigint, document bigint, first bigint, most bigint) RETURNS TABLE (id bigint, label text, passages bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = leaves.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, p.label, p.passages FROM recto.page_%s p '
    'WHERE p.id BETWEEN ($1 << 24) + $2 AND ($1 << 24) + 16777215 AND p.collection = ANY ($3) ORDER BY 1 LIMIT $4', n::int)
  USING document, first, recto.mine(), least(most, 10000);
END $$;

-- Reading ---------------------------------------------------------------------------------------------------------------------------

CREATE FUNCTION recto.own(name text) RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE found int;
BEGIN
  SELECT id INTO found FROM recto.collection c WHERE c.name = own.name AND id = ANY ((SELECT recto.writable())::int[]);
  IF found IS NULL THEN
    RAISE EXCEPTION 'you may not add documents to the collection %', name USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN found;
END $$;

-- Returns the files of a collection that are stored or waiting: `state` is a document's, or 10 plus a job's.
CREATE FUNCTION recto.files(collection text) RETURNS TABLE (path text, size bigint, modified bigint, state int, reader text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.path, p.size, p.modified, d.state, d.reader FROM recto.copy p JOIN recto.document d ON d.id = p.document
  WHERE p.collection = recto.own(files.collection)
  UNION ALL
  SELECT path, size, modified, 10 + state, reader FROM recto.job j WHERE j.collection = recto.own(files.collection)
$$;

-- Adds files to read; one that waits already is read as it is now.
CREATE FUNCTION recto.offer(collection text, paths text[], sizes bigint[], modified bigint[], reader text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO recto.job (collection, path, size, modified, reader)
  SELECT recto.own(offer.collection), f.path, f.size, f.modified, offer.reader FROM unnest(paths, sizes, modified) AS f (path, size, modified)
  ON CONFLICT (collection, path) DO UPDATE
  SET size = excluded.size, modified = excluded.modified, reader = excluded.reader, state = 0, attempts = 0, lease = NULL, reason = ''
$$;

-- Leases files to read, those first that nobody has begun; one that was begun comes alone. Attempts that nobody answered for are over
-- when their lease is.
CREATE FUNCTION recto.lease(collections text[], machine text, most bigint) RETURNS TABLE (
  id bigint, lease text, collection text, path text, size bigint, modified bigint, attempts int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE mine int[]; name text := gen_random_uuid()::text; chosen bigint[];
BEGIN
  SELECT array_agg(recto.own(c)) INTO mine FROM unnest(lease.collections) AS each (c);
  UPDATE recto.job SET state = 2, lease = NULL, reason = 'its reader ended without an answer, ' || attempts || ' times'
  WHERE state = 1 AND leased_until < now() AND attempts >= 3 AND collection = ANY (mine);
  SELECT array_agg(id) INTO chosen FROM (
    SELECT id FROM recto.job
    WHERE collection = ANY (mine) AND attempts = 0 AND (state = 0 OR state = 1 AND leased_until < now())
    ORDER BY attempts, id LIMIT least(lease.most, 64) FOR UPDATE SKIP LOCKED) AS fresh;
  IF chosen IS NULL THEN
    SELECT array_agg(id) INTO chosen FROM (
      SELECT id FROM recto.job
      WHERE collection = ANY (mine) AND attempts > 0 AND (state = 0 OR state = 1 AND leased_until < now())
      ORDER BY attempts, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS begun;
  END IF;
  RETURN QUERY
    UPDATE recto.job j SET state = 1, lease = name, leased_until = now() + interval '120 s', begun = NULL, machine = lease.machine
    FROM recto.collection c WHERE j.id = ANY (chosen) AND c.id = j.collection
    RETURNING j.id, j.lease, c.name, j.path, j.size, j.modified, j.attempts;
END $$;

CREATE FUNCTION recto.renew(lease text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE recto.job j SET leased_until = now() + interval '120 s'
  WHERE j.lease = renew.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[])
$$;

-- Counts an attempt, before the file is opened; false if the lease is lost.
CREATE FUNCTION recto.begin(job bigint, lease text) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE recto.job j SET attempts = attempts + 1, begun = now(), leased_until = now() + interval '120 s'
  WHERE j.id = job AND j.lease = begin.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[]);
  RETURN FOUND;
END $$;

-- Ends an attempt that cost its sandboxed worker; the third gives the file up.
CREATE FUNCTION recto.fail(job bigint, lease text, reason text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE recto.job j SET state = CASE WHEN attempts >= 3 THEN 2 ELSE 0 END, lease = NULL, begun = NULL, reason = fail.reason
  WHERE j.id = job AND j.lease = fail.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[])
$$;

-- Forgets a leased file that is not there, or has changed: the next walk offers it again, and nobody is blamed.
CREATE FUNCTION recto.forget(job bigint, lease text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM recto.job j WHERE j.id = job AND j.lease = forget.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[])
$$;

-- Gives leased files back; an attempt that was interrupted on purpose does not count.
CREATE FUNCTION recto.release(lease text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE recto.job j SET state = 0, lease = NULL, attempts = attempts - (begun IS NOT NULL)::int, begun = NULL
  WHERE j.lease = release.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[])
$$;

-- Returns the job of a leased file, which stays locked until the transaction ends.
CREATE FUNCTION recto.claim(job bigint, lease text) RETURNS recto.job
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE claimed recto.job;
BEGIN
  SELECT * INTO claimed FROM recto.job j
  WHERE j.id = job AND j.lease = claim.lease AND state = 1 AND collection = ANY ((SELECT recto.writable())::int[]) FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease of this file is over' USING ERRCODE = 'RC001'; END IF;
  RETURN claimed;
END $$;

CREATE FUNCTION recto.remove(documents bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE gone recto.document;
BEGIN
  FOR gone IN SELECT * FROM recto.document WHERE id = ANY (documents) LOOP
    EXECUTE format('DELETE FROM recto.page_%s WHERE id BETWEEN $1 AND $2', gone.slice) USING gone.id << 24, (gone.id << 24) + 16777215;
    EXECUTE format('DELETE FROM recto.gram_%s WHERE id BETWEEN $1 AND $2', gone.slice) USING gone.id << 24, (gone.id << 24) + 16777215;
    DELETE FROM recto.copy WHERE document = gone.id;
    DELETE FROM recto.document WHERE id = gone.id;
    UPDATE recto.slice SET pages = pages - gone.row_count WHERE n = gone.slice;
  END LOOP;
END $$;

-- Ends a job: its path leads to a document from now on. A document without another path is removed.
CREATE FUNCTION recto.settle(claimed recto.job, stored bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE before bigint;
BEGIN
  SELECT document INTO before FROM recto.copy WHERE collection = claimed.collection AND path = claimed.path;
  INSERT INTO recto.copy VALUES (claimed.collection, claimed.path, stored, claimed.size, claimed.modified)
  ON CONFLICT (collection, path) DO UPDATE SET document = excluded.document, size = excluded.size, modified = excluded.modified;
  -- Whoever takes a document's copies waits here for the others, and sees what they left.
  PERFORM FROM recto.document WHERE id = before FOR UPDATE;
  IF before <> stored AND NOT EXISTS (SELECT FROM recto.copy WHERE document = before) THEN
    PERFORM recto.remove(ARRAY[before]);
  END IF;
  DELETE FROM recto.job WHERE id = claimed.id;
END $$;

-- Returns the document with these bytes that was read by this reader or completely, and locks it; null if there is none.
CREATE FUNCTION recto.known(collection int, hash text, reader text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM recto.document d
  WHERE d.collection = known.collection AND d.hash = known.hash AND (d.state = 0 OR d.reader = known.reader) FOR UPDATE
$$;

-- Makes a leased file one more copy of a stored document with the same bytes; false if there is none.
CREATE FUNCTION recto.adopt(job bigint, lease text, hash text, reader text) RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE claimed recto.job := recto.claim(job, lease); known bigint := recto.known(claimed.collection, hash, reader);
BEGIN
  IF known IS NULL THEN RETURN false; END IF;
  PERFORM recto.settle(claimed, known);
  RETURN true;
END $$;

-- Returns the slice that takes new pages; makes one if all are full.
CREATE FUNCTION recto.young(grams bigint) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE young int;
BEGIN
  PERFORM FROM recto.library l WHERE l.grams = young.grams;
  IF NOT FOUND THEN RAISE EXCEPTION 'this library takes pages of another version of Recto'; END IF;
  SELECT n INTO young FROM recto.slice s, recto.library WHERE NOT is_sealed AND pages < slice_pages AND s.grams = young.grams ORDER BY n LIMIT 1;
  IF FOUND THEN RETURN young; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('recto.slice', 0));
  SELECT n INTO young FROM recto.slice s, recto.library WHERE NOT is_sealed AND pages < slice_pages AND s.grams = young.grams ORDER BY n LIMIT 1;
  IF FOUND THEN RETURN young; END IF;
  SELECT coalesce(max(n), 0) + 1 INTO young FROM recto.slice;
  INSERT INTO recto.slice (n, grams) VALUES (young, young.grams);
  -- The low 24 bits of an identifier are the page's number, the others the document.
  EXECUTE format('CREATE TABLE recto.page_%s (id bigint PRIMARY KEY, collection int NOT NULL, label text NOT NULL, '
    'passages bytea NOT NULL) WITH (toast_tuple_target = 128)', young);
  EXECUTE format('ALTER TABLE recto.page_%s ALTER passages SET STORAGE MAIN', young);
  EXECUTE format('CREATE TABLE recto.gram_%s (id bigint PRIMARY KEY, collection int NOT NULL, grams int4[] NOT NULL) '
    'WITH (toast_tuple_target = 128)', young);
  EXECUTE format('ALTER TABLE recto.gram_%s ALTER grams SET STORAGE EXTERNAL, ALTER grams SET STATISTICS 0', young);
  EXECUTE format('CREATE INDEX gram_%s_grams ON recto.gram_%s USING gin (grams pg_catalog.array_ops)', young, young);
  RETURN young;
END $$;

-- Stores a document without its pages, in the transaction that adds these.
CREATE FUNCTION recto.store(
  job bigint, lease text, grams bigint, hash text, state bigint, reason text, reader text, title text, author text, about text, doi text,
  created bigint, type text, page_count bigint, is_paged bool, row_count bigint, sections text, front text)
RETURNS TABLE (id bigint, is_new bool) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE claimed recto.job := recto.claim(job, lease); n int := recto.young(grams); stored bigint; before bigint[];
BEGIN
  -- Equal files are often read at the same time; the one that is stored later is a copy.
  PERFORM pg_advisory_xact_lock(hashtextextended('recto.document ' || claimed.collection || ' ' || hash, 0));
  stored := recto.known(claimed.collection, hash, reader);
  IF stored IS NOT NULL THEN
    PERFORM recto.settle(claimed, stored);
    RETURN QUERY SELECT stored, false;
    RETURN;
  END IF;
  -- The same bytes, read by a reader that could not read them completely.
  SELECT array_agg(d.id) INTO before FROM recto.document d WHERE d.collection = claimed.collection AND d.hash = store.hash;
  UPDATE recto.document d SET hash = d.hash || ' before ' || d.id WHERE d.id = ANY (before);
  INSERT INTO recto.document AS d (collection, hash, slice, tx, state, reason, reader, machine, title, author, about, doi, created, type,
    page_count, is_paged, row_count, sections)
  VALUES (claimed.collection, hash, n, pg_current_xact_id(), state, reason, reader, claimed.machine, title, author, about, doi, created,
    type, page_count, is_paged, row_count, sections) RETURNING d.id INTO stored;
  INSERT INTO recto.front VALUES (stored, claimed.collection, front::int4[]);
  UPDATE recto.copy c SET document = stored WHERE c.document = ANY (before);
  PERFORM recto.remove(before);
  PERFORM recto.settle(claimed, stored);
  RETURN QUERY SELECT stored, true;
END $$;

-- Returns a document that this transaction stores and has not finished.
CREATE FUNCTION recto.uncounted(document bigint) RETURNS recto.document
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE own recto.document;
BEGIN
  SELECT * INTO own FROM recto.document d
  WHERE d.id = document AND d.tx = pg_current_xact_id() AND NOT d.is_counted AND d.collection = ANY ((SELECT recto.writable())::int[]);
  IF NOT FOUND THEN RAISE EXCEPTION 'pages belong to a document of this transaction' USING ERRCODE = 'RC002'; END IF;
  RETURN own;
END $$;

-- Adds pages to a document that this transaction stores.
CREATE FUNCTION recto.add(document bigint, numbers bigint[], labels text[], passages bytea[], grams text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE owner recto.document := recto.uncounted(document);
BEGIN
  -- The number is a part of the row's identifier, whose other bits are the document.
  IF NOT (0 <= ALL (numbers) AND 16777216 > ALL (numbers)) THEN RAISE EXCEPTION 'a page has an impossible number'; END IF;
  EXECUTE format('INSERT INTO recto.page_%s SELECT $1 + number, $2, label, passages FROM unnest($3, $4, $5) AS p (number, label, passages)',
    owner.slice) USING document << 24, owner.collection, numbers, labels, passages;
  EXECUTE format('INSERT INTO recto.gram_%s SELECT $1 + number, $2, grams::int4[] FROM unnest($3, $4) AS p (number, grams)',
    owner.slice) USING document << 24, owner.collection, numbers, grams;
END $$;

-- Counts the pages of a document that this transaction stores, last: others that store wait for the slice's row.
CREATE FUNCTION recto.finish(document bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE owner recto.document := recto.uncounted(document); count bigint;
BEGIN
  EXECUTE format('SELECT count(*) FROM recto.page_%s WHERE id BETWEEN $1 AND $2', owner.slice)
    INTO count USING document << 24, (document << 24) + 16777215;
  UPDATE recto.document d SET is_counted = true, row_count = count WHERE d.id = document;
  UPDATE recto.slice s SET pages = pages + count WHERE s.n = owner.slice;
END $$;

-- Removes files that are gone.
CREATE FUNCTION recto.prune(collection text, paths text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE own int := recto.own(collection); orphans bigint[];
BEGIN
  DELETE FROM recto.job j WHERE j.collection = own AND path = ANY (paths);
  WITH gone AS (DELETE FROM recto.copy c WHERE c.collection = own AND path = ANY (paths) RETURNING document)
  SELECT array_agg(DISTINCT document) INTO orphans FROM gone;
  PERFORM FROM recto.document WHERE id = ANY (orphans) ORDER BY id FOR UPDATE;
  SELECT array_agg(o) INTO orphans FROM unnest(orphans) AS each (o) WHERE NOT EXISTS (SELECT FROM recto.copy WHERE document = o);
  PERFORM recto.remove(orphans);
END $$;

-- Empties the lists of new entries, which every search looks through.
CREATE FUNCTION recto.tidy() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE n int;
BEGIN
  PERFORM recto.demand_writer();
  FOR n IN SELECT s.n FROM recto.slice s WHERE NOT is_sealed LOOP
    PERFORM gin_clean_pending_list(format('recto.gram_%s_grams', n)::regclass);
  END LOOP;
END $$;

-- Seals a full slice, the oldest; false if there is none. An index that is built at once is smaller and faster, and old lists of new entries
-- are gone. The table is locked before the slice's row, as by those that store.
CREATE FUNCTION recto.seal() RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = on AS $$
DECLARE full_slice int;
BEGIN
  PERFORM recto.demand_writer();
  IF NOT pg_try_advisory_xact_lock(hashtextextended('recto.seal', 0)) THEN RETURN false; END IF;
  SELECT s.n INTO full_slice FROM recto.slice s, recto.library WHERE NOT is_sealed AND pages >= slice_pages ORDER BY s.n LIMIT 1;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE recto.gram_%s IN SHARE MODE', full_slice);
  EXECUTE format('CREATE INDEX gram_%1$s_sealed ON recto.gram_%1$s USING gin (grams pg_catalog.array_ops) WITH (fastupdate = off)',
    full_slice);
  EXECUTE format('DROP INDEX recto.gram_%s_grams', full_slice);
  UPDATE recto.slice s SET is_sealed = true WHERE s.n = full_slice;
  RETURN true;
END $$;

CREATE FUNCTION recto.work() RETURNS TABLE (collection text, waiting bigint, leased bigint, given_up bigint, unread bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.name, (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND state = 0),
    (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND state = 1),
    (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND state = 2),
    (SELECT count(*) FROM recto.document d WHERE d.collection = c.id AND state <> 0)
  FROM recto.collection c WHERE c.id = ANY ((SELECT recto.writable())::int[]) ORDER BY 1
$$;

CREATE FUNCTION recto.troubles(most bigint) RETURNS TABLE (collection text, path text, state int, attempts int, machine text, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM (
    SELECT c.name, j.path, 10 + j.state, j.attempts, j.machine, j.reason FROM recto.job j JOIN recto.collection c ON c.id = j.collection
    WHERE c.id = ANY ((SELECT recto.writable())::int[]) AND j.state = 2
    UNION ALL
    SELECT c.name, p.path, d.state, 0, d.machine, d.reason
    FROM recto.document d JOIN recto.collection c ON c.id = d.collection JOIN recto.copy p ON p.document = d.id
    WHERE c.id = ANY ((SELECT recto.writable())::int[]) AND d.state <> 0) AS all_of_them
  ORDER BY 1, 2 LIMIT least(most, 100000)
$$;

-- Keeping ---------------------------------------------------------------------------------------------------------------------------

CREATE FUNCTION recto.demand_keeper() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM recto.keeper WHERE who = session_user;
  IF NOT FOUND THEN RAISE EXCEPTION 'you do not keep this library' USING ERRCODE = 'insufficient_privilege'; END IF;
END $$;

CREATE FUNCTION recto.make_collection(name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM recto.demand_keeper();
  INSERT INTO recto.collection (name) VALUES (make_collection.name) ON CONFLICT DO NOTHING;
END $$;

-- Admits a role to a collection; makes the role, without a password, if there is none, and returns whether it did.
CREATE FUNCTION recto.admit(who text, collection text, may_write bool, is_keeper bool) RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE admitted int; is_new bool := false;
BEGIN
  PERFORM recto.demand_keeper();
  SELECT c.id INTO admitted FROM recto.collection c WHERE c.name = collection;
  IF admitted IS NULL THEN RAISE EXCEPTION 'there is no collection %', collection USING ERRCODE = 'undefined_object'; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = who) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', who);
    is_new := true;
  END IF;
  IF who <> session_user THEN
    EXECUTE format('GRANT %I TO %I',
      CASE WHEN is_keeper THEN 'recto_keeper' WHEN may_write THEN 'recto_worker' ELSE 'recto_reader' END, who);
  END IF;
  IF is_keeper THEN INSERT INTO recto.keeper VALUES (who) ON CONFLICT DO NOTHING; END IF;
  INSERT INTO recto.membership VALUES (who, admitted, may_write)
  ON CONFLICT ON CONSTRAINT membership_pkey DO UPDATE SET may_write = excluded.may_write;
  RETURN is_new;
END $$;

-- Takes a role's rights to one collection, or to all if `collection` is null; returns how many there were. Who loses any does not keep
-- the library any more. The role's sessions end, as far as the owner may end them: rights are looked up at each request, so that what goes
-- on is refused.
CREATE FUNCTION recto.dismiss(who text, collection text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE count bigint; kept bigint;
BEGIN
  PERFORM recto.demand_keeper();
  IF collection IS NULL AND who = (SELECT tableowner FROM pg_tables WHERE schemaname = 'recto' AND tablename = 'library') THEN
    RAISE EXCEPTION '% owns the library and keeps it', who USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM recto.membership m USING recto.collection c
  WHERE m.who = dismiss.who AND c.id = m.collection AND (dismiss.collection IS NULL OR c.name = dismiss.collection);
  GET DIAGNOSTICS count = ROW_COUNT;
  DELETE FROM recto.keeper k
  WHERE k.who = dismiss.who AND (count > 0 OR dismiss.collection IS NULL)
    AND k.who NOT IN (session_user, (SELECT tableowner FROM pg_tables WHERE schemaname = 'recto' AND tablename = 'library'));
  GET DIAGNOSTICS kept = ROW_COUNT;
  BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE usename = dismiss.who AND datname = current_database() AND pid <> pg_backend_pid();
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
  RETURN count + kept;
END $$;

CREATE FUNCTION recto.members() RETURNS TABLE (who text, collection text, may_write bool, is_keeper bool)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM recto.demand_keeper();
  RETURN QUERY SELECT coalesce(m.who, k.who)::text, coalesce(c.name, ''), coalesce(m.may_write, false), k.who IS NOT NULL
    FROM recto.membership m JOIN recto.collection c ON c.id = m.collection FULL JOIN recto.keeper k ON k.who = m.who ORDER BY 1, 2;
END $$;

-- Rights to the above ---------------------------------------------------------------------------------------------------------------

REVOKE ALL ON ALL TABLES IN SCHEMA recto FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA recto FROM PUBLIC;
GRANT USAGE ON SCHEMA recto TO recto_reader;
GRANT EXECUTE ON FUNCTION recto.greeting(), recto.collections(), recto.waiting(), recto.slices(), recto.candidates(bigint, text, bigint, bigint),
  recto.rows(bigint, bigint, text), recto.documents(bigint, bigint, bigint), recto.fronts(text, bigint, bigint), recto.cards(bigint[]), recto.at(text, text),
  recto.sections(bigint[]), recto.pages(bigint, bigint[]), recto.leaves(bigint, bigint, bigint, bigint)
  TO recto_reader;
GRANT EXECUTE ON FUNCTION recto.files(text), recto.offer(text, text[], bigint[], bigint[], text), recto.lease(text[], text, bigint),
  recto.renew(text), recto.begin(bigint, text), recto.fail(bigint, text, text),
  recto.forget(bigint, text), recto.release(text),
  recto.adopt(bigint, text, text, text),
  recto.store(bigint, text, bigint, text, bigint, text, text, text, text, text, text, bigint, text, bigint, bool, bigint, text, text),
  recto.add(bigint, bigint[], text[], bytea[], text[]), recto.finish(bigint), recto.prune(text, text[]), recto.tidy(), recto.seal(), recto.work(),
  recto.troubles(bigint)
  TO recto_worker;
GRANT EXECUTE ON FUNCTION recto.make_collection(text), recto.admit(text, text, bool, bool), recto.dismiss(text, text), recto.members()
  TO recto_keeper;
