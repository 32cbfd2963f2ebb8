-- By hand: in place of the index on due times.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_open_of_broker" ON "orders" ("broker_id", "next_look_at") WHERE is_open;
