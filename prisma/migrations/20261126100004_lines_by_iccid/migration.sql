-- CreateIndex

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "line_iccid_idx" ON "line" ("iccid");
