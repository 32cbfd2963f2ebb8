-- By hand: few orders are superseded, and they are listed by when they were placed.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "orders_superseded" ON "orders" ("created_at", "id") WHERE superseded_by IS NOT NULL;
