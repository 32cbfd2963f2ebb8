-- By hand: the orders of a correlation id, for the search and the list. A hash index, because the ids are long and are only compared for equality.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_by_correlation" ON "orders" USING hash ("correlation_id");
