-- An event names a change. A value of more than about 1,000 bytes is replaced by its length and its SHA-256, so that an event has some kilobytes at most wherever it
-- is stored, kept in memory or sent. A string is digested as its text, any other value as its JSON.
CREATE FUNCTION digest_long_values(value jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shortened jsonb;
  text_value text;
BEGIN
  IF pg_column_size(value) <= 1000 THEN
    RETURN value;
  END IF;
  IF jsonb_typeof(value) = 'object' THEN
    SELECT jsonb_object_agg(member.key, digest_long_values(member.value)) INTO shortened
    FROM jsonb_each(value) AS member;
    IF pg_column_size(shortened) <= 4000 THEN
      RETURN shortened;
    END IF;
  END IF;
  text_value := CASE WHEN jsonb_typeof(value) = 'string' THEN value #>> '{}' ELSE value::text END;
  RETURN jsonb_build_object('length', length(text_value), 'sha256', encode(sha256(convert_to(text_value, 'UTF8')), 'hex'));
END
$$;

CREATE FUNCTION digest_long_details() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  SELECT jsonb_object_agg(member.key, digest_long_values(member.value)) INTO NEW.details
  FROM jsonb_each(NEW.details) AS member;
  RETURN NEW;
END
$$;

-- The condition is evaluated without a call, so a short event costs nothing.
CREATE TRIGGER event_has_short_values BEFORE INSERT ON "event" FOR EACH ROW
WHEN (pg_column_size(NEW.details) > 1000 AND jsonb_typeof(NEW.details) = 'object')
EXECUTE FUNCTION digest_long_details();
