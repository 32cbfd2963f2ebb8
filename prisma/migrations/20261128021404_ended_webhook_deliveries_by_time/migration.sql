-- By hand: what may be deleted, whatever is open and as old.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_ended" ON "webhook_delivery" ("created_at") WHERE due_at IS NULL;
