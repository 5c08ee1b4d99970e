-- Cheaper searches, compressed texts and leases by size, form 6 of a shared library. `recto share init` runs this after the scripts before, and alone in a library of form 5, in one
-- transaction, as the role that owns the library.

-- In the order of machines that store, for which this waits: they lock jobs before pages.
LOCK TABLE recto.job IN ACCESS EXCLUSIVE MODE;

-- Machines that store compress the texts of pages, and the server does not try again. Earlier pages stay as they are.
DO $$
DECLARE
  n int;
  definition text := pg_get_functiondef('recto.young(bigint)'::regprocedure);
  target text := '''passages bytea NOT NULL) WITH (toast_tuple_target = 128)''';
  storage text := 'ALTER passages SET STORAGE MAIN';
BEGIN
  IF position(target IN definition) = 0 OR position(storage IN definition) = 0 THEN
    RAISE EXCEPTION 'recto.young has another form than expected';
  END IF;
  EXECUTE replace(replace(definition, target, replace(target, '128', '8160')), storage, 'ALTER passages SET STORAGE EXTERNAL');
  FOR n IN SELECT s.n FROM recto.slice s WHERE NOT is_sealed LOOP
    EXECUTE format('ALTER TABLE recto.page_%1$s SET (toast_tuple_target = 8160), ALTER passages SET STORAGE EXTERNAL', n);
  END LOOP;
END $$;

-- Versions of Recto that read this form's texts ask for them by other names: earlier ones that are still connected get an error, and miss nothing silently.
DROP FUNCTION recto.pages(bigint, bigint[]);
DROP FUNCTION recto.leaves(bigint, bigint, bigint, bigint);

CREATE FUNCTION recto.texts(n bigint, rows bigint[]) RETURNS TABLE (id bigint, label text, passages bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = texts.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, p.label, p.passages FROM recto.page_%s p WHERE p.id = ANY ($1) AND p.collection = ANY ($2) ORDER BY 1', n::int)
  USING rows, recto.mine();
END $$;

-- Returns the texts of a document from a page index on, with the indices in the low 24 bits of the identifiers.
CREATE FUNCTION recto.texts_from(n bigint, document bigint, first bigint, most bigint) RETURNS TABLE (id bigint, label text, passages bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = texts_from.n;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, p.label, p.passages FROM recto.page_%s p '
    'WHERE p.id BETWEEN ($1 << 24) + $2 AND ($1 << 24) + 16777215 AND p.collection = ANY ($3) ORDER BY 1 LIMIT $4', n::int)
  USING document, first, recto.mine(), least(most, 10000);
END $$;

-- Returns the documents of a slice with pages that may match, the newest first, as before. Most of the time of a common word goes into rows of the
-- table that are not shown, so that the newest documents are asked for alone at first: both indexes together find them. The planner must not take the grams
-- for rarer than they are, which it would for a list of constants. A search asks for 14 documents and then for 56, for which its user waits; larger portions go
-- through most of a slice anyway. 256 documents are four for each of these, so that a word in every fourth document fills a portion; 16,384 pages bound their rows
-- where documents are long.
CREATE OR REPLACE FUNCTION recto.candidates(n bigint, need text, before bigint, most bigint) RETURNS TABLE (document bigint, pages int[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  condition text; mine int[] := recto.mine(); bound bigint := before; first bigint; given bigint := 0;
  statement text := 'SELECT id >> 24, array_agg((id & 16777215)::int4 ORDER BY id) FROM recto.gram_%s '
    'WHERE %s AND collection = ANY ($1) AND ($2 IS NULL OR id >> 24 < $2) %s GROUP BY 1 ORDER BY 1 DESC LIMIT $3';
BEGIN
  PERFORM FROM recto.slice AS s WHERE s.n = candidates.n;
  IF NOT FOUND THEN RETURN; END IF;
  most := least(most, 100000);
  condition := recto.condition(need::jsonb, 0);
  IF before IS NULL AND most < 64 THEN
    SELECT min(d.id) INTO first FROM (
      SELECT newest.id, sum(newest.row_count) OVER (ORDER BY newest.id DESC) AS count FROM (
        SELECT id, row_count FROM recto.document d WHERE d.slice = candidates.n ORDER BY id DESC LIMIT 256) AS newest) AS d
    WHERE d.count <= 16384;
    -- The bound excludes nothing.
    IF first = (SELECT min(d.id) FROM recto.document d WHERE d.slice = candidates.n) THEN first := NULL; END IF;
  END IF;
  IF first IS NOT NULL THEN
    RETURN QUERY EXECUTE format(statement, n::int, regexp_replace(condition, '(''{[-0-9,]*}''::int4\[\])', '(SELECT \1)', 'g'), 'AND id >= $4')
    USING mine, bound, most, first << 24;
    GET DIAGNOSTICS given = ROW_COUNT;
    IF given >= most THEN RETURN; END IF;
    bound := first;
  END IF;
  RETURN QUERY EXECUTE format(statement, n::int, condition, '') USING mine, bound, most - given;
END $$;

-- Lists of new entries are looked through by each search: a hundred documents' titles and sections in one took longer than all else of it.
ALTER INDEX recto.front_grams SET (gin_pending_list_limit = 128);

CREATE OR REPLACE FUNCTION recto.tidy() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE n int;
BEGIN
  PERFORM recto.demand_writer();
  PERFORM gin_clean_pending_list('recto.front_grams'::regclass);
  FOR n IN SELECT s.n FROM recto.slice s WHERE NOT is_sealed LOOP
    PERFORM gin_clean_pending_list(format('recto.gram_%s_grams', n)::regclass);
  END LOOP;
END $$;

-- Files of more than 1 MB are leased first and alone, smaller ones until they have as much together: a machine that got large ones last, together, would read on
-- when all others are done. Only the files that are taken are locked: another machine that finds all others locked takes none, and ends.
DROP INDEX recto.job_next;
CREATE INDEX job_next ON recto.job (attempts, (size <= 1048576), id) WHERE state < 2;
-- Each lease looks for those that are over.
CREATE INDEX job_leased ON recto.job (leased_until) WHERE state = 1;

CREATE OR REPLACE FUNCTION recto.lease(collections text[], machine text, most bigint) RETURNS TABLE (
  id bigint, lease text, collection text, path text, size bigint, modified bigint, losses int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  mine int[]; token text := gen_random_uuid()::text; chosen bigint[]; next bigint; bytes bigint; total bigint := 0;
  fresh CURSOR FOR SELECT id, size FROM recto.job
    WHERE collection = ANY (mine) AND attempts = 0 AND (state = 0 OR state = 1 AND leased_until < now())
    ORDER BY attempts, size <= 1048576, id FOR UPDATE SKIP LOCKED;
BEGIN
  SELECT array_agg(recto.own(c)) INTO mine FROM unnest(lease.collections) AS each (c);
  UPDATE recto.job SET state = 2, lease = NULL, reason = 'the machines that read it ended without an answer, ' || attempts - losses || ' times'
  WHERE state = 1 AND leased_until < now() AND attempts - losses >= 10 AND collection = ANY (mine);
  OPEN fresh;
  LOOP
    FETCH fresh INTO next, bytes;
    EXIT WHEN NOT FOUND;
    chosen := chosen || next;
    total := total + bytes;
    EXIT WHEN total > 1048576 OR cardinality(chosen) >= least(lease.most, 64);
  END LOOP;
  CLOSE fresh;
  IF chosen IS NULL THEN
    SELECT array_agg(id) INTO chosen FROM (
      SELECT id FROM recto.job
      WHERE collection = ANY (mine) AND attempts > 0 AND (state = 0 OR state = 1 AND leased_until < now())
      ORDER BY attempts, size <= 1048576, id LIMIT 1 FOR UPDATE SKIP LOCKED) AS begun;
  END IF;
  RETURN QUERY
    UPDATE recto.job j SET state = 1, lease = token, leased_until = now() + interval '120 s', begun = NULL, machine = lease.machine
    FROM recto.collection c WHERE j.id = ANY (chosen) AND c.id = j.collection
    RETURNING j.id, j.lease, c.name, j.path, j.size, j.modified, j.losses;
END $$;

-- The following functions are as before, but in another language: PL/pgSQL keeps plans per session; SQL functions are planned at each call.
CREATE OR REPLACE FUNCTION recto.mine() RETURNS int[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(collection), '{}') FROM recto.membership WHERE who = session_user);
END $$;

CREATE OR REPLACE FUNCTION recto.waiting() RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT count(*) FROM recto.job j WHERE j.state < 2 AND j.collection = ANY ((SELECT recto.mine())::int[]));
END $$;

CREATE OR REPLACE FUNCTION recto.slices() RETURNS TABLE (n int, grams int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT s.n, s.grams FROM recto.slice s
  WHERE EXISTS (SELECT FROM recto.document d WHERE d.slice = s.n AND d.collection = ANY ((SELECT recto.mine())::int[])) ORDER BY 1 DESC;
END $$;

CREATE OR REPLACE FUNCTION recto.cards(documents bigint[]) RETURNS TABLE (
  document bigint, collection text, hash text, slice int, state int, title text, author text, about text, created bigint, type text,
  page_count bigint, is_paged bool, row_count bigint, path text, size bigint, modified bigint, stored bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT d.id, c.name, d.hash, d.slice, d.state, d.title, d.author, d.about, d.created, d.type, d.page_count, d.is_paged, d.row_count,
    p.path, p.size, p.modified, extract(epoch FROM d.stored)::bigint
  FROM recto.document d JOIN recto.collection c ON c.id = d.collection
  JOIN LATERAL (SELECT * FROM recto.copy o WHERE o.document = d.id ORDER BY o.path LIMIT 1) p ON true
  WHERE d.id = ANY (documents) AND d.collection = ANY ((SELECT recto.mine())::int[]);
END $$;

CREATE OR REPLACE FUNCTION recto.sections(documents bigint[]) RETURNS TABLE (document bigint, sections text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT d.id, d.sections FROM recto.document d
  WHERE d.id = ANY (documents) AND d.collection = ANY ((SELECT recto.mine())::int[]);
END $$;

CREATE OR REPLACE FUNCTION recto.shards() RETURNS TABLE (n int, part text, connection text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT s.n, s.part::text, s.connection FROM recto.shard s
  WHERE recto.mine() <> '{}' OR EXISTS (SELECT FROM recto.keeper WHERE who = session_user) ORDER BY 1;
END $$;

REVOKE ALL ON FUNCTION recto.texts(bigint, bigint[]), recto.texts_from(bigint, bigint, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.texts(bigint, bigint[]), recto.texts_from(bigint, bigint, bigint, bigint) TO recto_reader;

UPDATE recto.library SET form = 6;
