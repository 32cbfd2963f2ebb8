-- By hand: bulk operations that are paused or await approval are looked at four times a second too. The index of the release before has only running ones.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "bulk_operations_unfinished" ON "bulk_operation" ("id") WHERE finished_at IS NULL;
