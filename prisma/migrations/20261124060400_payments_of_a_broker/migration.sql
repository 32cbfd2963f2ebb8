-- A refund names its payment together with the broker.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "payment_id_broker_id_key" ON "payment"("id", "broker_id");
