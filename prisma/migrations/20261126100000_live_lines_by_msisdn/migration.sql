-- By hand: in place of the index of the same name without "next". Its condition names no column that changes when a line moves, so a move of a line
-- writes no index (HOT) until the line is TERMINATED.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_live_line_per_msisdn_next" ON "line" ("msisdn") WHERE terminated_at IS NULL;
