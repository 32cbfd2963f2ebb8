-- The progress of a move-in is read again and again while it works, and may have a million rows. So its rows are
-- counted as they change, and not each time.
ALTER TABLE move_in
  ADD COLUMN row_count int NOT NULL DEFAULT 0,
  ADD COLUMN compared_count int NOT NULL DEFAULT 0,
  ADD COLUMN adopted_count int NOT NULL DEFAULT 0,
  ADD COLUMN left_out_count int NOT NULL DEFAULT 0;

CREATE FUNCTION count_move_in_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE move_in m
    SET compared_count = m.compared_count + c.compared, adopted_count = m.adopted_count + c.adopted,
      left_out_count = m.left_out_count + c.left_out
    FROM (
      SELECT move_in_id, sum((compared_at IS NOT NULL)::int * weight) AS compared,
        sum((state = 'adopted')::int * weight) AS adopted, sum((state = 'left-out')::int * weight) AS left_out
      FROM (
        SELECT move_in_id, state, compared_at, 1 AS weight FROM new_rows
        UNION ALL
        SELECT move_in_id, state, compared_at, -1 FROM old_rows) changed
      GROUP BY move_in_id) c
    WHERE m.id = c.move_in_id AND (c.compared <> 0 OR c.adopted <> 0 OR c.left_out <> 0);
  ELSE
    UPDATE move_in m
    SET row_count = m.row_count + sign * c.rows, compared_count = m.compared_count + sign * c.compared,
      adopted_count = m.adopted_count + sign * c.adopted, left_out_count = m.left_out_count + sign * c.left_out
    FROM (
      SELECT move_in_id, count(*) AS rows, count(compared_at) AS compared,
        count(*) FILTER (WHERE state = 'adopted') AS adopted, count(*) FILTER (WHERE state = 'left-out') AS left_out
      FROM changed_rows
      GROUP BY move_in_id) c
    WHERE m.id = c.move_in_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted AFTER INSERT ON move_in_row REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_move_in_rows();
CREATE TRIGGER count_updated AFTER UPDATE ON move_in_row REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_move_in_rows();
CREATE TRIGGER count_deleted AFTER DELETE ON move_in_row REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_move_in_rows();

UPDATE move_in m
SET row_count = c.rows, compared_count = c.compared, adopted_count = c.adopted, left_out_count = c.left_out
FROM (
  SELECT move_in_id, count(*) AS rows, count(compared_at) AS compared,
    count(*) FILTER (WHERE state = 'adopted') AS adopted, count(*) FILTER (WHERE state = 'left-out') AS left_out
  FROM move_in_row
  GROUP BY move_in_id) c
WHERE m.id = c.move_in_id;
