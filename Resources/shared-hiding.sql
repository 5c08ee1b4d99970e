-- Hidden annotations, form 4 of a shared library. `recto share init` runs this after the scripts before, and alone in a library of form 3, in one
-- transaction, as the role that owns the library.

-- The text of an annotation that a keeper has hidden is for its author and for keepers.
ALTER TABLE recto.annotation ADD is_hidden bool NOT NULL DEFAULT false;
UPDATE recto.annotation a SET is_hidden = true
FROM (SELECT DISTINCT ON (collection, document, item) collection, document, item, kind FROM recto.edit
  WHERE kind IN (1, 2) ORDER BY collection, document, item, seq DESC) AS last
WHERE last.kind = 1 AND a.collection = last.collection AND a.document = last.document AND a.id = last.item;

-- Whether the role that logged in keeps the library: keepers are given hidden annotations, too.
CREATE FUNCTION recto.keeps() RETURNS bool
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM recto.keeper k WHERE k.who = session_user)
$$;

-- Whether the role that logged in may see an edit.
CREATE FUNCTION recto.may_see(edit recto.edit, keeps bool) RETURNS bool
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT edit.kind <> 0 OR keeps OR edit.who = session_user OR NOT EXISTS (
    SELECT FROM recto.annotation a
    WHERE a.collection = edit.collection AND a.document = edit.document AND a.id = edit.item AND a.is_hidden)
$$;

CREATE OR REPLACE FUNCTION recto.pull_edits(collection text, after bigint, most bigint)
RETURNS TABLE (seq bigint, who text, id text, document text, item text, kind int, change text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  target int := recto.demand_member(pull_edits.collection);
  keeps bool := recto.keeps();
BEGIN
  RETURN QUERY SELECT e.seq, e.who::text, e.id, e.document, e.item, e.kind, e.change FROM recto.edit e
    WHERE e.collection = target AND e.seq > after AND recto.may_see(e, keeps) ORDER BY e.seq LIMIT least(most, 1000);
END $$;

-- Returns the changes of one annotation that follow a number, in order: after it was shown again, members ask for those that they were not given.
CREATE INDEX edit_document ON recto.edit (document);
CREATE FUNCTION recto.edits_of(collection text, of_document text, of_item text, after bigint, most bigint)
RETURNS TABLE (seq bigint, who text, id text, document text, item text, kind int, change text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  target int := recto.demand_member(edits_of.collection);
  keeps bool := recto.keeps();
BEGIN
  RETURN QUERY SELECT e.seq, e.who::text, e.id, e.document, e.item, e.kind, e.change FROM recto.edit e
    WHERE e.collection = target AND e.document = of_document AND e.item = of_item AND e.kind = 0
      AND e.seq > after AND recto.may_see(e, keeps) ORDER BY e.seq LIMIT least(most, 1000);
END $$;

CREATE OR REPLACE FUNCTION recto.hide(collection text, document text, annotation text, is_hidden bool) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE target int := recto.demand_member(hide.collection);
BEGIN
  PERFORM recto.demand_keeper();
  PERFORM FROM recto.collection c WHERE c.id = target FOR NO KEY UPDATE;
  UPDATE recto.annotation a SET is_hidden = hide.is_hidden
  WHERE a.collection = target AND a.document = hide.document AND a.id = hide.annotation;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no such annotation' USING ERRCODE = 'undefined_object'; END IF;
  INSERT INTO recto.edit (who, id, collection, document, item, kind, change)
  VALUES (session_user, replace(gen_random_uuid()::text, '-', ''), target, hide.document, hide.annotation,
    CASE WHEN hide.is_hidden THEN 1 ELSE 2 END, '');
END $$;

-- A lease that is over is no reading: the file waits.
CREATE OR REPLACE FUNCTION recto.work() RETURNS TABLE (collection text, waiting bigint, leased bigint, given_up bigint, unread bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.name,
    (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND (state = 0 OR state = 1 AND leased_until < now())),
    (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND state = 1 AND leased_until >= now()),
    (SELECT count(*) FROM recto.job j WHERE j.collection = c.id AND state = 2),
    (SELECT count(*) FROM recto.document d WHERE d.collection = c.id AND state <> 0)
  FROM recto.collection c WHERE c.id = ANY ((SELECT recto.writable())::int[]) ORDER BY 1
$$;

-- The server's own roles are no people. Only this condition of the function is new.
DO $$
DECLARE
  definition text := pg_get_functiondef('recto.admit(text, text, bool, bool)'::regprocedure);
  place text := '  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = who) THEN';
BEGIN
  IF position(place IN definition) = 0 THEN RAISE EXCEPTION 'recto.admit has another form than expected'; END IF;
  EXECUTE replace(definition, place, '  IF who ~ ''^(pg_|recto_(reader|worker|keeper)$)'' THEN
    RAISE EXCEPTION ''% is a role of the server itself, and of no person'', who USING ERRCODE = ''reserved_name'';
  END IF;
' || place);
END $$;

REVOKE ALL ON FUNCTION recto.keeps(), recto.may_see(recto.edit, bool), recto.edits_of(text, text, text, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recto.keeps(), recto.edits_of(text, text, text, bigint, bigint) TO recto_reader;

UPDATE recto.library SET form = 4;
