-- By hand: the orders of a pause, to release them when it ends, and to list and count them. Other orders have no entry.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_paused" ON "orders" ("pause_id") WHERE pause_id IS NOT NULL;
