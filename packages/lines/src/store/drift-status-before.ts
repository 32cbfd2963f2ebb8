/** The status that a drift had before it ended, in SQL: only an accepted one has the key of a person. */
export const driftStatusBefore = "CASE WHEN accepted_by IS NULL THEN 'OPEN' ELSE 'ACCEPTED' END";
