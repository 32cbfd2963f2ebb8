-- By hand: the events of a key by time, for the audit. The events of jobs and workers, nine of ten, have no entry.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "events_by_key" ON "event" ("key_id", "at", "seq") WHERE key_id IS NOT NULL;
