-- By hand: a dry run is confirmed once. Orders of several brokers are a bulk operation for each broker.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_bulk_operation_per_dry_run" ON "bulk_operation" ("selection_digest", "broker_id") WHERE selection_digest IS NOT NULL;
