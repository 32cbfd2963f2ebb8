/** Every event of an adopted record says so; a consumer that follows changes may skip it. */
export const adopted = (legacyId: string): string =>
  `jsonb_strip_nulls(jsonb_build_object('adopted', true, 'moveInId', :moveInId::text, 'legacyId', ${legacyId}))`;

/** Who writes the events of an adoption. */
export const job = "'advance-move-ins'";

/** Marks the rows of `batch` whose records are in `added`. What somebody else has written meanwhile is left out. */
export const markText = `UPDATE move_in_row r
    SET state = CASE WHEN a.id IS NULL THEN 'left-out' ELSE 'adopted' END,
      reason = CASE WHEN a.id IS NULL THEN 'taken' END
    FROM batch
    LEFT JOIN added a ON a.id = batch.record_id
    WHERE r.record_id = batch.record_id`;
