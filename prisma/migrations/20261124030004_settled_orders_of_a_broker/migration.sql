-- By hand: after the column has its values.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_settled" ON "orders" ("broker_id", "settled_at", "id") WHERE settled_at IS NOT NULL;
