-- CreateIndex. All lines, so that a list by number needs no condition on the status. It replaces the index of terminated lines.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "line_msisdn_idx" ON "line" ("msisdn");
