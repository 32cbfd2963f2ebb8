-- By hand: as for the MSISDN.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_live_line_per_imsi_next" ON "line" ("imsi") WHERE terminated_at IS NULL;
