-- By hand: held deliveries are released in the order of their positions.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "webhook_deliveries_held_by_position" ON "webhook_delivery" ("endpoint_id", "position") WHERE status = 'held';
