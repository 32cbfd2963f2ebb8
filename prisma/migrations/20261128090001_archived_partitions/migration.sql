-- The partitions of usage records whose last day is before a day, with the times of their rows.
CREATE FUNCTION old_usage_partitions(before date)
RETURNS TABLE (name text, "from" date, until date)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET datestyle = 'ISO'
AS $$
  SELECT p.name,
    (substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''([0-9-]+)''\)'))::date,
    p.until
  FROM usage_partitions() p
  JOIN pg_class c ON c.relname = p.name AND c.relnamespace = 'public'::regnamespace
  WHERE p.until <= before
  ORDER BY p.until
$$;

-- Drops a partition whose rows are in an archive. Nobody writes while they are counted, and what is under a legal hold
-- stays in held_record. If the archive has not all of them, nothing is dropped and the answer is false.
CREATE FUNCTION drop_archived_usage_partition(partition text, archived bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
DECLARE
  last_day date;
  counted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('usage_partitions', 0));
  SELECT until INTO last_day FROM usage_partitions() WHERE name = partition;
  IF last_day IS NULL THEN
    RAISE EXCEPTION 'usage records have no partition %', partition;
  END IF;
  -- Nobody drops what can still be sent again.
  IF last_day > (now() AT TIME ZONE 'UTC')::date - 91 THEN
    RAISE EXCEPTION 'usage records are kept for 91 days';
  END IF;
  PERFORM wait_for_new_legal_holds();
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition);
  EXECUTE format('SELECT count(*) FROM %I', partition) INTO counted;
  IF counted <> archived THEN
    RETURN false;
  END IF;
  PERFORM keep_held_usage_records(partition);
  EXECUTE format('ALTER TABLE usage_record DETACH PARTITION %I', partition);
  EXECUTE format('DROP TABLE %I', partition);
  RETURN true;
END
$$;
