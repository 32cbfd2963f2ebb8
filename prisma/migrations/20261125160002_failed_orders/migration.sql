-- By hand: in place of the index of unresolved orders. Its condition names no column that changes when a worker acquires an order.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_failed" ON "orders" ("resource_id") WHERE failed_at IS NOT NULL;
