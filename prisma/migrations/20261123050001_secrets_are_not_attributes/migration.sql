-- By hand: attributes hold no secrets, and a secret is written once.

-- The top-level members that are secret, in whatever case, or that hold a secret one deeper in. `names` are in lower case.
CREATE FUNCTION secret_members(attributes jsonb, names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(m.key), '{}')
  FROM jsonb_each(attributes) AS m
  WHERE lower(m.key) = ANY(names)
    OR jsonb_typeof(m.value) IN ('object', 'array') AND EXISTS (
      SELECT FROM jsonb_path_query(m.value, 'strict $.** ? (@.type() == "object").keyvalue().key') AS inside
      WHERE lower(inside #>> '{}') = ANY(names)
    )
$$;

-- What is in the way is not told: it would be a secret.
CREATE FUNCTION check_secret_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM born b JOIN resource_type t ON t.id = b.type_id
    WHERE t.secrets_guarded AND cardinality(t.secret_attributes) > 0 AND b.attributes <> '{}'
      AND cardinality(secret_members(b.attributes, t.secret_attributes)) > 0
  ) THEN
    RAISE EXCEPTION 'attributes of a resource hold a secret' USING ERRCODE = 'check_violation', CONSTRAINT = 'no_secret_among_attributes';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER resource_is_made_without_secrets AFTER INSERT ON "resource" REFERENCING NEW TABLE AS born
  FOR EACH STATEMENT EXECUTE FUNCTION check_secret_attributes();

CREATE FUNCTION check_changed_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT
    FROM resource_type t
    WHERE t.id = NEW.type_id AND t.secrets_guarded
      AND NOT secret_members(NEW.attributes, t.secret_attributes) <@ secret_members(OLD.attributes, t.secret_attributes)
  ) THEN
    RAISE EXCEPTION 'attributes of a resource hold a secret' USING ERRCODE = 'check_violation', CONSTRAINT = 'no_secret_among_attributes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER resource_gets_no_secrets BEFORE UPDATE OF attributes ON "resource" FOR EACH ROW
  WHEN (NEW.attributes IS DISTINCT FROM OLD.attributes) EXECUTE FUNCTION check_changed_attributes();

CREATE FUNCTION refuse_another_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the secret of resource % is written once', OLD.resource_id USING ERRCODE = 'check_violation', CONSTRAINT = 'secret_is_written_once';
END $$;
CREATE TRIGGER resource_secret_stays BEFORE UPDATE ON "resource_secret" FOR EACH ROW EXECUTE FUNCTION refuse_another_secret();
