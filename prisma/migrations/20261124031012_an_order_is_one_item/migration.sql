-- By hand: a bulk operation names an order once.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_item_per_order" ON "bulk_item" ("bulk_id", "target_order_id") WHERE target_order_id IS NOT NULL;
