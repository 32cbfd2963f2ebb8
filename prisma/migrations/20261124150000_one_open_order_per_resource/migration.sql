-- By hand: an order is on a resource of any type, and a resource has at most one open order.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_open_order_per_resource" ON "orders" ("resource_id", "resource_type") WHERE is_open;
